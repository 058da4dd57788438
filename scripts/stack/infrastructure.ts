import { startBroker } from './broker.js';
import { startDatabase } from './database.js';
import { type EmbeddedServer, type Placement } from './embedded-server.js';

/** A broker or database: the caller's, or an embedded one. */
export interface Server {
  readonly address: string;
  readonly embedded?: EmbeddedServer;
}

/** Returns the caller's broker when KAFKA_BROKERS names one, else starts an embedded broker. */
export async function useBroker(caller: NodeJS.ProcessEnv, placement: Placement): Promise<Server> {
  return caller.KAFKA_BROKERS ? { address: caller.KAFKA_BROKERS } : asServer(await startBroker(placement));
}

/** Returns the caller's database when DATABASE_URL names one, else starts an embedded database. */
export async function useDatabase(caller: NodeJS.ProcessEnv, placement: Placement): Promise<Server> {
  return caller.DATABASE_URL ? { address: caller.DATABASE_URL } : asServer(await startDatabase(placement));
}

function asServer(embedded: EmbeddedServer): Server {
  return { address: embedded.address, embedded };
}
