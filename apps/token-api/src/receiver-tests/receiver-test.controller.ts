// in: a customer who wants to see one webhook arrive (domain D.11)
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { DELIVERY_EXAMPLES, DeliveryDetail } from '../deliveries/deliveries.dto.js';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { TestReceiverDto } from '../receivers/receivers.dto.js';
import { ReceiverTestService } from './receiver-test.service.js';

@Controller('receivers')
export class ReceiverTestController {
  constructor(private readonly tests: ReceiverTestService) {}

  @Post(':receiverId/test')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'testReceiver',
    summary: 'Send a test event to a receiver',
    description:
      'Sends an event about a parcel that does not exist (`orderNo` is TEST), or an operational event about a receiver that does not exist. The event is sent once, even if the receiver is switched off, disabled or hanging, and whatever its `events` and `filter` say. So a successful test proves neither of them, and it closes no open circuit. The answer shows the attempt; only this answer shows the signature that was sent. The delivery is still `pending` if no attempt was made within the time-out of the receiver plus 5 s. 429 also when five tests of the account are running.',
  })
  @ApiBody({ type: TestReceiverDto, examples: { delivered: { value: { event: 'onDelivered' } } } })
  @ApiOkResponse({ description: 'The delivery with its attempt.', type: DeliveryDetail, example: DELIVERY_EXAMPLES.detail })
  test(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @Body() { event }: TestReceiverDto,
  ): Promise<DeliveryDetail> {
    return this.tests.test(caller, receiverId, event);
  }
}
