import { Module } from '@nestjs/common';
import { ReceiverEndsRepository } from './receiver-ends.repository.js';
import { RollupProgressRepository } from './rollup-progress.repository.js';
import { RollupsJob } from './rollups.job.js';
import { RollupsRepository } from './rollups.repository.js';
import { Rollups } from './rollups.service.js';

@Module({ providers: [RollupsJob, Rollups, RollupsRepository, ReceiverEndsRepository, RollupProgressRepository] })
export class RollupsModule {}
