import { type INestApplication, Injectable } from '@nestjs/common';
import { createOpenApi } from '../openapi/openapi.setup.js';

/** The OpenAPI document as it is answered. */
@Injectable()
export class ApiDocument {
  private bytes = Buffer.alloc(0);

  /** Reads the decorators of all routes, once, before the app listens. @throws Error naming a route that nobody has described */
  describe(app: INestApplication): void {
    this.bytes = Buffer.from(JSON.stringify(createOpenApi(app)));
  }

  get json(): Buffer {
    return this.bytes;
  }
}
