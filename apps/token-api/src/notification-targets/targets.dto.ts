import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { OPERATIONAL_EVENT_NAMES, type OperationalEventName } from '#libs/contracts';
import type { TargetState } from '#libs/persistence';
import { addressFault } from '../mail/mail-address.js';
import { IsChoice, IsListOf, IsName, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { choice, invalid, listOf, orNull, ruleOf, uuid } from '../validation/field-rules.js';

const MAX_NAME_CHARS = 100;
const MAX_RECEIVERS = 1000;
const KINDS = ['email'] as const;
const STATES = ['unconfirmed', 'confirmed', 'unsubscribed', 'undeliverable'] as const satisfies readonly TargetState[];

const mailAddress = ruleOf({ type: 'string', format: 'email', maxLength: 254 }, (value) => {
  if (typeof value !== 'string') return invalid('Not a valid string.');
  const fault = addressFault(value);
  return fault === undefined ? [] : invalid(fault);
});

class TargetSettings {
  @IsName({ max: MAX_NAME_CHARS, description: 'A name for people; empty or left out = `mail`. Every reader of the account sees it.' })
  name: string;

  @IsListOf(
    choice(OPERATIONAL_EVENT_NAMES),
    OPERATIONAL_EVENT_NAMES.length * 2,
    'The operational events that the target hears; left out when the target is made = all that exist then.',
  )
  types: OperationalEventName[];

  @Satisfies(orNull(listOf(uuid, MAX_RECEIVERS)), 'Only events about these receivers of the account; null or left out = all receivers.')
  receiverIds: string[] | null;
}

/** Body of POST /notification-targets. */
@RefusesUnknown()
export class CreateTargetDto extends PartialType(TargetSettings, { skipNullProperties: false }) {
  @IsChoice(KINDS, '`email`: mails to one address.')
  kind: (typeof KINDS)[number];

  @Satisfies(mailAddress, 'The mail address. Its owner must confirm it. Only scope `write` sees it.')
  address: string;
}

/** Body of PATCH /notification-targets/{targetId}. */
@RefusesUnknown()
export class ChangeTargetDto extends PartialType(TargetSettings, { skipNullProperties: false }) {}

/** Query of GET /notification-targets, which has no filters. */
@RefusesUnknown()
export class ListTargetsDto {}

@ApiSchema({ name: 'NotificationTarget' })
export class TargetView {
  @ApiProperty({ format: 'uuid' })
  readonly targetId: string;

  @ApiProperty({ enum: KINDS })
  readonly kind: (typeof KINDS)[number];

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'null = the caller has no scope `write`.' })
  readonly address: string | null;

  @ApiProperty({ enum: OPERATIONAL_EVENT_NAMES, isArray: true })
  readonly types: readonly OperationalEventName[];

  @ApiProperty({ type: [String], nullable: true, description: 'null = all receivers.' })
  readonly receiverIds: readonly string[] | null;

  @ApiProperty({
    enum: STATES,
    description:
      '`unconfirmed` = its owner has not confirmed the address, so nothing is sent · `confirmed` = mails are sent · `unsubscribed` = its reader wants none · `undeliverable` = the mail server refused the address for days.',
  })
  readonly state: TargetState;

  @ApiProperty({ format: 'date-time', description: 'When the state was reached.' })
  readonly stateAt: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The words of the mail server that refused the last mail; null = none was refused, or the caller has no scope `write`.',
  })
  readonly lastRefusal: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly updatedAt: string;
}

/** Answer of GET /notification-targets. */
export class NotificationTargets {
  @ApiProperty({ type: [TargetView] })
  readonly targets: readonly TargetView[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The settings that the operator lacks: without them no mail is sent and no target can be made. null = none.',
  })
  readonly missingSettings: string | null;
}

/** Answer of POST /notification-targets/{targetId}/test. */
@ApiSchema({ name: 'TargetTest' })
export class TargetTestView {
  @ApiProperty({
    enum: ['sent', 'refused', 'failed'],
    description: '`refused` = the mail server refuses the address · `failed` = it did not take the mail.',
  })
  readonly outcome: 'sent' | 'refused' | 'failed';

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`refused`: the words of the mail server · `failed`: what to do · null = the mail server took the mail.',
  })
  readonly detail: string | null;
}

const target = {
  targetId: '6f1d0b5c-8a4e-4c0d-9a57-2f4f0a1c7b3e',
  kind: 'email',
  name: 'Anna',
  address: 'anna@shop.example',
  types: ['receiver.failing', 'receiver.recovered'],
  receiverIds: null,
  state: 'confirmed',
  stateAt: '2026-03-29T10:05:00.000Z',
  lastRefusal: null,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:05:00.000Z',
};

export const TARGET_EXAMPLES = {
  smallest: { kind: 'email', address: 'anna@shop.example' },
  full: { kind: 'email', address: 'anna@shop.example', name: 'Anna', types: ['receiver.failing', 'receiver.recovered'], receiverIds: null },
  types: { types: ['receiver.failing'] },
  target,
  created: { ...target, state: 'unconfirmed', stateAt: target.createdAt, updatedAt: target.createdAt },
  list: { targets: [target], missingSettings: null },
  tested: { outcome: 'sent', detail: null },
};
