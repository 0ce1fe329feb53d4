// The claim of a call and the beginning of its conversation are plain writes: they must prevent what a transaction
// would prevent.
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDialling, connectCall, createCall, getCall } from '../../../lambdas/store/calls/calls.ts';
import { finishCall } from '../../../lambdas/store/calls/finish-call.ts';
import { beginConversation, getSession } from '../../../lambdas/store/conversations/conversations.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const now = new Date('2026-01-01T00:01:00.000Z');
const reconcileAt = new Date('2026-01-01T00:03:00.000Z');
const SID = 'CA00000000000000000000000000000001';

/** The table, with an action before a request or in place of it. */
function tableWith(send: (command: object) => Promise<unknown>): Table {
  return { ...table, client: Object.assign(Object.create(table.client), { send }) };
}

const sent = (command: object): Promise<unknown> => table.client.send(command as never);

const isWrite = (command: object) => command instanceof PutCommand || command instanceof UpdateCommand;

/** The answer to the first try of each write is lost, and the client repeats it. */
const stuttering = () =>
  tableWith(async (command) => {
    if (isWrite(command)) await sent(command);
    return sent(command);
  });

async function connectedCall() {
  const call = storedCall({ dialling_at: now.toISOString(), counted: true });
  const key = { userId: call.user_id, callId: call.id };
  await createCall(table, call);
  await connectCall(table, key, { sid: SID, now });
  return { call, key, connectionId: `connection-${call.id}` };
}

describe('the claim of a call', () => {
  it('succeeds although its answer is lost, and excludes other claims', async () => {
    const call = storedCall();
    const key = { userId: call.user_id, callId: call.id };
    await createCall(table, call);

    const claims = [
      await claimDialling(stuttering(), key, { now, reconcileAt }),
      await claimDialling(table, key, { now, reconcileAt }),
    ];

    expect(claims).toEqual([true, false]);
  });

  it('moves a later reconciliation of the call, and no earlier one', async () => {
    const times = ['2026-01-01T00:02:00.000Z', '2026-01-01T00:15:00.000Z'];
    const calls = times.map((settle_at) => storedCall({ settle_at }));
    for (const call of calls) {
      await createCall(table, call);
      await claimDialling(table, { userId: call.user_id, callId: call.id }, { now, reconcileAt });
    }

    const stored = await Promise.all(
      calls.map(({ user_id: userId, id: callId }) => getCall(table, { userId, callId })),
    );

    expect(stored.map((call) => call?.settle_at)).toEqual([times[0], reconcileAt.toISOString()]);
  });
});

describe('the beginning of a conversation', () => {
  it('is stored although the answers to its writes are lost', async () => {
    const { call, connectionId } = await connectedCall();

    const isBegun = await beginConversation(stuttering(), connectionId, { session: sessionOf(call), now });

    expect(isBegun).toBe(true);
    expect(await getSession(table, connectionId)).toMatchObject({ call_id: call.id });
  });

  it('is refused to a second setup over the same connection', async () => {
    const { call, connectionId } = await connectedCall();
    const begin = () => beginConversation(table, connectionId, { session: sessionOf(call), now });

    expect([await begin(), await begin()]).toEqual([true, false]);
  });

  it('is refused if the call ends between its writes', async () => {
    const { call, key, connectionId } = await connectedCall();
    const ending = tableWith(async (command) => {
      if (command instanceof PutCommand) await finishCall(table, key, { transition: 'end', now });
      return sent(command);
    });

    const isBegun = await beginConversation(ending, connectionId, { session: sessionOf(call), now });

    expect(isBegun).toBe(false);
    expect(await getSession(table, connectionId)).toBeUndefined();
    expect(await getCall(table, key)).toMatchObject({ status: 'ended' });
  });

  it('that broke off between its writes lets the call end', async () => {
    const { call, key, connectionId } = await connectedCall();
    const dying = tableWith(async (command) => {
      if (command instanceof PutCommand) throw new Error('died');
      return sent(command);
    });

    const begun = beginConversation(dying, connectionId, { session: sessionOf(call), now });

    await expect(begun).rejects.toThrow('died');
    expect(await finishCall(table, key, { transition: 'end', now })).toMatchObject({ status: 'ended' });
  });
});
