import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { DISABLED_REASONS, type DisabledReason } from '#libs/contracts';
import { OpenCircuit, ReceiverHealthView } from '../receiver-health/receiver-health.dto.js';
import { ShownFields } from '../validation/field.decorator.js';
import { FilterView } from '../receiver-filters/filter.dto.js';
import { OTHER_SETTINGS, ReceiverSettings } from './receiver-settings.dto.js';

class ShownAuthNone {
  @ApiProperty({ enum: ['none'] })
  readonly type: 'none';
}

class ShownAuthBasic {
  @ApiProperty({ enum: ['basic'] })
  readonly type: 'basic';

  @ApiProperty()
  readonly username: string;
}

class ShownAuthHeaders {
  @ApiProperty({ enum: ['headers'] })
  readonly type: 'headers';

  @ApiProperty({ type: [String] })
  readonly headerNames: readonly string[];
}

class ShownAuthOAuth2 {
  @ApiProperty({ enum: ['oauth2'] })
  readonly type: 'oauth2';

  @ApiProperty()
  readonly tokenUrl: string;

  @ApiProperty()
  readonly clientId: string;

  @ApiProperty({ required: false })
  readonly scope?: string;
}

/** The public parts of `auth`. */
export type AuthView = ShownAuthNone | ShownAuthBasic | ShownAuthHeaders | ShownAuthOAuth2;

const SHOWN_AUTHS = { none: ShownAuthNone, basic: ShownAuthBasic, headers: ShownAuthHeaders, oauth2: ShownAuthOAuth2 };

/** A client certificate without its key. */
@ApiSchema({ name: 'ClientCertificate' })
export class ClientCertificateView {
  @ApiProperty()
  readonly subject: string;

  @ApiProperty()
  readonly issuer: string;

  @ApiProperty({ description: 'The serial number, in hexadecimal.' })
  readonly serialNumber: string;

  @ApiProperty({ format: 'date-time' })
  readonly notBefore: string;

  @ApiProperty({ format: 'date-time', description: 'The expiry of the certificate: send its successor before this time.' })
  readonly notAfter: string;

  @ApiProperty({ description: 'SHA-256 of the certificate.' })
  readonly fingerprint256: string;
}

@ApiSchema({ name: 'Signing' })
export class SigningView {
  @ApiProperty()
  readonly enabled: boolean;

  @ApiProperty({
    required: false,
    description:
      'The secret that signs every webhook (Standard Webhooks), `whsec_…`. Only the answer to the request that created it shows it.',
  })
  readonly secret?: string;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'The time until which replaced secrets sign beside the newest secret; absent when no secret was replaced.',
  })
  readonly previousValidUntil?: string;
}

/** When and why the service disabled the receiver, as its owner configured. */
@ApiSchema({ name: 'Disabled' })
export class DisabledView {
  @ApiProperty({ format: 'date-time' })
  readonly at: string;

  @ApiProperty({
    enum: DISABLED_REASONS,
    description: '`gone` = it answered 410 · `failing` = no success for `disableAfterFailingFor`.',
  })
  readonly reason: DisabledReason;
}

/** A receiver as its customer sees it (domain D.10): credentials go in and never come out again. */
@ApiSchema({ name: 'Receiver' })
@ApiExtraModels(...Object.values(SHOWN_AUTHS))
export class ReceiverView extends ShownFields(ReceiverSettings, OTHER_SETTINGS) {
  @ApiProperty({ format: 'uuid' })
  readonly receiverId: string;

  @ApiProperty({
    description:
      'An event must match every list; an empty list allows all values. Each event is judged by itself: a parcel may be told in part.',
  })
  readonly filter: FilterView;

  @ApiProperty({
    title: 'ShownAuth',
    description: 'The public parts of `auth`.',
    oneOf: Object.values(SHOWN_AUTHS).map((auth) => ({ $ref: getSchemaPath(auth) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(Object.entries(SHOWN_AUTHS).map(([type, auth]) => [type, getSchemaPath(auth)])),
    },
  })
  readonly auth: AuthView;

  @ApiProperty({ type: ClientCertificateView, nullable: true })
  readonly clientCertificate: ClientCertificateView | null;

  @ApiProperty()
  readonly signing: SigningView;

  @ApiProperty({
    type: DisabledView,
    nullable: true,
    description:
      'When and why the service disabled the receiver; null = the service has not disabled it. `enabled: true` enables the receiver again.',
  })
  readonly disabled: DisabledView | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly updatedAt: string;
}

/** A receiver with its health. */
export class ListedReceiver extends ReceiverView {
  @ApiProperty()
  readonly health: ReceiverHealthView;
}

/** Answer of GET /receivers/{receiverId}. */
export class ReceiverDetail extends ListedReceiver {
  @ApiProperty({
    type: OpenCircuit,
    nullable: true,
    description:
      'The open circuit: five POSTs in a row have timed out. Now and then one attempt goes out as a probe; the other attempts wait. Any answer closes the circuit. null = the circuit is closed.',
  })
  readonly circuit: OpenCircuit | null;
}

/** Answer of GET /receivers. */
export class Receivers {
  @ApiProperty({ type: [ListedReceiver] })
  readonly receivers: readonly ListedReceiver[];
}
