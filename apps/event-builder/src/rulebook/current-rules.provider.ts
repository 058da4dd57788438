import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, ConfigFault } from '#libs/config';
import { type CarrierFolders, readCarrierTexts, SHIPPED_CARRIERS } from '../carriers/carrier-mappings.provider.js';
import { OperatorFileFault } from '../carriers/operator-file.js';
import { type CarrierFiles, type CarrierTexts, parseCarrierFiles } from '../carriers/parse-carrier-files.js';
import { digestOf, ruleSetOf } from '../carriers/watch-files.js';
import type { Rulebook } from './rulebook.js';
import { toRulebook } from './to-rulebook.js';
import type { EventBuilderConfig } from '../event-builder.config.js';
import { type Languages, noTextsIn } from '../texts/languages.js';
import { loadLanguages } from '../texts/texts.provider.js';

export const carrierFolders = ({ carriersDir, carriersOverlay }: EventBuilderConfig): CarrierFolders => ({
  folder: carriersDir,
  isOverlay: carriersOverlay,
});

/** The folder's name for log lines and faults. */
export const carriersFolder = ({ carriersDir }: EventBuilderConfig): string => (carriersDir === '' ? SHIPPED_CARRIERS : carriersDir);

/** The rulebook in force. A batch asks once and keeps the answer: no batch is decided by two sets of files. */
@Injectable()
export class CurrentRules {
  private readonly languages = loadLanguages();
  private rulebook: Rulebook;
  private setDigest: string;

  /**
   * Reads mappings, couriers and catalogues. The app does not start with an unusable file or a default language without texts.
   * @throws ConfigFault
   */
  constructor(@Inject(CONFIG) private readonly config: EventBuilderConfig) {
    const texts = readCarrierTexts(carrierFolders(config));
    this.setDigest = digestOf(texts);
    this.rulebook = this.toRulebook(filesAtStart(texts, config, this.languages));
  }

  get current(): Rulebook {
    return this.rulebook;
  }

  /** The digest of the set of files in force. */
  get digest(): string {
    return this.setDigest;
  }

  /**
   * Uses these files from the next batch on.
   * @throws OperatorFileFault; then the old set stays
   */
  replaceBy(texts: readonly CarrierTexts[]): CarrierFiles {
    const files = parseCarrierFiles(texts, this.languages);
    this.setDigest = digestOf(texts);
    this.rulebook = this.toRulebook(files);
    return files;
  }

  private toRulebook(files: CarrierFiles): Rulebook {
    const { leadTimeZone, internalDelayGraceMs: graceMs, defaultLanguage } = this.config;
    return toRulebook({ ...files, ruleSet: ruleSetOf(this.setDigest), languages: this.languages, leadTimeZone, graceMs, defaultLanguage });
  }
}

function filesAtStart(texts: readonly CarrierTexts[], config: EventBuilderConfig, languages: Languages): CarrierFiles {
  const noTexts = noTextsIn(config.defaultLanguage, languages);
  const faults = noTexts === undefined ? [] : [`DEFAULT_LANGUAGE is ${noTexts}`];
  try {
    const files = parseCarrierFiles(texts, languages);
    if (faults.length === 0) return files;
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    faults.push(...error.faults.map((fault) => `CARRIERS_DIR ${carriersFolder(config)}: ${fault}`));
  }
  throw new ConfigFault(faults);
}
