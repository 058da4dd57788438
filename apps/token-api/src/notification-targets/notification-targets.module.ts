import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationTargetEntity } from '#libs/persistence';
import { MailModule } from '../mail/mail.module.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { TargetsController } from './targets.controller.js';
import { TargetsRepository } from './targets.repository.js';
import { TargetsService } from './targets.service.js';

/** Whom operational events reach by mail, and the pages of the links in mails. */
@Module({
  imports: [TypeOrmModule.forFeature([NotificationTargetEntity]), MailModule],
  controllers: [TargetsController, PagesController],
  providers: [TargetsService, TargetsRepository, PagesService],
})
export class NotificationTargetsModule {}
