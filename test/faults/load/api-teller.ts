import { setTimeout as pause } from 'node:timers/promises';
import { parcel } from '../../builders/parcel.js';
import type { RecordMessage, ScanMessage } from '../../builders/wire-messages.js';
import { runCommand } from '../../../scripts/stack/run-command.js';
import type { CreatedToken } from '../../support/api.js';
import { SimpleModel } from '../../support/simple-model.js';
import type { Cluster } from '../cluster/cluster.js';
import { API_ACCOUNT, type FaultReceiver } from '../cluster/receivers.js';

const STATUSES = ['OrderProcessed', 'InboundScan', 'InTransit', 'OutForDelivery', 'Delivered'];
const CALLER_WAITS_MS = 8_000;
const TRY_AGAIN_MS = 500;
const PAUSE_MS = 300;

/** A customer of the API that sends one parcel after another, and repeats every request that was not accepted. */
export class ApiTeller {
  readonly model = new SimpleModel();
  private isOver = false;
  told = 0;

  private constructor(
    private readonly cluster: Cluster,
    private readonly receiver: FaultReceiver,
    private readonly token: CreatedToken,
  ) {}

  static async open(cluster: Cluster): Promise<ApiTeller> {
    const args = ['--user', String(API_ACCOUNT), '--scope', 'write', '--create-account'];
    const output = await runCommand('token:create', args, { ...process.env, DATABASE_URL: cluster.database.url });
    return new ApiTeller(cluster, cluster.receivers.named('api'), JSON.parse(output) as CreatedToken);
  }

  async run(): Promise<void> {
    for (let index = 0; !this.isOver; index++) await this.tellParcel(index);
  }

  stop(): void {
    this.isOver = true;
  }

  private async tellParcel(index: number): Promise<void> {
    const each = parcel({ account: API_ACCOUNT, courier: 'delta', trackingNumber: `API${index}` });
    const record = each.record({ recipient_time_zone: 'UTC' }).value as RecordMessage;
    this.model.takeRecord(record);
    const { eventid } = this.model.events.at(-1)!;
    await this.tell('PUT', '/consignments', record);
    // Kafka keeps no order between two topics: the record must be processed before its scans are sent.
    while (!this.receiver.requests().some((request) => request.eventid === eventid)) await pause(TRY_AGAIN_MS / 5);
    for (const [hour, status] of STATUSES.entries()) {
      const scan = each.scan(status, new Date(Date.UTC(2026, 2, 28, hour)).toISOString()).value as ScanMessage;
      this.model.takeScan({ ...scan, scan_id: `account:${API_ACCOUNT}:${scan.scan_id}` }); // The ids of an account's own scans begin with the account.
      await this.tell('POST', '/scans', scan);
      await pause(PAUSE_MS);
    }
  }

  private async tell(method: string, path: string, message: RecordMessage | ScanMessage): Promise<void> {
    const { schema: _, ...whole } = message;
    const body = JSON.stringify({ ...whole, account: undefined });
    while (!(await this.isAccepted(method, path, body))) await pause(TRY_AGAIN_MS);
    this.told++;
  }

  private async isAccepted(method: string, path: string, body: string): Promise<boolean> {
    const [app] = this.cluster.apps.filter(({ name }) => name === 'token-api');
    const headers = { user: String(this.token.user), token: this.token.token, 'content-type': 'application/json' };
    try {
      const answer = await fetch(app!.url + path, { method, headers, body, signal: AbortSignal.timeout(CALLER_WAITS_MS) });
      const text = await answer.text();
      if (answer.status >= 400 && answer.status < 500) throw new TypeError(`${method} ${path} was refused: ${answer.status} ${text}`);
      return answer.status === 202;
    } catch (error) {
      if (error instanceof TypeError && error.message.includes('was refused')) throw error;
      return false;
    }
  }
}
