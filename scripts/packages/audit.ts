// What a registry says of known weaknesses in the packages of production.

export type AuditVerdict =
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** `worst`: what must not be shipped. */
  | { readonly kind: 'answered'; readonly worst: readonly string[]; readonly others: readonly string[] };

/** Those fail the build; lower ones are told. */
const WORST: readonly unknown[] = ['high', 'critical'];

/** The JSON that `npm audit --json` has printed. A registry that knows no such question is not taken for one that knows no weakness. */
export function judgeAudit(output: string): AuditVerdict {
  const answer = parse(output);
  if (answer?.vulnerabilities === undefined) return { kind: 'unanswered', reason: reasonOf(answer, output) };
  const found = Object.entries(answer.vulnerabilities).map(([name, { severity, range }]) => ({
    severity,
    line: `${name} ${range ?? ''}: ${String(severity)}`,
  }));
  return {
    kind: 'answered',
    worst: found.filter(({ severity }) => WORST.includes(severity)).map(({ line }) => line),
    others: found.filter(({ severity }) => !WORST.includes(severity)).map(({ line }) => line),
  };
}

interface Answer {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: unknown; readonly range?: string }>>;
  readonly message?: unknown;
  readonly error?: { readonly summary?: unknown };
}

function parse(output: string): Answer | undefined {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    return undefined;
  }
}

function reasonOf(answer: Answer | undefined, output: string): string {
  const messages = [answer?.message, answer?.error?.summary, output.trim()];
  const reason = messages.find((each): each is string => typeof each === 'string' && each !== '');
  return (reason ?? 'it said nothing').slice(0, 200);
}
