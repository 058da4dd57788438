// in: a customer configuring the endpoints webhooks go to (domain D.10); `read` looks, `write` changes
import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { UuidParam } from '../http/uuid-param.decorator.js';
import type { ReceiverView } from './receiver-view.js';
import { ChangeReceiverDto, CreateReceiverDto, RotateSigningDto } from './receivers.dto.js';
import { ReceiversService } from './receivers.service.js';

@Controller('receivers')
export class ReceiversController {
  constructor(@Inject(ReceiversService) private readonly receivers: ReceiversService) {}

  @Post()
  @NeedsScope('write')
  create(@CallerParam() caller: Caller, @Body() body: CreateReceiverDto): Promise<ReceiverView> {
    return this.receivers.create(caller, body);
  }

  @Get()
  @NeedsScope('read')
  async list(@CallerParam() caller: Caller): Promise<{ receivers: ReceiverView[] }> {
    return { receivers: await this.receivers.list(caller.account) };
  }

  @Get(':receiverId')
  @NeedsScope('read')
  find(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<ReceiverView> {
    return this.receivers.find(caller.account, receiverId);
  }

  @Patch(':receiverId')
  @NeedsScope('write')
  change(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @Body() body: ChangeReceiverDto,
  ): Promise<ReceiverView> {
    return this.receivers.change(caller, receiverId, body);
  }

  /** Its pending deliveries end as `cancelled`. */
  @Delete(':receiverId')
  @HttpCode(204)
  @NeedsScope('write')
  delete(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<void> {
    return this.receivers.delete(caller, receiverId);
  }

  @Post(':receiverId/signing/rotate')
  @HttpCode(200)
  @NeedsScope('write')
  rotateSigning(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @Body() { overlapMs }: RotateSigningDto,
  ): Promise<ReceiverView> {
    return this.receivers.rotateSigning(caller, receiverId, overlapMs);
  }

  @Delete(':receiverId/signing/previous')
  @HttpCode(204)
  @NeedsScope('write')
  endSigningOverlap(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<void> {
    return this.receivers.endSigningOverlap(caller, receiverId);
  }
}
