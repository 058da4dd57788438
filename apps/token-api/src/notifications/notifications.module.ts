import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { DecisionsRepository } from './decisions.repository.js';
import { NotificationEvents } from './notification-events.provider.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsJob } from './notifications.job.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { PublishingRepository } from './publishing.repository.js';

/** Decides, shows and sends operational events. */
@Module({
  imports: [MessagesModule, MailModule],
  controllers: [NotificationsController],
  providers: [
    NotificationsJob,
    NotificationsService,
    NotificationsRepository,
    DecisionsRepository,
    PublishingRepository,
    NotificationEvents,
  ],
  exports: [NotificationsRepository],
})
export class NotificationsModule {}
