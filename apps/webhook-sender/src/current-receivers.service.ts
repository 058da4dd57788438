import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import type { ReceiverEndpoint } from './delivery/receiver.js';
import { ReceiversRepository, type Recipient } from './receivers.repository.js';

/** What was read longer ago is read again before the POST: the receiver may have been corrected or disabled meanwhile. */
const FRESH_MS = SECOND;

interface Question {
  readonly recipient: Recipient;
  readonly resolve: (endpoint: ReceiverEndpoint | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Receivers of attempts that waited. While one statement is under way the next questions gather: they cost little however many wait. */
@Injectable()
export class CurrentReceivers {
  private waiting: Question[] = [];
  private isReading = false;

  constructor(
    private readonly receivers: ReceiversRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isFresh(readAtMs: number): boolean {
    return this.clock.steadyMs() - readAtMs <= FRESH_MS;
  }

  /** The receiver of one attempt as it is now; undefined when nothing may be sent. @throws when the database is down */
  endpointFor(recipient: Recipient): Promise<ReceiverEndpoint | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ recipient, resolve, reject });
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) await this.read(this.waiting.splice(0));
    this.isReading = false;
  }

  private async read(questions: readonly Question[]): Promise<void> {
    try {
      const endpoints = await this.receivers.endpointsFor(questions.map(({ recipient }) => recipient));
      questions.forEach(({ resolve }, index) => resolve(endpoints[index]));
    } catch (error) {
      questions.forEach(({ reject }) => reject(error));
    }
  }
}
