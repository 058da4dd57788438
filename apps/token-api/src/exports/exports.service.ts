import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { errorFields, Logger } from '#libs/observability';
import type { Response } from 'express';
import type { CsvFormat } from './csv.js';
import { type Columns, type ReadPage, toCsv } from './exported-list.js';

export interface ExportedList<Row> {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly read: ReadPage<Row>;
  readonly format: CsvFormat;
}

/** The error code when the reader closes the connection. */
const HUNG_UP = 'ERR_STREAM_PREMATURE_CLOSE';

@Injectable()
export class ExportsService {
  constructor(private readonly logger: Logger) {}

  /**
   * Sends the rows while they are read: the next page is read after the previous page was sent. A fault in the first page gets a normal error
   * answer. A later fault breaks the connection, because a file that ended there would look complete.
   */
  async send<Row>(response: Response, { name, columns, read, format }: ExportedList<Row>): Promise<void> {
    const first = await read(undefined);
    response.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}.csv"` });
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    try {
      await pipeline(Readable.from(toCsv(columns, { first, read, format }), { highWaterMark: 1 }), response);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== HUNG_UP)
        this.logger.few('error', name, 'export.failed', { list: name, ...errorFields(error) });
    }
  }
}
