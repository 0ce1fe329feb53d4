// The claim of a call is a plain write: it must prevent what a transaction would prevent.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claimDialling, createCall } from '../../../lambdas/store/calls/calls.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const reconcileAt = new Date('2026-01-01T00:03:00.000Z');

/** The table, with an action before a request or in place of it. */
function tableWith(send: (command: object) => Promise<unknown>): Table {
  return { ...table, client: Object.assign(Object.create(table.client), { send }) };
}

const sent = (command: object): Promise<unknown> => table.client.send(command as never);

/** The answer to the first try of each write is lost, and the client repeats it. */
const stuttering = () =>
  tableWith(async (command) => {
    if (command instanceof UpdateCommand) await sent(command);
    return sent(command);
  });

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
});
