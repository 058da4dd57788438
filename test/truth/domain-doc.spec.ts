// Compares docs/domain.md D.4 with the code: the statuses of each class and of each event.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATUSES, EVENT_NAMES, STATUS_RULES, type StatusRule } from '#libs/contracts';
import { ROOT } from './held-document.js';

const [, section = ''] = readFileSync(join(ROOT, 'docs/domain.md'), 'utf8').split(/^## (?=D\.[45] )/m);
const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, first = '', second = '']) => ({ first, second }));

const quoted = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
const statusesWhere = (test: (rule: StatusRule) => boolean): string[] => DELIVERY_STATUSES.filter((status) => test(STATUS_RULES[status]));

describe('docs/domain.md D.4', () => {
  it.each([...new Set(Object.values(STATUS_RULES).map((rule) => rule.class))])('lists the statuses of class %s', (name) => {
    const row = rows.find(({ first }) => first.startsWith(`${name}: `));
    expect(quoted(row?.second ?? '').toSorted()).toEqual(statusesWhere((rule) => rule.class === name).toSorted());
  });

  it.each(EVENT_NAMES)('names the statuses that cause %s', (event) => {
    const row = rows.find(({ first }) => quoted(first).includes(event));
    expect(quoted(row?.second ?? '').toSorted()).toEqual(statusesWhere((rule) => rule.event === event).toSorted());
  });
});
