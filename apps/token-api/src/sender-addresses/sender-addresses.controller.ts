// in: requests of people who run a receiver's firewall; no token (spec: Authentication, fixed IPv4 addresses; domain D.11)
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { Public } from '../http/access.decorator.js';
import { CONFIG } from '#libs/config';
import type { TokenApiConfig } from '../token-api.config.js';

/** Answer of GET /sender-addresses. */
class SenderAddresses {
  @ApiProperty({ type: [String], format: 'ipv4' })
  readonly addresses: readonly string[];
}

@Controller('sender-addresses')
export class SenderAddressesController {
  constructor(@Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'senderAddresses'>) {}

  @Get()
  @Public()
  @ApiOperation({
    operationId: 'listSenderAddresses',
    summary: 'The addresses that webhooks come from',
    description: 'Let your firewall take requests from these addresses. This route needs no token.',
  })
  @ApiOkResponse({
    description: 'The IPv4 addresses for your firewall; empty when the operator has fixed none.',
    type: SenderAddresses,
    example: { addresses: ['203.0.113.7', '203.0.113.8', '203.0.113.9'] },
  })
  list(): SenderAddresses {
    return { addresses: this.config.senderAddresses };
  }
}
