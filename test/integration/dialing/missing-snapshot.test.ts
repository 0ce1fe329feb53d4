// The request that creates a call stores its snapshot last, and may die before that.
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import { loadOpenCalls } from '../../../lambdas/store/quotas/open-calls.ts';
import { storeSnapshot } from '../../../lambdas/store/snapshots/snapshots.ts';
import { snapshotKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { DiallingWorld } from '../../support/dialling-world.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;
let endSecrets: () => Promise<unknown>;

beforeAll(async () => {
  ({ table, close } = await openTable());
  endSecrets = await startSecrets();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await endSecrets();
  await close();
});

/** A call whose request died before it stored the snapshot. */
async function callWithoutSnapshot(world: DiallingWorld, userId: string): Promise<StoredCall> {
  const call = await world.create(userId);
  const Key = snapshotKey(userId, call.id);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  return call;
}

it('a call whose snapshot is missing waits for half a minute, and then ends in an error', async () => {
  const [world, userId] = [new DiallingWorld(table), randomUUID()];
  const call = await callWithoutSnapshot(world, userId);

  await world.pass(29_000);
  const waiting = await world.stored(call);
  await world.drain();

  expect(waiting?.status).toBe('not_started');
  expect(await world.stored(call)).toMatchObject({
    status: 'error',
    stage_outcome: 'call_did_not_connect',
    error_message: 'The request that created this call broke off; create the call again.',
  });
  expect(world.nowMs - Date.parse(call.created_at)).toBeLessThan(60_000);
  expect(world.placed).toEqual([]);
  expect(await loadOpenCalls(table, userId)).toBe(0);
});

it('a call whose message overtakes its snapshot is dialled a moment later', async () => {
  const [world, userId] = [new DiallingWorld(table), randomUUID()];
  const call = await callWithoutSnapshot(world, userId);

  await world.pass(500);
  await storeSnapshot(table, storedCall({ ...call }));
  await world.pass(4_000);

  expect(world.placed.map(({ callId }) => callId)).toEqual([call.id]);
});

it('a call whose snapshot comes late is dialled, once', async () => {
  const [world, userId] = [new DiallingWorld(table), randomUUID()];
  const call = await callWithoutSnapshot(world, userId);

  await world.pass(15_000);
  await storeSnapshot(table, storedCall({ ...call }));
  await world.drain();

  expect(world.placed.map(({ callId }) => callId)).toEqual([call.id]);
  expect(await world.stored(call)).toMatchObject({ status: 'not_started', telephony_id: `CA${call.id}` });
});
