import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiTokenEntity } from '#libs/persistence';
import { TokensController } from './tokens.controller.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiTokenEntity])],
  controllers: [TokensController],
  providers: [TokensService, TokensRepository],
  exports: [TokensRepository],
})
export class TokensModule {}
