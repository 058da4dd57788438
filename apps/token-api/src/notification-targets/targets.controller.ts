// in: a customer who configures whom operational events reach by mail
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { Fails } from '../openapi/fails.decorator.js';
import {
  ChangeTargetDto,
  CreateTargetDto,
  ListTargetsDto,
  NotificationTargets,
  TARGET_EXAMPLES,
  TargetTestView,
  TargetView,
} from './targets.dto.js';
import { TargetsService } from './targets.service.js';

@Controller('notification-targets')
export class TargetsController {
  constructor(private readonly targets: TargetsService) {}

  @Post()
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'createNotificationTarget',
    summary: 'Add a mail address that hears of operational events',
    description:
      'The owner of the address gets a mail with a link, and must confirm within three days. An address gets at most three such mails a day, one from each account; a mail that may not go today goes tomorrow. 409 when the operator has not set up mail, or when the account has 20 targets or 5 unconfirmed ones. Unknown fields are refused by name.',
  })
  @ApiBody({ type: CreateTargetDto, examples: { smallest: { value: TARGET_EXAMPLES.smallest }, full: { value: TARGET_EXAMPLES.full } } })
  @ApiCreatedResponse({ description: 'The target, unconfirmed.', type: TargetView, example: TARGET_EXAMPLES.created })
  @Fails('conflict')
  create(@CallerParam() caller: Caller, @Body() body: CreateTargetDto): Promise<TargetView> {
    return this.targets.create(caller, body);
  }

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'listNotificationTargets',
    summary: 'The notification targets of the account',
    description: 'All targets in one answer. Only scope `write` sees their addresses.',
  })
  @ApiOkResponse({ description: 'The targets in the order of their creation.', type: NotificationTargets, example: TARGET_EXAMPLES.list })
  @Fails('invalid')
  list(@Query() _: ListTargetsDto, @CallerParam() caller: Caller): Promise<NotificationTargets> {
    return this.targets.list(caller);
  }

  @Get(':targetId')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getNotificationTarget',
    summary: 'One notification target',
    description: 'Only scope `write` sees its address.',
  })
  @ApiOkResponse({ description: 'The target.', type: TargetView, example: TARGET_EXAMPLES.target })
  find(@CallerParam() caller: Caller, @UuidParam('targetId') targetId: string): Promise<TargetView> {
    return this.targets.find(caller, targetId);
  }

  @Patch(':targetId')
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'changeNotificationTarget',
    summary: 'Change a notification target',
    description: 'Fields that are left out stay as they are. The address cannot be changed: make another target.',
  })
  @ApiBody({ type: ChangeTargetDto, examples: { types: { value: TARGET_EXAMPLES.types } } })
  @ApiOkResponse({ description: 'The target as it is now.', type: TargetView, example: TARGET_EXAMPLES.target })
  change(@CallerParam() caller: Caller, @UuidParam('targetId') targetId: string, @Body() body: ChangeTargetDto): Promise<TargetView> {
    return this.targets.change(caller, targetId, body);
  }

  @Delete(':targetId')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'deleteNotificationTarget',
    summary: 'Delete a notification target',
    description: 'Mails that wait are not sent. The address is gone.',
  })
  @ApiNoContentResponse({ description: 'The target is deleted.' })
  delete(@CallerParam() caller: Caller, @UuidParam('targetId') targetId: string): Promise<void> {
    return this.targets.delete(caller, targetId);
  }

  @Post(':targetId/confirmation')
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'requestConfirmation',
    summary: 'Ask the owner of the address again',
    description: 'Sends another mail with a link when the limits of the address allow it. 409 when the target is confirmed.',
  })
  @ApiAcceptedResponse({ description: 'The target, unconfirmed.', type: TargetView, example: TARGET_EXAMPLES.created })
  @Fails('conflict')
  ask(@CallerParam() caller: Caller, @UuidParam('targetId') targetId: string): Promise<TargetView> {
    return this.targets.ask(caller, targetId);
  }

  @Post(':targetId/test')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'testNotificationTarget',
    summary: 'Send a test mail',
    description:
      'Waits until the mail server has answered. The mail counts for the ten mails an hour of the target. 409 when the target is not confirmed, or has had its mails of this hour.',
  })
  @ApiOkResponse({ description: 'The answer of the mail server.', type: TargetTestView, example: TARGET_EXAMPLES.tested })
  @Fails('conflict')
  test(@CallerParam() caller: Caller, @UuidParam('targetId') targetId: string): Promise<TargetTestView> {
    return this.targets.test(caller, targetId);
  }
}
