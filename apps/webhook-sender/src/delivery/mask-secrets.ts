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
    const length = overlapOf(text, spelling);
    if (length >= LEAST_LENGTH) return text.slice(0, -length) + MASK;
  }
  return text;
}

/**
 * With how many characters of its beginning, but not all, of `word` the text ends (Knuth, Morris, Pratt: each character is looked at twice).
 * Trying every length would let one receiver with long secrets and an answer made for them hold up all others.
 */
function overlapOf(text: string, word: string): number {
  const back = backSteps(word);
  let matched = 0;
  for (const char of text.slice(-(word.length - 1)).split('')) matched = nextMatched(word, { back, matched, char });
  return matched;
}

/** For each beginning of the word: how long a shorter beginning it ends with. */
function backSteps(word: string): Uint32Array {
  const back = new Uint32Array(word.length);
  for (let at = 1; at < word.length; at++) back[at] = nextMatched(word, { back, matched: back[at - 1]!, char: word.charAt(at) });
  return back;
}

function nextMatched(word: string, { back, matched, char }: { back: Uint32Array; matched: number; char: string }): number {
  let length = matched;
  while (length > 0 && word.charAt(length) !== char) length = back[length - 1]!;
  return word.charAt(length) === char ? length + 1 : length;
}
