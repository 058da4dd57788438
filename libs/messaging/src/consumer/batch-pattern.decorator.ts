import { applyDecorators, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { TopicName } from '#libs/contracts';
import { type Observable, throwError } from 'rxjs';

/** Nest would turn every error into "Internal server error"; the batch server has to see which one it was. */
@Catch()
class PassOn implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * A method that takes batches of one topic for one consumer (a KafkaBatchServer of the same symbol):
 * `(messages: readonly ConsumedMessage[]) => Promise<readonly (Verdict | Promise<Verdict>)[]>`, one verdict per message in the same order.
 * A throw means infrastructure: the batch is tried again, the offset stays.
 */
export const BatchPattern = (consumer: symbol, topic: TopicName): MethodDecorator =>
  applyDecorators(EventPattern<string>(topic, consumer), UseFilters(new PassOn()));
