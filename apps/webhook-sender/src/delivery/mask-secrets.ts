import type { Secret } from '#libs/config';

const MASK = '[secret]';
/** What is shorter is hardly a secret, and masking it would garble every answer. */
const LEAST_LENGTH = 6;

/** A receiver may repeat our credentials in its answer, as debugging pages do: the attempt log must not keep them. */
export function maskSecrets(text: string, secrets: readonly Secret[]): string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length);
  const masked = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
  return withoutBeginning(masked, spellings);
}

/** As sent, without its scheme (`Bearer `), and as JSON writers that escape slashes spell it. */
function spellingsOf(secret: Secret): string[] {
  const value = secret.reveal();
  const spellings = [value, value.slice(value.lastIndexOf(' ') + 1)].flatMap((each) => [each, each.replaceAll('/', '\\/'), jsonText(each)]);
  return spellings.filter(({ length }) => length >= LEAST_LENGTH);
}

const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1);

/** The answer is kept up to a limit: the last secret in it may have been cut in two. */
function withoutBeginning(text: string, spellings: readonly string[]): string {
  for (const spelling of spellings) {
    for (let length = spelling.length - 1; length >= LEAST_LENGTH; length--) {
      if (text.endsWith(spelling.slice(0, length))) return text.slice(0, -length) + MASK;
    }
  }
  return text;
}
