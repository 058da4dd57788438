// in: a customer managing API tokens (spec: List, Create, Revoke token; domain D.9); all need scope `generate`
import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { requestedScope } from './requested-scope.js';
import { GenerateTokenDto, RevokeTokenDto } from './tokens.dto.js';
import { type GeneratedToken, TokensService, type TokenView } from './tokens.service.js';

@Controller('tokens')
@NeedsScope('generate')
export class TokensController {
  constructor(@Inject(TokensService) private readonly tokens: TokensService) {}

  @Get('list')
  async list(@CallerParam() caller: Caller): Promise<{ tokens: TokenView[] }> {
    return { tokens: await this.tokens.list(caller.account) };
  }

  @Post('generate')
  @HttpCode(200)
  generate(@CallerParam() caller: Caller, @Body() body: GenerateTokenDto): Promise<GeneratedToken> {
    return this.tokens.generate(caller, { scope: requestedScope(body), note: body.note ?? '' });
  }

  @Post('revoke')
  @HttpCode(200)
  async revoke(@CallerParam() caller: Caller, @Body() { tokenId }: RevokeTokenDto): Promise<{ tokenId: number; revoked: true }> {
    await this.tokens.revoke(caller, tokenId);
    return { tokenId, revoked: true };
  }
}
