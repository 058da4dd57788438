import { Inject, Injectable } from '@nestjs/common';
import { ConfigFault } from '#libs/config';
import { readCarrierTexts, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import { OperatorFileFault } from './carriers/operator-file.js';
import { type CarrierFiles, type CarrierTexts, parseCarrierFiles } from './carriers/parse-carrier-files.js';
import { digestOf } from './carriers/watch-files.js';
import type { Practice } from './consignment/fold-batch.js';
import { toPractice } from './consignment/to-practice.js';
import { CONFIG, type EventBuilderConfig } from './event-builder.config.js';
import { loadLanguages } from './texts/texts.provider.js';

export const carriersFolder = ({ carriersDir }: EventBuilderConfig): string => (carriersDir === '' ? SHIPPED_CARRIERS : carriersDir);

/** How batches are decided now. A batch asks once and keeps the answer to its end: no batch is decided by two sets of files. */
@Injectable()
export class PracticeInForce {
  private readonly languages = loadLanguages();
  private practice: Practice;
  private setDigest: string;

  /** Reads mappings, couriers and catalogues; the app does not start with one that cannot be used. @throws ConfigFault */
  constructor(@Inject(CONFIG) private readonly config: EventBuilderConfig) {
    const texts = readCarrierTexts(carriersFolder(config));
    this.practice = this.toPractice(filesAtStart(texts, carriersFolder(config)));
    this.setDigest = digestOf(texts);
  }

  get current(): Practice {
    return this.practice;
  }

  /** Of the set of files that is in force. */
  get digest(): string {
    return this.setDigest;
  }

  /** From the next batch on. @throws OperatorFileFault, and the old set stays */
  replaceBy(texts: CarrierTexts): CarrierFiles {
    const files = parseCarrierFiles(texts);
    this.practice = this.toPractice(files);
    this.setDigest = digestOf(texts);
    return files;
  }

  private toPractice(files: CarrierFiles): Practice {
    const { leadTimeZone, internalDelayGraceMs: graceMs, defaultLanguage } = this.config;
    return toPractice({ ...files, languages: this.languages, leadTimeZone, graceMs, defaultLanguage });
  }
}

function filesAtStart(texts: CarrierTexts, folder: string): CarrierFiles {
  try {
    return parseCarrierFiles(texts);
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    throw new ConfigFault(error.faults.map((fault) => `CARRIERS_DIR ${folder}: ${fault}`));
  }
}
