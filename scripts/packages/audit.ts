// Reads a registry's answer about known vulnerabilities of the production packages.

export type AuditVerdict =
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** `worst`: what must not be shipped. */
  | { readonly kind: 'answered'; readonly worst: readonly string[]; readonly others: readonly string[] };

/** These severities fail the build. Lower ones are only reported. */
const WORST: readonly unknown[] = ['high', 'critical'];

/** Judges the output of `npm audit --json`. A registry without an audit endpoint does not count as an answer without vulnerabilities. */
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
