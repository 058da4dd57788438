import { KIB } from '#libs/config';
import compression from 'compression';
import type { RequestHandler } from 'express';

const LEAST_BYTES = 10 * KIB;

/**
 * Compresses large answers on the threads of zlib, never on the event loop. Only answers to POST show secrets, and these are not
 * compressed: the compressed size could reveal a secret (BREACH). The console and the API reference are compressed when they are built.
 */
export const compressAnswers: RequestHandler = compression({
  threshold: LEAST_BYTES,
  filter: ({ method }, response) =>
    method === 'GET' && /^(?:application\/json|text\/csv)\b/.test(String(response.getHeader('Content-Type'))),
});
