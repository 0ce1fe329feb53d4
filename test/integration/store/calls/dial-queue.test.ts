import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCall, getCall } from '../../../../lambdas/store/calls/calls.ts';
import {
  advanceVirtualTime,
  listWaiting,
  takeTag,
} from '../../../../lambdas/store/calls/dialing/dial-queue.ts';
import {
  claimWithTicket,
  enterQueue,
  getTicket,
  renewTicket,
  returnWithTicket,
} from '../../../../lambdas/store/calls/dialing/dial-tickets.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { storedCall } from '../../../support/table/stored-call.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const now = new Date();
const reconcileAt = new Date(now.getTime() + 900_000);

/** A call in its own queue, with its ticket. */
async function waitingCall(account: string = randomUUID(), tag = 1) {
  const call = storedCall({ telephony_account_connection: account });
  await createCall(table, call);
  const waiting = { account, tag, userId: call.user_id, callId: call.id };
  await enterQueue(table, { waiting, dialAt: now, now });
  const ticket = { holder: call.id, account, dialAt: now };
  return { waiting, ticket, use: { ticket, waiting, now, reconcileAt } };
}

describe('the tags of an account', () => {
  it('increase for each user, and begin at the virtual time', async () => {
    const account = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    const tagsOf = async (userId: string, count: number) => {
      const tags = Array.from({ length: count }, () => takeTag(table, { account, userId, now }));
      return (await Promise.all(tags)).sort((a, b) => a - b);
    };

    const before = await tagsOf(first, 6);
    await advanceVirtualTime(table, { account, tag: 3, userId: first, callId: randomUUID() }, now);
    await advanceVirtualTime(table, { account, tag: 2, userId: first, callId: randomUUID() }, now);

    expect(before).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await tagsOf(second, 2)).toEqual([4, 5]);
    expect(await tagsOf(first, 1)).toEqual([7]);
  });
});

describe('a ticket', () => {
  it('dials one call, once, however many workers use it', async () => {
    const account = randomUUID();
    const one = await waitingCall(account, 1);
    const other = await waitingCall(account, 2);

    const uses = [one.waiting, other.waiting, one.waiting, other.waiting];
    const outcomes = await Promise.all(
      uses.map((waiting) => claimWithTicket(table, { ...one.use, waiting })),
    );

    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(await listWaiting(table, account)).toHaveLength(1);
    expect(await getTicket(table, one.ticket.holder)).toBeUndefined();
  });

  it('is stored once for a message that was received twice', async () => {
    const { waiting } = await waitingCall();

    expect(await enterQueue(table, { waiting: { ...waiting, tag: 2 }, dialAt: now, now })).toBe(false);
    expect(await listWaiting(table, waiting.account)).toEqual([waiting]);
  });

  it('returns a call that the vendor did not accept to its former place', async () => {
    const { waiting, ticket, use } = await waitingCall();
    await claimWithTicket(table, use);

    const isReturned = await returnWithTicket(table, use);
    const meanwhile = await listWaiting(table, waiting.account);
    const held = await getTicket(table, ticket.holder);
    const isRenewed = held && (await renewTicket(table, { ticket: held, dialAt: reconcileAt, now }));

    expect([isReturned, meanwhile, held?.returning, isRenewed]).toEqual([true, [], waiting, true]);
    expect(await listWaiting(table, waiting.account)).toEqual([waiting]);
    expect(await getTicket(table, ticket.holder)).toEqual({
      ...ticket,
      dialAt: reconcileAt,
      returning: undefined,
    });
    expect((await getCall(table, waiting))?.dialling_at).toBeUndefined();
  });
});
