// Renders an ICU message. The catalogues use texts, arguments and selects, which are joined here at a tenth of the cost of the library. A
// message with anything else (plural, number, date) is left to the library.
import type { IntlMessageFormat } from 'intl-messageformat';

export type Values = Readonly<Record<string, string>>;
/** @throws RangeError or an error of the library when an argument is missing */
export type Formatter = (values: Values) => string;

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The kinds of elements, as the library numbers them. */
const LITERAL = 0;
const ARGUMENT = 1;
const SELECT = 5;

/** Returns the fastest formatter for the message. */
export const formatterOf = (message: IntlMessageFormat): Formatter =>
  toFormatter(message.getAst()) ?? ((values) => message.format(values) as string);

function toFormatter(elements: readonly Element[]): Formatter | undefined {
  const parts = elements.map(toPart);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return (values) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part(values);
    return text;
  };
}

function toPart(element: Element): string | Formatter | undefined {
  switch (element.type as number) {
    case LITERAL:
      return (element as { value: string }).value;
    case ARGUMENT:
      return argument((element as { value: string }).value);
    case SELECT:
      return select(element as { value: string; options: Options });
    default:
      return undefined;
  }
}

function argument(name: string): Formatter {
  return (values) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`the argument "${name}" is missing`);
    return value;
  };
}

type Options = Readonly<Record<string, { readonly value: readonly Element[] }>>;

function select({ value: name, options }: { value: string; options: Options }): Formatter | undefined {
  const choices = new Map<string, Formatter>();
  for (const [choice, { value }] of Object.entries(options)) {
    const formatter = toFormatter(value);
    if (formatter === undefined) return undefined;
    choices.set(choice, formatter);
  }
  const valueOf = argument(name);
  const other = choices.get('other');
  return other && ((values) => (choices.get(valueOf(values)) ?? other)(values));
}
