// Writes and checks the types of the receiver packages.
import { describe, it } from '@jest/globals';
import { holdFile, holdText } from './held-document.js';
import { phpTypes, pythonTypes, typeScriptTypes } from './receiver-types.js';

describe('the types of webhooks follow the published schemas', () => {
  it('in TypeScript', () => holdFile('packages/receiver-node/src/types.ts', typeScriptTypes()));

  it('in Python', () => holdText('packages/receiver-python/src/parcel_webhooks/types.py', pythonTypes()));

  it('in PHP', () => holdText('packages/receiver-php/src/Types.php', phpTypes()));
});
