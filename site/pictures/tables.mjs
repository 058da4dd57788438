// Reads numbers from the tables of documents, so that a picture and its document cannot differ.

const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Returns the rows of the table whose head begins with `first`, each as an object by column. */
export function rowsOf(document, first) {
  const lines = document.split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  if (head < 0) throw new Error(`the head of no table begins with ${first}`);
  const columns = cellsOf(lines[head]);
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end).map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [columns[index], cell])));
}

/** Returns the default of a setting, from docs/configuration.md. */
export function settingOf(document, name) {
  const [, value] = new RegExp(`^\\| \`${name}\` \\|[^|]*\\| \`(\\d+)\` \\|`, 'm').exec(document) ?? [];
  if (value === undefined) throw new Error(`docs/configuration.md has no number for ${name}`);
  return Number(value);
}
