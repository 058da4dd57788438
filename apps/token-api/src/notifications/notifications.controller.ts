// in: a customer who asks for the operational events of the account
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { ListNotificationsDto, NotificationPage, NOTIFICATIONS_EXAMPLE, toNotificationFilter } from './notifications.dto.js';
import { NotificationsService } from './notifications.service.js';

@Controller('notifications')
@NeedsScope('read')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listNotifications',
    summary: 'Operational events, newest first',
    description:
      'Events about receivers that fail, recover or were disabled, about deliveries that ended without success, and about certificates that expire. Receivers that name these types in `events` get them as webhooks. This list has them even if no receiver names them. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: NotificationPage, example: NOTIFICATIONS_EXAMPLE })
  list(@CallerParam() caller: Caller, @Query() query: ListNotificationsDto): Promise<NotificationPage> {
    return this.notifications.list(toNotificationFilter(caller.account, query));
  }
}
