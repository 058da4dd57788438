// in: whoever keeps a firewall in front of a receiver; no token (spec: Authentication, fixed IPv4 addresses; domain D.11)
import { Controller, Get, Inject } from '@nestjs/common';
import { Public } from '../auth/access.decorator.js';
import { TOKEN_API_CONFIG, type TokenApiConfig } from '../token-api.config.js';

@Controller('sender-addresses')
export class SenderAddressesController {
  constructor(@Inject(TOKEN_API_CONFIG) private readonly config: Pick<TokenApiConfig, 'senderAddresses'>) {}

  @Get()
  @Public()
  list(): { addresses: readonly string[] } {
    return { addresses: this.config.senderAddresses };
  }
}
