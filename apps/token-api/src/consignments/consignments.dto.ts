import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_NAMES,
  type EventName,
  type ReadAs,
  READERS,
  READINGS,
  type ReadBy,
  REFERENCE_KEYS,
  type References,
} from '#libs/contracts';

class ReadByView {
  @ApiProperty({
    enum: READERS,
    description:
      'The source of the reading: a rule in the operator’s CARRIERS_DIR, a rule that comes with the service, the `status_hint` of the producer, or none of these.',
  })
  readonly layer: ReadBy['layer'];

  @ApiProperty({ type: 'string', nullable: true, description: 'File and line of the rule in its layer; null = no rule decided.' })
  readonly rule: string | null;

  @ApiProperty({ description: 'The hash of the carrier files that were in force; `mapping:check` prints the hash of a folder.' })
  readonly ruleSet: string;
}

/** One carrier notice; texts as received, null = not stated. */
@ApiSchema({ name: 'ConsignmentScan' })
export class ScanView {
  @ApiProperty()
  readonly scan_id: string;

  @ApiProperty({ format: 'date-time' })
  readonly occurred_at: string;

  @ApiProperty({ type: 'string', nullable: true })
  readonly carrier_code: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  readonly carrier_sub_code: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  readonly raw_text: string | null;

  @ApiProperty()
  readonly location: string;

  @ApiProperty({ type: 'string', nullable: true })
  readonly status_hint: string | null;

  @ApiProperty({
    enum: READINGS,
    description:
      'The status that the scan was read as. `unmapped` = neither a mapping rule nor a hint gives a status, so the scan counts as InternalStatus. `FailedAttempt` = a failed attempt that the carrier does not number.',
  })
  readonly readAs: ReadAs;

  @ApiProperty({ description: 'The source of `readAs`.' })
  readonly readBy: ReadByView;

  @ApiProperty({
    description: 'True = the scan is older than a scan that came before it. Its events are sent, but the status of the parcel stays.',
  })
  readonly isLate: boolean;

  @ApiProperty({ description: 'True = the scan came before the record of its parcel, and waited for the record.' })
  readonly waitedForRecord: boolean;

  @ApiProperty()
  readonly receivedAt: Date;
}

export class ConsignmentEvent {
  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty()
  readonly timestamp: Date;

  @ApiProperty()
  readonly createdAt: Date;
}

const TIME = String.raw`^\d{2}:\d{2}:\d{2}$`;

export class ExpectedDeliveryView {
  @ApiProperty({ format: 'date' })
  readonly startDate: string;

  @ApiProperty({ format: 'date' })
  readonly endDate: string;

  @ApiProperty({ pattern: TIME, required: false })
  readonly startTime?: string;

  @ApiProperty({ pattern: TIME, required: false })
  readonly endTime?: string;
}

const REFERENCES = {
  title: 'References',
  selfRequired: true,
  required: [...REFERENCE_KEYS],
  properties: Object.fromEntries(REFERENCE_KEYS.map((key) => [key, { type: 'string' as const }])),
};

@ApiSchema({ name: 'Consignment' })
export class ConsignmentView {
  @ApiProperty({ format: 'uuid' })
  readonly consignmentId: string;

  @ApiProperty()
  readonly courier: string;

  @ApiProperty({ description: 'Normalised; `references` has the number as it was written.' })
  readonly trackingNumber: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the parcels of this number: 2 and more = the number was used again.' })
  readonly generation: number;

  @ApiProperty({ type: 'object', ...REFERENCES })
  readonly references: References;

  @ApiProperty({ enum: DELIVERY_STATUSES, description: '`Pending` before the first scan.' })
  readonly status: DeliveryStatus;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'null = nothing has happened yet.' })
  readonly statusAt: string | null;

  @ApiProperty({ type: ExpectedDeliveryView, nullable: true })
  readonly expectedDelivery: ExpectedDeliveryView | null;

  @ApiProperty({ description: '"" = not known.' })
  readonly deliveryLocation: string;

  @ApiProperty()
  readonly trackingLink: string;

  @ApiProperty({ description: '"" = not available.' })
  readonly rerouteLink: string;

  @ApiProperty({ type: 'string', nullable: true })
  readonly sendDate: string | null;

  @ApiProperty()
  readonly isReturn: boolean;

  @ApiProperty()
  readonly isCancelled: boolean;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty()
  readonly updatedAt: Date;

  @ApiProperty({ type: [ScanView], description: 'The newest 200, newest first; fewer if they would take more than 1 MiB.' })
  readonly scans: readonly ScanView[];

  @ApiProperty({ type: [ConsignmentEvent], description: 'The newest 200, newest first; GET /events has all events.' })
  readonly events: readonly ConsignmentEvent[];
}

export const CONSIGNMENT_EXAMPLE = {
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  courier: 'acme-express',
  trackingNumber: 'JD01460003',
  generation: 1,
  references: {
    courier: 'acme-express',
    tracking_number: 'JD 0146 0003',
    orderNo: 'A-1001',
    client: 'shop-de',
    warehouse: 'W237',
    destination_country_iso3: 'DEU',
    language: 'de',
  },
  status: 'OutForDelivery',
  statusAt: '2026-03-29T08:00:00Z',
  expectedDelivery: { startDate: '2026-03-29', endDate: '2026-03-29' },
  deliveryLocation: '',
  trackingLink: 'https://carrier.example/track/JD01460003',
  rerouteLink: '',
  sendDate: '2026-03-27',
  isReturn: false,
  isCancelled: false,
  createdAt: '2026-03-27T08:00:00.000Z',
  updatedAt: '2026-03-29T08:00:02.000Z',
  scans: [
    {
      scan_id: 'JD01460003/OFD',
      occurred_at: '2026-03-29T08:00:00Z',
      carrier_code: 'OFD',
      carrier_sub_code: null,
      raw_text: 'On vehicle for delivery',
      location: 'Bonn, DE',
      status_hint: null,
      readAs: 'OutForDelivery',
      readBy: { layer: 'operator', rule: 'mappings/acme-express.yaml:12', ruleSet: '9f2c4b7a01d3e865' },
      isLate: false,
      waitedForRecord: false,
      receivedAt: '2026-03-29T08:00:01.000Z',
    },
  ],
  events: [
    {
      eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
      event: 'onOutForDelivery',
      timestamp: '2026-03-29T08:00:00.000Z',
      createdAt: '2026-03-29T08:00:01.000Z',
    },
  ],
};
