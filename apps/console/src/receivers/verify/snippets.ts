// docs/signatures.md → the code of each language. Tests of the packages run it.

const LANGUAGES = [
  { fence: 'ts', label: 'Node' },
  { fence: 'python', label: 'Python' },
  { fence: 'php', label: 'PHP' },
  { fence: 'java', label: 'Java' },
] as const;

export interface Snippet {
  readonly label: string;
  readonly code: string;
}

export const snippetsOf = (document: string): readonly Snippet[] =>
  LANGUAGES.flatMap(({ fence, label }) => {
    const code = new RegExp(`^\`\`\`${fence}\n([^]+?)^\`\`\``, 'm').exec(document)?.[1];
    return code === undefined ? [] : [{ label, code }];
  });
