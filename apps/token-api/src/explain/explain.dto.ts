import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EVENT_NAMES, type EventName, writtenScanId } from '#libs/contracts';
import { IsChoice, IsOmittable, IsUuid, RefusesUnknown } from '../validation/field.decorator.js';
import type { ExplainedEvent, Explanation } from './explain.js';
import { type Finding, FINDING_CODES, type FindingCode, SEVERITIES, type Severity } from './finding.js';
import { MOST_RECEIVERS, type ParcelHistory } from './parcel-history.js';

/** Query of GET /consignments/{courier}/{trackingNumber}/explain. */
@RefusesUnknown()
export class ExplainDto {
  @IsOmittable()
  @IsChoice(EVENT_NAMES, 'The event that did not come, or that did. Absent = what is notable about the parcel.')
  event?: EventName;

  @IsOmittable()
  @IsUuid('Only this receiver.')
  receiverId?: string;
}

const nullableId = { type: 'string', format: 'uuid', nullable: true } as const;

@ApiSchema({ name: 'Finding' })
export class FindingView {
  @ApiProperty({ enum: FINDING_CODES, description: 'For programs; `meaning` and `toDo` say it in words.' })
  readonly code: FindingCode;

  @ApiProperty({
    enum: SEVERITIES,
    description: '`problem` = it does not come without your doing · `waiting` = it comes without your doing · `info` = as it should be.',
  })
  readonly severity: Severity;

  @ApiProperty({ description: 'What happened or did not, and why.' })
  readonly meaning: string;

  @ApiProperty()
  readonly toDo: string;

  @ApiProperty({ type: Date, nullable: true, description: 'When; of what is pending: not before. null = there is no one moment.' })
  readonly at: Date | null;

  @ApiProperty({ type: 'string', nullable: true })
  readonly scan_id: string | null;

  @ApiProperty(nullableId)
  readonly eventid: string | null;

  @ApiProperty(nullableId)
  readonly receiverId: string | null;

  @ApiProperty(nullableId)
  readonly deliveryId: string | null;
}

const CAUSES = ['record', 'scan', 'send_date', 'unknown'] as const;

@ApiSchema({ name: 'EventCause' })
class CauseView {
  @ApiProperty({
    enum: CAUSES,
    description: '`record` = a record of yours · `scan` · `send_date` = it went by · `unknown` = the scan is no longer kept.',
  })
  readonly kind: (typeof CAUSES)[number];

  @ApiProperty({ type: 'string', nullable: true, description: 'The scan, where it is one.' })
  readonly scan_id: string | null;

  @ApiProperty({ description: 'In words: what was read, by which rule, and why that is this event.' })
  readonly meaning: string;
}

@ApiSchema({ name: 'ExplainedEvent' })
export class ExplainedEventView {
  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty()
  readonly timestamp: Date;

  @ApiProperty({ description: 'When it became known here.' })
  readonly createdAt: Date;

  @ApiProperty({ type: CauseView })
  readonly cause: CauseView;

  @ApiProperty({ type: [FindingView], description: 'What became of it for each receiver.' })
  readonly receivers: readonly FindingView[];
}

/** Answer of GET /consignments/{courier}/{trackingNumber}/explain. */
@ApiSchema({ name: 'Explanation' })
export class ExplanationView {
  @ApiProperty()
  readonly courier: string;

  @ApiProperty({ description: 'Normalised.' })
  readonly trackingNumber: string;

  @ApiProperty({ ...nullableId, description: 'null = your account has no record of this parcel.' })
  readonly consignmentId: string | null;

  @ApiProperty({ enum: EVENT_NAMES, nullable: true, description: 'As asked for.' })
  readonly event: EventName | null;

  @ApiProperty({ ...nullableId, description: 'As asked for.' })
  readonly receiverId: string | null;

  @ApiProperty({ type: FindingView, description: 'The first link of the chain that broke, or the good end, or `not_all_explained`.' })
  readonly verdict: FindingView;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: `How many receivers of your account are not explained: all but the ${MOST_RECEIVERS} oldest. Of these only deliveries are shown, the ones not delivered first. While the number is above 0, \`verdict\` never says that all is well. Name one by \`receiverId\`.`,
  })
  readonly receiversNotExplained: number;

  @ApiProperty({ type: [FindingView], description: 'All that is notable, `verdict` among it, in the order of the chain.' })
  readonly notable: readonly FindingView[];

  @ApiProperty({ type: [ExplainedEventView], description: 'The events that occurred, newest first, the newest 50.' })
  readonly events: readonly ExplainedEventView[];
}

export function toExplanationView(
  asked: { readonly event: EventName | undefined; readonly receiverId: string | undefined },
  { parcel, consignment, receiversNotExplained }: ParcelHistory,
  { verdict, notable, events }: Explanation,
): ExplanationView {
  return {
    ...parcel,
    consignmentId: consignment?.consignmentId ?? null,
    event: asked.event ?? null,
    receiverId: asked.receiverId ?? null,
    receiversNotExplained,
    verdict: toFindingView(verdict),
    notable: notable.map(toFindingView),
    events: events.map(toEventView),
  };
}

const toFindingView = ({ scanId, ...rest }: Finding): FindingView => ({ ...rest, scan_id: scanId });

const toEventView = ({
  event: { eventid, event, timestamp, createdAt },
  cause,
  because,
  receivers,
}: ExplainedEvent): ExplainedEventView => ({
  eventid,
  event,
  timestamp,
  createdAt,
  cause: { kind: cause.kind, scan_id: cause.kind === 'scan' ? writtenScanId(cause.scan.scan) : null, meaning: because },
  receivers: receivers.map(toFindingView),
});

const verdict = {
  code: 'switched_off',
  severity: 'problem',
  meaning: 'The receiver "shop" was switched off (`enabled` false) when the event occurred: onOutForDelivery was not sent to it.',
  toDo: 'Set `enabled` to true. Send it with POST /receivers/{receiverId}/redeliver and `status: missing`.',
  at: '2026-03-29T08:00:01.000Z',
  scan_id: null,
  eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  deliveryId: null,
};

export const EXPLANATION_EXAMPLE = {
  courier: 'acme-express',
  trackingNumber: 'JD01460003',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  event: 'onOutForDelivery',
  receiverId: null,
  receiversNotExplained: 0,
  verdict,
  notable: [verdict],
  events: [
    {
      eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
      event: 'onOutForDelivery',
      timestamp: '2026-03-29T08:00:00.000Z',
      createdAt: '2026-03-29T08:00:01.000Z',
      cause: {
        kind: 'scan',
        scan_id: 'JD01460003/OFD',
        meaning:
          'The scan "JD01460003/OFD" of 2026-03-29T08:00:00Z was read as OutForDelivery by the operator\'s rule mappings/acme-express.yaml:12, which causes onOutForDelivery.',
      },
      receivers: [verdict],
    },
  ],
};
