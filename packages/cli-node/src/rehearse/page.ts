// The verdict as a page that needs nothing else: no script, no font, no request.
import { WORDS } from './report.js';
import type { Check, Verdict } from './verdict.js';

const STYLE = `
:root { color-scheme: light dark; --text: #1a1d21; --faint: #5b6470; --ground: #fff; --line: #d5dae0; --good: #14692f; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --faint: #a3acb7; --ground: #15181c; --line: #343b44; --good: #6fd08c; --bad: #ff8a80; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt, .not_seen .state { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--faint); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; }
.state { white-space: nowrap; font-weight: 600; }
.passed .state, .good { color: var(--good); }
.failed .state, h1 .failed, .unreachable { color: var(--bad); }
ul { margin: 0; padding-left: 1.2rem; }
p { margin: .25rem 0; }
`;

const RESULTS = { good: 'good', failed: 'has faults', unreachable: 'cannot be reached' } as const;

export function toPage(verdict: Verdict): string {
  const { result, url, format, isSigned, run, sent, notMade, checks } = verdict;
  const facts = [
    ['Receiver', url],
    ['Format', format],
    ['Signed', isSigned ? 'yes' : 'no'],
    ['Webhooks', notMade > 0 ? `${sent}, and ${notMade} were not sent` : `${sent}`],
    ['Parcels', `their numbers begin with TEST and contain ${run}`],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Rehearsal of ${escaped(url)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>The receiver <span class="${result}">${RESULTS[result]}</span></h1>
<dl>
${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('\n')}
</dl>
<table>
<caption>What the rehearsal saw</caption>
<thead><tr><th scope="col">State</th><th scope="col">Check</th><th scope="col">Seen</th></tr></thead>
<tbody>
${checks.map(row).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function row({ id, name, state, evidence, advice }: Check): string {
  const seen = `<ul>${evidence.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
  const toDo = advice === undefined ? '' : `<p>→ ${escaped(advice)}</p>`;
  return `<tr class="${state}" id="${id}"><td class="state">${WORDS[state]}</td><th scope="row">${escaped(name)}</th><td>${seen}${toDo}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
