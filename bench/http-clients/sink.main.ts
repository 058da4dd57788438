// The receiver of the measurement, in its own process: reads the body and answers an empty 200.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '../../scripts/stack/certificates.js';

const authority = await createAuthority('Bench CA');
const server = createServer(await authority.issue(), (request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `https://127.0.0.1:${port}/`, ca: authority.certificatePem });
});
process.on('disconnect', () => process.exit(0));
