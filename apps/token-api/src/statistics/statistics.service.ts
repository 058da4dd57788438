import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { StatisticsView } from './statistics.dto.js';
import { MOST_POINTS, type StatisticsRequest, tooMany, toStatisticsQuery } from './statistics-query.js';
import { StatisticsRepository } from './statistics.repository.js';
import { toPoints } from './statistics-view.js';
import { toPieces } from './time-buckets.js';

@Injectable()
export class StatisticsService {
  constructor(
    private readonly statistics: StatisticsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiError invalid when the period is not kept, or has too many points */
  async find(account: number, request: StatisticsRequest): Promise<StatisticsView> {
    const query = toStatisticsQuery(request, { account, nowMs: this.clock.nowMs() });
    if ('attr' in query) throw ApiError.ofFields([query]);
    const { quartersUntil, daysUntil } = await this.statistics.progress();
    const { boundariesMs, grain, groupBy, interval, timeZone } = query;
    const period = { fromMs: boundariesMs[0]!, toMs: boundariesMs.at(-1)! };
    const pieces = toPieces(period, grain, { quartersUntilMs: quartersUntil.getTime(), daysUntilMs: daysUntil.getTime() });
    const rows = await this.statistics.rows(query, pieces);
    if (rows.length > MOST_POINTS) throw ApiError.ofFields([tooMany('groupBy', 'groups')]);
    const points = toPoints(rows, { boundariesMs, groupBy });
    return { interval, timeZone, from: new Date(period.fromMs), to: new Date(period.toMs), points };
  }
}
