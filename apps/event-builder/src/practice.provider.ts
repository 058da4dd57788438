import { loadCarrierFiles, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import type { Practice } from './consignment/fold-batch.js';
import { toPractice } from './consignment/to-practice.js';
import type { EventBuilderConfig } from './event-builder.config.js';
import { loadLanguages } from './texts/texts.provider.js';

export const PRACTICE = Symbol('Practice');

/** Reads mappings, couriers and catalogues; the app does not start with one that cannot be used. */
export const loadPractice = (config: EventBuilderConfig): Practice =>
  toPractice({
    ...loadCarrierFiles(config.carriersDir === '' ? SHIPPED_CARRIERS : config.carriersDir),
    languages: loadLanguages(),
    leadTimeZone: config.leadTimeZone,
    graceMs: config.internalDelayGraceMs,
    defaultLanguage: config.defaultLanguage,
  });
