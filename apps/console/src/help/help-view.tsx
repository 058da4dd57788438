import '@mantine/core/styles/Grid.css';
import { Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { Root } from 'mdast';
import { useEffect } from 'react';
import { type DocumentName, documentNamed, DOCUMENTS } from '../shared/documents.js';
import { NavItem } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { words } from '../words/words.js';
import { Markdown } from './markdown.js';

const text = words.help;

/** The files of DOCUMENTS. The build reads their names here; each file loads when a person opens it. */
const FILES = import.meta.glob<Root>(
  '../../../../docs/{console,quick-start,receivers,credentials,signatures,where-is-my-webhook,delivery,http,notifications,events,languages,tokens,errors,glossary}.md',
  { query: '?document', import: 'default' },
);

/** A document of the version of the service that runs here. */
export function HelpView() {
  const { document: wanted } = useParams({ from: '/help/$document' });
  const name = documentNamed(wanted);
  return (
    <Page title={name === undefined ? text.unknownTitle : text.titles[name]}>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 3 }}>
          <nav aria-label={text.all}>
            {DOCUMENTS.map((each) => (
              <NavItem
                key={each}
                to="/help/$document"
                params={{ document: each }}
                label={text.titles[each]}
                activeProps={{ active: true }}
              />
            ))}
          </nav>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          {name === undefined ? <Text>{text.unknown}</Text> : <Document key={name} name={name} />}
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Document({ name }: { readonly name: DocumentName }) {
  const query = useQuery({ queryKey: ['document', name], queryFn: () => FILES[`../../../../docs/${name}.md`]!(), staleTime: Infinity });
  return <QueryView query={query}>{(root) => <Article root={root} />}</QueryView>;
}

function Article({ root }: { readonly root: Root }) {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  // the first heading repeats the title of the page
  const nodes = root.children.filter((node) => node.type !== 'heading' || node.depth > 1);
  return (
    <Stack component="article" gap="sm" maw={820}>
      <Markdown nodes={nodes} />
    </Stack>
  );
}
