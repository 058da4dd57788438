// in: a customer who asks why a webhook came or did not come
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { TextParam } from '../http/params.decorator.js';
import { EXPLANATION_EXAMPLE, ExplainDto, ExplanationView } from './explain.dto.js';
import { ExplainService } from './explain.service.js';

@Controller('consignments')
@NeedsScope('read')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  @Get(':courier/:trackingNumber/explain')
  @ApiOperation({
    operationId: 'explainConsignment',
    summary: 'Explain why a webhook came or did not come',
    description:
      'Follows the chain from the record to the last attempt. With `event`, `verdict` is the first broken link, or the result of the newest event of that name. Without `event`, the answer lists what is notable about the parcel. An unknown parcel gets an explanation, too. The answer covers the newest 200 scans, the newest 50 events and the 20 oldest receivers of the account; name any other receiver by `receiverId`.',
  })
  @ApiOkResponse({ description: 'The explanation.', type: ExplanationView, example: EXPLANATION_EXAMPLE })
  explain(
    @CallerParam() { account }: Caller,
    @TextParam('courier') courier: string,
    @TextParam('trackingNumber') trackingNumber: string,
    @Query() { event, receiverId }: ExplainDto,
  ): Promise<ExplanationView> {
    return this.explanations.explain({ account, courier, trackingNumber, event, receiverId });
  }
}
