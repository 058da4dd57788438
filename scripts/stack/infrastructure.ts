import { startBroker } from './broker.js';
import { startDatabase } from './database.js';
import { type EmbeddedServer, type Placement } from './embedded-server.js';

/** Where broker and database are, and the embedded ones among them. */
export interface Infrastructure {
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  readonly broker?: EmbeddedServer | undefined;
  readonly database?: EmbeddedServer | undefined;
}

export interface Wanted {
  readonly kafkaBrokers?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly placement: Placement;
}

const STOP_GRACE_MS = 15_000;

/** Starts what the caller has not got: broker and database at the same time. */
export async function startInfrastructure({ kafkaBrokers, databaseUrl, placement }: Wanted): Promise<Infrastructure> {
  const [broker, database] = await Promise.all([
    kafkaBrokers === undefined ? startBroker(placement) : undefined,
    databaseUrl === undefined ? startDatabase(placement) : undefined,
  ]);
  return { kafkaBrokers: kafkaBrokers ?? broker?.address ?? '', databaseUrl: databaseUrl ?? database?.address ?? '', broker, database };
}

/** Stops both at the same time; a caller's own ones are left alone. */
export async function stopInfrastructure({ broker, database }: Pick<Infrastructure, 'broker' | 'database'>): Promise<void> {
  await Promise.all([broker?.child.stop(STOP_GRACE_MS), database?.child.stop(STOP_GRACE_MS)]);
}
