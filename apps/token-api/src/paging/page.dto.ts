import {
  at,
  type Check,
  digits,
  instant,
  INSTANT_TEXT,
  invalid,
  missing,
  NOT_NULL,
  type Rule,
  ruleOf,
  text,
} from '../validation/field-rules.js';
import { Checked, Optional } from '../validation/field.decorator.js';
import { type PagedList, parseCursor } from './cursor.js';
import { MAX_LIMIT } from './page.js';
import { withPlus } from './query-instant.js';

/** Field `cursor` of the query of a list in pages. */
export const PageCursor = (list: PagedList): PropertyDecorator => Optional(cursorOf(list), '`nextCursor` of the page before.');

const cursorOf = (list: PagedList): Rule =>
  ruleOf({ type: 'string', minLength: 1 }, (value) =>
    typeof value === 'string' && parseCursor(list, value)
      ? []
      : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.'),
  );

const queryInstant = ruleOf(instant.schema, (value) => instant(typeof value === 'string' ? withPlus(value) : value));

const reference = text({ min: 1 });

/** A parcel is named by courier and tracking number, or not at all. */
const Reference = (name: string, other: string, description: string): PropertyDecorator =>
  Checked(
    (body) => {
      const fields = body as Readonly<Record<string, unknown>>;
      return at(name, referenceFaults(fields[name], fields[other] !== undefined));
    },
    { ...reference.schema, description },
    other,
  );

function referenceFaults(value: unknown, isOtherGiven: boolean): ReturnType<Check> {
  if (value === undefined) return isOtherGiven ? missing : [];
  return value === null ? NOT_NULL : reference(value);
}

/** Query of a list in pages, to which the list adds its `cursor`; a parameter sent twice is a list and so invalid. */
export class PageDto {
  @Optional(queryInstant, `Created at or after this instant. ${INSTANT_TEXT}`)
  from?: string;

  @Optional(queryInstant, `Created before this instant. ${INSTANT_TEXT}`)
  to?: string;

  @Optional(digits(1, MAX_LIMIT), 'Most entries on this page; 50 by default.')
  limit?: string;
}

/** The same for lists that can be limited to one parcel. */
export class ParcelPageDto extends PageDto {
  @Reference('courier', 'trackingNumber', 'Only entries of the parcel of this courier; goes with `trackingNumber`.')
  courier?: string;

  @Reference(
    'trackingNumber',
    'courier',
    'Only entries of the parcel with this number; white space and case do not matter. Goes with `courier`.',
  )
  trackingNumber?: string;
}
