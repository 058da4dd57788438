// in: a customer who manages API tokens (spec: List, Create, Revoke token; domain D.9); all need scope `generate`
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { Fails } from '../openapi/fails.decorator.js';
import { GenerateTokenDto, NewToken, requestedScope, RevokedToken, RevokeTokenDto, TOKEN_EXAMPLES, Tokens } from './tokens.dto.js';
import { TokensService } from './tokens.service.js';

@Controller('tokens')
@NeedsScope('generate')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get('list')
  @ApiOperation({
    operationId: 'listTokens',
    summary: 'The active tokens of the account',
    description: 'All active tokens in one answer, with the time of their last use. There are no filters: query parameters are ignored.',
  })
  @ApiOkResponse({ description: 'The tokens in the order of `tokenId`, without secrets.', type: Tokens, example: TOKEN_EXAMPLES.list })
  async list(@CallerParam() caller: Caller): Promise<Tokens> {
    return { tokens: await this.tokens.list(caller.account) };
  }

  @Post('generate')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'generateToken',
    summary: 'Create a token',
    description:
      'The token works at once. The secret is shown in this answer only; the service keeps its hash. 409 when the account already has the most active tokens (1000 by default), or when their notes would together take more than 4 MiB.',
  })
  @ApiBody({
    type: GenerateTokenDto,
    examples: { scope: { value: { scope: 'read', note: 'look only' } }, scopes: { value: { scopes: ['read'], note: 'look only' } } },
  })
  @ApiOkResponse({ description: 'The new token.', type: NewToken, example: TOKEN_EXAMPLES.created })
  @Fails('required', 'conflict')
  generate(@CallerParam() caller: Caller, @Body() body: GenerateTokenDto): Promise<NewToken> {
    return this.tokens.generate(caller, { scope: requestedScope(body), note: body.note ?? '' });
  }

  @Post('revoke')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'Takes effect at once, also for a request whose body is still on its way. Revoking twice is no error; a token may revoke itself. The answer warns when no token is left that can create another token.',
  })
  @ApiBody({ type: RevokeTokenDto, examples: { token: { value: { tokenId: 7 } } } })
  @ApiOkResponse({ description: 'The token is revoked.', type: RevokedToken, example: { tokenId: 7, revoked: true } })
  @Fails('notFound')
  revoke(@CallerParam() caller: Caller, @Body() { tokenId }: RevokeTokenDto): Promise<RevokedToken> {
    return this.tokens.revoke(caller, tokenId);
  }
}
