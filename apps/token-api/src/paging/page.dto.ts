import { ApiProperty } from '@nestjs/swagger';
import { at, type Check, instant, INSTANT_TEXT, invalid, missing, NOT_NULL, type Rule, ruleOf, text } from '../validation/field-rules.js';
import { IsDigits, IsOmittable, IsText, Satisfies, SatisfiesWithOthers } from '../validation/field.decorator.js';
import { MAX_LIMIT, type PagedList, parseCursor, withPlus } from './page.js';
import { GOES_WITH } from '../openapi/error-rows.js';

/** @param isCursor returns true for a cursor of this list */
export const cursorRule = (isCursor: (text: string) => boolean): Rule =>
  ruleOf({ type: 'string', minLength: 1 }, (value) =>
    typeof value === 'string' && isCursor(value) ? [] : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.'),
  );

/** The description of the parameter `cursor` of a list in pages. */
export const CURSOR_TEXT = 'The `nextCursor` of the previous page.';

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

/** One of the two parameters that name a parcel. Each requires the other. */
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

/** The query of a list in pages; each list adds its `cursor`. A parameter that is sent twice becomes an array, which is invalid. */
export class PageDto {
  @IsOmittable()
  @IsQueryInstant('Created at or after this instant.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Created before this instant.')
  to?: string;

  @IsOmittable()
  @IsDigits(1, MAX_LIMIT, 'The most entries on this page; 50 by default.')
  limit?: string;
}

/** The indexes hold only the beginning of an order number or client. A text up to this length is compared as a whole. */
export const MAX_SOUGHT_CHARS = 255;

/** The query of a list that can be limited to the parcels of an order or a client. */
export class OrderPageDto extends PageDto {
  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only entries of parcels with this order number, as in their record.' })
  orderNo?: string;

  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only entries of parcels of this client, as in their record; case matters.' })
  client?: string;
}

/** The query of a list that can be limited to one parcel. */
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
    description: 'The `cursor` of the next page; null = this is the last page.',
  })
  readonly nextCursor: string | null;
}
