// in: whoever keeps a firewall in front of a receiver; no token (spec: Authentication, fixed IPv4 addresses; domain D.11)
import { Controller, Get, Inject } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { Public } from '../auth/access.decorator.js';
import { Describe } from '../openapi/describe.decorator.js';
import { list, object } from '../openapi/schema-words.js';
import type { TokenApiConfig } from '../token-api.config.js';

const ADDRESSES = { title: 'SenderAddresses', ...object({ addresses: list({ type: 'string', format: 'ipv4' }) }) };

@Controller('sender-addresses')
export class SenderAddressesController {
  constructor(@Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'senderAddresses'>) {}

  @Get()
  @Public()
  @Describe({
    id: 'listSenderAddresses',
    summary: 'Where webhooks come from',
    description: 'Let your firewall take requests from these addresses. Anybody may ask.',
    answer: {
      description: 'The IPv4 addresses for your firewall; empty when the operator has fixed none.',
      schema: ADDRESSES,
      example: { addresses: ['203.0.113.7', '203.0.113.8', '203.0.113.9'] },
    },
  })
  list(): { addresses: readonly string[] } {
    return { addresses: this.config.senderAddresses };
  }
}
