// in: the clock and the files in CARRIERS_DIR; out: the rulebook for the next batch
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { Counter, Gauge } from 'prom-client';
import { errorFields, Logger, Metrics } from '#libs/observability';
import { type CarrierFolders, readCarrierTexts } from '../carriers/carrier-mappings.provider.js';
import { OperatorFileFault } from '../carriers/operator-file.js';
import type { CarrierTexts } from '../carriers/parse-carrier-files.js';
import { digestOf, lookAt, ruleSetOf, type Watched } from '../carriers/watch-files.js';
import type { EventBuilderConfig } from '../event-builder.config.js';
import { carrierFolders, CurrentRules } from './current-rules.provider.js';

/** Keeps log lines readable; mapping:check names all faults. */
const MOST_FAULTS_LOGGED = 20;

/** Call this once per registry. */
export const toCarriersMetrics = (metrics: Metrics) => ({
  reloads: metrics.counter('carrier_file_reloads_total', 'Changed sets of carrier files', {
    labels: { outcome: '`taken`, `refused`' },
  }),
  refused: metrics.gauge('carrier_files_refused', '1 while CARRIERS_DIR cannot be used and an older set is in force'),
});

/** Compares contents, not times, and uses no notifications: a ConfigMap changes by swapping a symbolic link, which file watchers miss. */
@Injectable()
export class CarriersJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly reloads: Counter<'outcome'>;
  private readonly refused: Gauge;
  private readonly folders: CarrierFolders;
  private watched: Watched;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rulebook: CurrentRules,
    private readonly logger: Logger,
    metrics: Metrics,
    @Inject(CONFIG) private readonly config: EventBuilderConfig,
  ) {
    ({ reloads: this.reloads, refused: this.refused } = toCarriersMetrics(metrics));
    for (const outcome of ['taken', 'refused']) this.reloads.inc({ outcome }, 0);
    this.refused.set(0);
    this.folders = carrierFolders(config);
    this.watched = { inForce: rulebook.digest, lastSeen: rulebook.digest };
  }

  onApplicationBootstrap(): void {
    const { carriersDir, carriersOverlay } = this.config;
    this.logger.info('carriers.inForce', { folder: carriersDir, overlay: carriersOverlay, ruleSet: this.rulebook.current.ruleSet });
    if (carriersDir === '') return; // the shipped files change only with the service
    this.timer = setInterval(() => this.look(), this.config.carriersPollMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const texts = readCarrierTexts(this.folders);
    const { watched, finding } = lookAt(this.watched, digestOf(texts));
    this.watched = watched;
    if (finding === 'settled') this.reload(texts);
    if (finding === 'withdrawn') this.refused.set(0);
  }

  private reload(texts: readonly CarrierTexts[]): void {
    const digest = digestOf(texts);
    try {
      const { mappings } = this.rulebook.replaceBy(texts);
      this.watched = { inForce: digest, lastSeen: digest };
      this.reloads.inc({ outcome: 'taken' });
      this.refused.set(0);
      this.logger.info('carriers.taken', { folder: this.folders.folder, couriers: mappings.size, digest, ruleSet: ruleSetOf(digest) });
    } catch (error) {
      this.watched = { ...this.watched, refused: digest };
      this.reloads.inc({ outcome: 'refused' });
      this.refused.set(1);
      this.logger.error('carriers.refused', { folder: this.folders.folder, digest, inForce: this.watched.inForce, ...faultFields(error) });
    }
  }
}

/** Whatever makes a set unusable, even a bug of the app, leaves the old set in force. */
function faultFields(error: unknown): object {
  if (!(error instanceof OperatorFileFault)) return errorFields(error);
  return { faults: error.faults.slice(0, MOST_FAULTS_LOGGED), faultCount: error.faults.length };
}
