import { Module } from '@nestjs/common';
import { MailEvents } from './mail-events.provider.js';
import { MailKeyRepository } from './mail-key.repository.js';
import { MailJob } from './mail.job.js';
import { MailSetup } from './mail-setup.provider.js';
import { MailsRepository } from './mails.repository.js';
import { SmtpClient } from './smtp.client.js';

/** Sends operational events and confirmations by mail. */
@Module({
  providers: [MailSetup, MailKeyRepository, MailsRepository, SmtpClient, MailEvents, MailJob],
  exports: [MailSetup, MailKeyRepository, MailsRepository, SmtpClient, MailEvents, MailJob],
})
export class MailModule {}
