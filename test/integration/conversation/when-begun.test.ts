// Frames on connections without a setup. Anybody can open such a connection.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { whenBegun } from '../../../lambdas/conversation/when-begun.ts';
import { keepText } from '../../../lambdas/store/table/expiring-text.ts';
import { handshakeKey } from '../../../lambdas/store/table/keys.ts';
import { tableOfFile } from '../../support/table/table.ts';

const BEGIN = Date.now();
/** How many may wait at the same moment. */
const MOST = 100;

const table = await tableOfFile();

/** A connection whose handshake seems to be signed. */
async function stranger(): Promise<string> {
  const connectionId = randomUUID();
  const signature = `${'A'.repeat(27)}=`;
  await keepText(table, handshakeKey(connectionId), { text: signature, seconds: 120, now: new Date(BEGIN) });
  return connectionId;
}

/** Whether a frame waits for the conversation: it then reads again. The time for waiting is over after that. */
async function waits(connectionId: string, begin = BEGIN): Promise<boolean> {
  let reads = 0;
  const now = () => new Date(reads < 2 ? begin : begin + 60_000);
  await whenBegun({ table, connectionId, now }, async () => {
    reads += 1;
    return undefined;
  });
  return reads === 2;
}

describe('frames without a conversation', () => {
  it('wait for the setup up to a limit of all connections, and others do not wait', async () => {
    const connections = await Promise.all([stranger(), stranger(), stranger()]);
    const frames = Array.from({ length: 3 * MOST }, (_, index) => connections[index % 3] ?? '');

    const waiting: boolean[] = [];
    for (const connectionId of frames) waiting.push(await waits(connectionId));
    const later = await waits(connections[0] ?? '', BEGIN + 10_000);

    expect(waiting).toEqual(frames.map((_, index) => index < MOST));
    expect(later).toBe(true);
  });
});
