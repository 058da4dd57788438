import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { LoginsService } from './logins.service.js';
import { PastSessionsJob } from './past-sessions.job.js';
import { PastSessionsRepository } from './past-sessions.repository.js';
import { SessionLinksRepository } from './session-links.repository.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [AuthModule, TokensModule],
  controllers: [SessionsController],
  providers: [LoginsService, SessionsService, SessionsRepository, SessionLinksRepository, PastSessionsRepository, PastSessionsJob],
})
export class SessionsModule {}
