/** A metric that a query reads, with the labels that select it. */
export interface MetricRead {
  readonly name: string;
  readonly labels: readonly string[];
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const RANGE = /\[[^\]]*\]/g;
const WORD = /(?<![\w.$])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?\s*(\()?/g;
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'group_left', 'group_right', 'by', 'sum', 'max', 'min', 'avg', 'count']);

/** Parses as much PromQL as the queries of this repository need: a word before a bracket is a function, every other word a metric. */
export function metricsOfQuery(query: string): MetricRead[] {
  const plain = query.replace(STRING, '""').replace(GROUPING, ' ').replace(RANGE, '');
  return [...plain.matchAll(WORD)].flatMap(([, name = '', chosen = '', bracket]): MetricRead[] => {
    if (OPERATORS.has(name) || (bracket !== undefined && chosen === '')) return [];
    return [{ name, labels: [...chosen.matchAll(/([a-z_]+)\s*(?:=|!)/g)].map(([, label = '']) => label) }];
  });
}
