import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/**
 * The answer for a name: its addresses; `silent` = no answer at all; `servfail` = the answer is a server failure; undefined = the name does
 * not exist.
 */
export type NameAnswer = readonly string[] | 'silent' | 'servfail' | undefined;

export interface NameServer {
  /** Its address as `address:port`, the form of DNS_SERVERS. */
  readonly address: string;
  /** Number of questions for IPv4 addresses of this name so far. */
  readonly asked: (name: string) => number;
  readonly close: () => Promise<void>;
}

/**
 * Starts a real name server over UDP on 127.0.0.1. @param answer called for each question, with the number of earlier questions for the
 * name
 */
export async function startNameServer(answer: (name: string, before: number) => NameAnswer): Promise<NameServer> {
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const packet = decode(bytes);
    const [question] = packet.questions ?? [];
    if (!question) return;
    const name = question.name.toLowerCase();
    const before = counts.get(name) ?? 0;
    const found = answer(name, question.type === 'A' ? before : Math.max(0, before - 1));
    if (question.type === 'A') counts.set(name, before + 1);
    if (found !== 'silent') socket.send(encode(toReply(packet, found)), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (name) => counts.get(name) ?? 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

function toReply({ id, questions = [] }: Packet, found: Exclude<NameAnswer, 'silent'>): Packet {
  const [question] = questions;
  const ofType = (address: string): boolean => (question?.type === 'AAAA') === address.includes(':');
  const answers = (Array.isArray(found) ? (found as readonly string[]) : [])
    .filter(ofType)
    .map((data): Answer => ({ type: question?.type === 'AAAA' ? 'AAAA' : 'A', name: question?.name ?? '', ttl: 0, data }));
  return { type: 'response', id: id ?? 0, flags: 0x0180 | codeOf(found), questions, answers };
}

function codeOf(found: Exclude<NameAnswer, 'silent'>): number {
  if (found === 'servfail') return SERVER_FAILURE;
  return found === undefined ? NO_SUCH_NAME : 0;
}
