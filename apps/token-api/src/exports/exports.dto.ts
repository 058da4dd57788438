import { OmitType } from '@nestjs/swagger';
import { ListAuditDto } from '../audit/audit-log.dto.js';
import { ListConsignmentsDto } from '../consignments/consignment-list.dto.js';
import { ListDeliveriesDto } from '../deliveries/deliveries.dto.js';
import { IsQueryInstant, MAX_SOUGHT_CHARS } from '../paging/page.dto.js';
import { IsOmittable, IsText, IsUuid, RefusesUnknown } from '../validation/field.decorator.js';

// A file has all pages of its list: each query is that of the list without the parameters of a page.

@RefusesUnknown()
export class ExportDeliveriesDto extends OmitType(ListDeliveriesDto, ['cursor', 'limit']) {}

@RefusesUnknown()
export class ExportConsignmentsDto extends OmitType(ListConsignmentsDto, ['cursor', 'limit']) {}

@RefusesUnknown()
export class ExportAuditDto extends OmitType(ListAuditDto, ['cursor', 'limit']) {}

@RefusesUnknown()
export class ExportReceiversDto {
  @IsOmittable()
  @IsText({
    min: 1,
    max: MAX_SOUGHT_CHARS,
    description:
      'Only receivers whose name, URL, state or id contains this text; case does not matter. A state is found by its label in the console, too: `Not answering`, `Switched off`.',
  })
  q?: string;
}

@RefusesUnknown()
export class ExportRedeliveriesDto {
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
