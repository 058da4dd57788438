// A document in the looks of the console. The build has parsed it (vite.config.ts).
import '@mantine/core/styles/List.css';
import '@mantine/core/styles/Blockquote.css';
import { Anchor, Blockquote, Code, List, Table, Text, Title } from '@mantine/core';
import type { Nodes, RootContent, Table as TableNode } from 'mdast';
import type { ReactNode } from 'react';
import { CodeBlock } from '../shared/code-block.js';
import { TextLink } from '../shared/links.js';
import { slugOf, targetOf } from './document-links.js';

const keyed = <T extends Nodes>(nodes: readonly T[]): { readonly node: T; readonly key: string }[] =>
  nodes.map((node, index) => ({ node, key: `${index} ${node.type}` }));

/** Returns the text of a node without its markup. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

export const Markdown = ({ nodes }: { readonly nodes: readonly RootContent[] }) =>
  keyed(nodes).map(({ node, key }) => <Block key={key} node={node} />);

function Block({ node }: { readonly node: RootContent }): ReactNode {
  switch (node.type) {
    case 'heading':
      return (
        <Title order={node.depth} size={`h${node.depth + 2}`} id={slugOf(plainText(node))} mt="md" style={{ scrollMarginTop: 72 }}>
          <Inlines nodes={node.children} />
        </Title>
      );
    case 'paragraph':
      // the console shows no pictures
      return plainText(node) === '' ? null : (
        <Text component="p" m={0}>
          <Inlines nodes={node.children} />
        </Text>
      );
    case 'code':
      return <CodeBlock label={node.lang ?? 'Code'} text={node.value} />;
    case 'list':
      return (
        <List type={node.ordered ? 'ordered' : 'unordered'} spacing={4} withPadding>
          {keyed(node.children).map(({ node: item, key }) => (
            <List.Item key={key}>
              <Markdown nodes={item.children} />
            </List.Item>
          ))}
        </List>
      );
    case 'table':
      return <Rows table={node} />;
    case 'blockquote':
      return (
        <Blockquote p="sm">
          <Markdown nodes={node.children} />
        </Blockquote>
      );
    default:
      return null;
  }
}

/** A table, but not a table of pictures alone. */
function Rows({ table: { children } }: { readonly table: TableNode }) {
  const [head, ...rows] = children;
  if (head === undefined || rows.every((row) => plainText(row).trim() === '')) return null;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="xs" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {keyed(head.children).map(({ node: cell, key }) => (
              <Table.Th key={key}>
                <Inlines nodes={cell.children} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keyed(rows).map(({ node: row, key }) => (
            <Table.Tr key={key}>
              {keyed(row.children).map(({ node: cell, key: cellKey }) => (
                <Table.Td key={cellKey} style={{ verticalAlign: 'top' }}>
                  <Inlines nodes={cell.children} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const Inlines = ({ nodes }: { readonly nodes: readonly Nodes[] }) => keyed(nodes).map(({ node, key }) => <Inline key={key} node={node} />);

function Inline({ node }: { readonly node: Nodes }): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return <Code style={{ overflowWrap: 'anywhere' }}>{node.value}</Code>;
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case 'link':
      return (
        <DocumentLink url={node.url}>
          <Inlines nodes={node.children} />
        </DocumentLink>
      );
    default:
      return null;
  }
}

function DocumentLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const target = targetOf(url);
  switch (target.kind) {
    case 'document':
      return (
        <TextLink to="/help/$document" params={{ document: target.name }} hash={target.hash} inherit underline="always">
          {children}
        </TextLink>
      );
    case 'heading':
      return (
        <TextLink to="." hash={target.hash} inherit underline="always">
          {children}
        </TextLink>
      );
    case 'web':
      return (
        <Anchor href={target.url} target="_blank" rel="noreferrer" inherit underline="always">
          {children}
        </Anchor>
      );
    default:
      return children;
  }
}
