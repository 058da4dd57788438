import { ApiProperty } from '@nestjs/swagger';
import { at, type Check, instant, INSTANT_TEXT, invalid, missing, NOT_NULL, type Rule, ruleOf, text } from '../validation/field-rules.js';
import { IsDigits, IsOmittable, IsText, Satisfies, SatisfiesWithOthers } from '../validation/field.decorator.js';
import { MAX_LIMIT, type PagedList, parseCursor, withPlus } from './page.js';
import { GOES_WITH } from '../openapi/error-rows.js';

/** @param isCursor whether a text leads on in this list */
export const cursorRule = (isCursor: (text: string) => boolean): Rule =>
  ruleOf({ type: 'string', minLength: 1 }, (value) =>
    typeof value === 'string' && isCursor(value) ? [] : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.'),
  );

/** What the parameter `cursor` of a list in pages means. */
export const CURSOR_TEXT = '`nextCursor` of the page before.';

/** The parameter `cursor` of a list in pages. */
export const IsCursorOf = (list: PagedList): PropertyDecorator =>
  Satisfies(
    cursorRule((text) => parseCursor(list, text) !== undefined),
    CURSOR_TEXT,
  );

const queryInstant = ruleOf(instant.schema, (value) => instant(typeof value === 'string' ? withPlus(value) : value));

/** A moment in a query. */
export const IsQueryInstant = (description: string): PropertyDecorator => Satisfies(queryInstant, `${description} ${INSTANT_TEXT}`);

const reference = text({ min: 1 });

/** A parcel is named by courier and tracking number, or not at all. */
export const IsReference = (name: string, other: string, description: string): PropertyDecorator =>
  SatisfiesWithOthers(
    (body) => {
      const fields = body as Readonly<Record<string, unknown>>;
      return at(name, referenceFaults(fields[name], fields[other] !== undefined));
    },
    { ...reference.schema, description, [GOES_WITH]: other },
  );

function referenceFaults(value: unknown, isOtherGiven: boolean): ReturnType<Check> {
  if (value === undefined) return isOtherGiven ? missing : [];
  return value === null ? NOT_NULL : reference(value);
}

/** Query of a list in pages, to which the list adds its `cursor`; a parameter sent twice is a list and so invalid. */
export class PageDto {
  @IsOmittable()
  @IsQueryInstant('Created at or after this instant.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Created before this instant.')
  to?: string;

  @IsOmittable()
  @IsDigits(1, MAX_LIMIT, 'Most entries on this page; 50 by default.')
  limit?: string;
}

/** The indexes hold the beginning of an order number or a client: a text that is shorter is compared as a whole. */
export const MAX_SOUGHT_CHARS = 255;

/** The same for lists that can be limited to the parcels of an order or a client. */
export class OrderPageDto extends PageDto {
  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only entries of parcels with this order number, as in their record.' })
  orderNo?: string;

  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only entries of parcels of this client, as in their record; case matters.' })
  client?: string;
}

/** The same for lists that can be limited to one parcel. */
export class ParcelPageDto extends OrderPageDto {
  @IsReference('courier', 'trackingNumber', 'Only entries of the parcel of this courier; goes with `trackingNumber`.')
  courier?: string;

  @IsReference(
    'trackingNumber',
    'courier',
    'Only entries of the parcel with this number; white space and case do not matter. Goes with `courier`.',
  )
  trackingNumber?: string;
}

/** Answer of a list in pages, beside its rows. */
export class PageOfList {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'For the parameter `cursor` of the next page; null = this was the last one.',
  })
  readonly nextCursor: string | null;
}
