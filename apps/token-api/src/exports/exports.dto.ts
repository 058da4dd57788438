import { IntersectionType, OmitType } from '@nestjs/swagger';
import { ListAuditDto } from '../audit/audit-log.dto.js';
import { ListConsignmentsDto } from '../consignments/consignment-list.dto.js';
import { ListDeliveriesDto } from '../deliveries/deliveries.dto.js';
import { IsQueryInstant, MAX_SOUGHT_CHARS } from '../paging/page.dto.js';
import { IsChoice, IsOmittable, IsText, IsUuid, RefusesUnknown } from '../validation/field.decorator.js';
import type { CsvFormat } from './csv.js';

const READERS = ['spreadsheet'] as const;
const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** The parameters that every file has. */
class FormatDto {
  @IsOmittable()
  @IsChoice(
    READERS,
    'The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are.',
  )
  for?: (typeof READERS)[number];

  @IsOmittable()
  @IsChoice(
    Object.keys(SEPARATORS),
    'The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`.',
  )
  separator?: keyof typeof SEPARATORS;
}

/** Splits a checked query into the form of the file and the filter of the list. */
export function toFormat<Query extends FormatDto>({ for: reader, separator, ...filter }: Query) {
  const format: CsvFormat = { separator: SEPARATORS[separator ?? 'comma'], isForSpreadsheet: reader === 'spreadsheet' };
  return { format, filter };
}

// A file has all pages of its list, so its query is the query of the list without the parameters of a page.

@RefusesUnknown()
export class ExportDeliveriesDto extends IntersectionType(OmitType(ListDeliveriesDto, ['cursor', 'limit']), FormatDto) {}

@RefusesUnknown()
export class ExportConsignmentsDto extends IntersectionType(OmitType(ListConsignmentsDto, ['cursor', 'limit']), FormatDto) {}

@RefusesUnknown()
export class ExportAuditDto extends IntersectionType(OmitType(ListAuditDto, ['cursor', 'limit']), FormatDto) {}

@RefusesUnknown()
export class ExportReceiversDto extends FormatDto {
  @IsOmittable()
  @IsText({
    min: 1,
    max: MAX_SOUGHT_CHARS,
    description:
      'Only receivers whose name, URL, state or id contains this text; case does not matter. The label of a state in the console is found, too: `Not answering`, `Switched off`.',
  })
  q?: string;
}

@RefusesUnknown()
export class ExportRedeliveriesDto extends FormatDto {
  @IsOmittable()
  @IsUuid('Only orders for this receiver.')
  receiverId?: string;

  @IsOmittable()
  @IsQueryInstant('Ordered at or after this instant.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Ordered before this instant.')
  to?: string;
}
