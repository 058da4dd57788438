import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  CERTIFICATE_ROLES,
  type CertificateRole,
  DELIVERY_STATES,
  type DeliveryState,
  DISABLED_REASONS,
  exampleOperationalEvent,
  MOST_DELIVERY_IDS,
  MOST_LISTED,
  OPERATIONAL_EVENT_NAMES,
  type OperationalEventName,
  OUTAGE_REASONS,
} from '#libs/contracts';
import { MAIL_STATES, type MailState } from '#libs/persistence';
import { IsCursorOf, PageDto, PageOfList } from '../paging/page.dto.js';
import { type PageRange, toPageRange } from '../paging/page.js';
import { IsChoice, IsOmittable, RefusesUnknown } from '../validation/field.decorator.js';

/** Query of GET /notifications. */
@RefusesUnknown()
export class ListNotificationsDto extends PageDto {
  @IsOmittable()
  @IsCursorOf('notifications')
  cursor?: string;

  @IsOmittable()
  @IsChoice(OPERATIONAL_EVENT_NAMES, 'Only events of this type.')
  type?: OperationalEventName;
}

export interface NotificationFilter extends PageRange {
  readonly account: number;
  readonly type?: OperationalEventName | undefined;
}

/** Converts a checked query to the filter of the list. */
export const toNotificationFilter = (account: number, query: ListNotificationsDto): NotificationFilter => ({
  ...toPageRange('notifications', query),
  account,
  type: query.type,
});

const REASONS = [...OUTAGE_REASONS, ...DISABLED_REASONS] as const;

/** An entry of an operational event. Its fields depend on the type of the event. */
class NotificationEntry {
  @ApiProperty({ format: 'uuid' })
  readonly receiverId: string;

  @ApiProperty({
    enum: REASONS,
    required: false,
    description:
      'Of `receiver.failing` and `receiver.recovered`: `errors` · `credentials` · `circuit_open` · `held` · `limited`. Of `receiver.disabled`: `gone` · `failing`.',
  })
  readonly reason?: (typeof REASONS)[number];

  @ApiProperty({ format: 'date-time', required: false, description: 'When the outage began.' })
  readonly since?: string;

  @ApiProperty({ format: 'date-time', required: false, description: 'When the service disabled the receiver.' })
  readonly disabledAt?: string;

  @ApiProperty({ type: 'integer', minimum: 1, required: false, description: 'The number of ended deliveries of the receiver.' })
  readonly count?: number;

  @ApiProperty({ type: [String], required: false, description: `The first ${MOST_DELIVERY_IDS} of these deliveries.` })
  readonly deliveryIds?: readonly string[];

  @ApiProperty({
    enum: CERTIFICATE_ROLES,
    required: false,
    description: '`client` = the service presents the certificate · `server` = the receiver presented it.',
  })
  readonly certificate?: CertificateRole;

  @ApiProperty({ format: 'date-time', required: false, description: 'When the certificate expires.' })
  readonly notAfter?: string;
}

class NotificationData {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of receivers, deliveries or certificates that the event is about.' })
  readonly count: number;

  @ApiProperty({ type: [NotificationEntry], description: `The first ${MOST_LISTED} entries.` })
  readonly receivers: readonly NotificationEntry[];
}

/** The most deliveries that an event of the list names. */
export const MOST_DELIVERIES = 20;

/** The delivery of an operational event to one receiver. */
class NotificationDelivery {
  @ApiProperty({ format: 'uuid' })
  readonly deliveryId: string;

  @ApiProperty({ format: 'uuid' })
  readonly receiverId: string;

  @ApiProperty({ enum: DELIVERY_STATES })
  readonly status: DeliveryState;
}

/** The mail of an operational event to one notification target. */
class NotificationMail {
  @ApiProperty({ format: 'uuid' })
  readonly targetId: string;

  @ApiProperty({ description: 'The name of the target.' })
  readonly name: string;

  @ApiProperty({
    enum: MAIL_STATES,
    description:
      '`pending` = it is sent soon, comes again, or waits for the mail at the end of the hour · `sent` = the mail server took it.',
  })
  readonly state: MailState;
}

/** An operational event as it was decided. A receiver that it mentions gets it without the entries about itself. */
@ApiSchema({ name: 'Notification' })
export class NotificationView {
  @ApiProperty({ enum: OPERATIONAL_EVENT_NAMES })
  readonly type: OperationalEventName;

  @ApiProperty({ format: 'uuid', description: 'The same id as in the webhooks. `GET /deliveries?eventid=` lists their deliveries.' })
  readonly eventid: string;

  @ApiProperty({ format: 'date-time', description: 'When the service decided it.' })
  readonly timestamp: string;

  @ApiProperty()
  readonly data: NotificationData;

  @ApiProperty({
    type: [NotificationDelivery],
    description: `The first ${MOST_DELIVERIES} deliveries of the event. Empty for a second after the event, and when no receiver lists its type.`,
  })
  readonly deliveries: readonly NotificationDelivery[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of all deliveries of the event.' })
  readonly deliveryCount: number;

  @ApiProperty({ type: [NotificationMail], description: 'The mails of the event to notification targets that exist.' })
  readonly mails: readonly NotificationMail[];
}

/** Answer of GET /notifications. */
export class NotificationPage extends PageOfList {
  @ApiProperty({ type: [NotificationView] })
  readonly notifications: readonly NotificationView[];
}

export const NOTIFICATIONS_EXAMPLE = {
  notifications: [
    {
      ...exampleOperationalEvent({
        type: 'receiver.failing',
        eventid: '5b0a1c52-9d3f-4b61-8a4e-2f6f0f5f3c21',
        atMs: Date.parse('2026-03-29T10:00:00.000Z'),
      }),
      deliveries: [
        { deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11', receiverId: '9b2d1c3e-5f60-4a7b-8c9d-0e1f2a3b4c5d', status: 'delivered' },
      ],
      deliveryCount: 1,
      mails: [{ targetId: '6f1d0b5c-8a4e-4c0d-9a57-2f4f0a1c7b3e', name: 'Anna', state: 'sent' }],
    },
  ],
  nextCursor: null,
};
