import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Secret } from '#libs/config';
import { keyFault, trialFault } from './key-fault.js';
import type { KeyTrial } from './key-trial.worker.js';

/** Verdicts that are kept; the one made first goes first. */
const MOST_VERDICTS = 10_000;

interface Waiting {
  readonly resolve: (trial: KeyTrial | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Whether the private key of a client certificate may be used: its numbers, and the CPU time of a trial signature. The trials of all keys run
 * one after another in one worker thread, which starts with the first of them.
 */
@Injectable()
export class KeyTrials implements OnApplicationShutdown {
  /** By fingerprint of the key. */
  private readonly verdicts = new Map<string, Promise<string | undefined>>();
  /** In the order in which the worker answers. */
  private readonly waiting: Waiting[] = [];
  private worker: Worker | undefined;

  /**
   * Each key is judged once.
   * @param pem PKCS #8
   * @returns a sentence that says why the key is refused, undefined = it is not
   * @throws Error when no trial could be made
   */
  async refusalOf(pem: Secret): Promise<string | undefined> {
    const fingerprint = createHash('sha256').update(pem.reveal()).digest('base64');
    return this.verdicts.get(fingerprint) ?? this.keep(fingerprint, this.judge(pem.reveal()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private keep(fingerprint: string, verdict: Promise<string | undefined>): Promise<string | undefined> {
    this.verdicts.set(fingerprint, verdict);
    const [first] = this.verdicts.keys();
    if (this.verdicts.size > MOST_VERDICTS) this.verdicts.delete(first!);
    verdict.catch(() => this.verdicts.delete(fingerprint));
    return verdict;
  }

  private async judge(pem: string): Promise<string | undefined> {
    const key = readable(pem);
    if (!key) return 'The key could not be read.';
    const fault = keyFault(key);
    // OpenSSL decides what EC and Ed25519 keys cost: nothing in them changes it.
    if (fault !== undefined || key.asymmetricKeyType !== 'rsa') return fault;
    return trialFault(await this.tryOut(pem));
  }

  private tryOut(pem: string): Promise<KeyTrial | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker ??= this.start();
      this.worker.postMessage(pem);
    });
  }

  private start(): Worker {
    // Tests run the sources, programs run what is compiled.
    const worker = new Worker(new URL(`./key-trial.worker${extname(import.meta.url)}`, import.meta.url));
    worker.unref();
    worker.on('message', (trial: KeyTrial | undefined) => this.waiting.shift()?.resolve(trial));
    const fail = (error: Error): void => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.waiting.splice(0).forEach(({ reject }) => reject(error));
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that tries keys has ended')));
    return worker;
  }
}

function readable(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
