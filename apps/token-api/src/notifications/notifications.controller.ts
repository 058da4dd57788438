// in: a customer asking what the service has told of the receivers
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
      'What the service tells of receivers that fail, end a failure or were disabled, of deliveries that ended without a success, and of certificates that expire. Receivers that name these types in `events` get them as webhooks; this list has them also where no receiver does. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: NotificationPage, example: NOTIFICATIONS_EXAMPLE })
  list(@CallerParam() caller: Caller, @Query() query: ListNotificationsDto): Promise<NotificationPage> {
    return this.notifications.list(toNotificationFilter(caller.account, query));
  }
}
