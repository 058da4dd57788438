import { applyDecorators, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { TopicName } from '#libs/contracts';
import { type Observable, throwError } from 'rxjs';

/** Hands errors on as they are: Nest would turn each into "Internal server error", and the batch server decides by the error. */
@Catch()
class PassOn implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Marks the method that handles the batches of one topic for one consumer (a KafkaBatchServer with the same symbol):
 * `(messages: readonly ConsumedMessage[]) => Promise<readonly (Verdict | Promise<Verdict>)[]>`. It returns one verdict for each message, in the same
 * order. When it throws, the offset stays, and the batch is handled again.
 */
export const BatchPattern = (consumer: symbol, topic: TopicName): MethodDecorator =>
  applyDecorators(EventPattern<string>(topic, consumer), UseFilters(new PassOn()));
