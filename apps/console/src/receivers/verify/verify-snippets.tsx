import '@mantine/core/styles/Tabs.css';
import { Tabs, Text } from '@mantine/core';
import document from '../../../../../docs/signatures.md?raw';
import { CodeBlock } from '../../shared/code-block.js';
import { verifyWords } from '../../words/verify.words.js';
import { snippetsOf } from './snippets.js';

const text = verifyWords;
const SNIPPETS = snippetsOf(document);

/** Code that verifies a signature, to be copied: one tab for each language. */
export function VerifySnippets() {
  return (
    <div style={{ width: '100%', minWidth: 0 }}>
      <Text size="sm" fw={600} mb={4}>
        {text.snippets}
      </Text>
      <Tabs defaultValue={SNIPPETS[0]?.label ?? null} keepMounted={false}>
        <Tabs.List aria-label={text.languages}>
          {SNIPPETS.map(({ label }) => (
            <Tabs.Tab key={label} value={label} fz="xs" py={6}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ label, code }) => (
          <Tabs.Panel key={label} value={label} pt="xs">
            <CodeBlock label={text.snippet(label)} text={code} maxHeight="none" />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
