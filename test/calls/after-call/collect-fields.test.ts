import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountConnectionKind } from '../../../lambdas/account-connections/model/account-connection.ts';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { createRecords } from '../../../lambdas/records/store/records.ts';
import { countTokens, loadDayUse } from '../../../lambdas/usage/store/day-use.ts';
import { afterCallWorld, QUOTA } from '../../support/after-call-world.ts';
import { modelRequests } from '../../support/peers/model.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const OWN_KEY = 'key-of-the-user';

const world = await afterCallWorld();

/** A finished call in which an address was said, with unique words. */
async function callWithFields(llm_account_connection?: string, user_id: string = randomUUID()) {
  const marker = `MARKER-${randomUUID()}`;
  const { settings } = storedCall();
  const call = storedCall({
    user_id,
    status: 'ended',
    settings: {
      ...settings,
      collect_fields: [
        {
          field_type: 'field_type_email',
          label: 'Bill',
          name: 'bill',
          description: `For the bill. ${marker}`,
        },
      ],
      ...(llm_account_connection !== undefined && { llm_account_connection }),
    },
    messages: [{ sender: 'human', text: 'It is b@example.com.', timestamp: '2026-01-01T00:00:00.000Z' }],
  });
  await insertCall(world.table, call);
  return { call, marker };
}

/** Lets the function handle the event. Returns the fields of the call and the number of requests to a model. */
async function collect({ call, marker }: Awaited<ReturnType<typeof callWithFields>>) {
  const { failures, call: stored } = await world.handle(call, { type: 'fields_to_collect' });
  const asked = await modelRequests({ model_url: world.model.url }, marker);
  return { failures, fields: stored?.collected_fields, asked: asked.length };
}

describe('the fields of a call', () => {
  it('are collected on the platform’s account while the day has tokens left, and their tokens are counted', async () => {
    const given = await callWithFields();
    const day = { userId: given.call.user_id, now: new Date() };
    await countTokens(world.table, day, QUOTA - 10_000);

    expect(await collect(given)).toEqual({ failures: 0, fields: { bill: 'b@example.com' }, asked: 1 });
    const { model_tokens: used } = await loadDayUse(world.table, day);
    expect(used).toBeGreaterThan(QUOTA - 10_000);
    expect(used).toBeLessThan(QUOTA - 9_000);
  });

  it('are not collected when the day leaves fewer than a request may use: no model is asked, and the event is not retried', async () => {
    const given = await callWithFields();
    const day = { userId: given.call.user_id, now: new Date() };
    await countTokens(world.table, day, QUOTA - 1_000);

    expect(await collect(given)).toEqual({ failures: 0, fields: undefined, asked: 0 });
    expect((await loadDayUse(world.table, day)).model_tokens).toBe(QUOTA - 1_000);
  });

  it('are still collected on the user’s own account then', async () => {
    const user_id = randomUUID();
    const connection = {
      id: randomUUID(),
      user_id,
      type: 'account_connection_llm' as const,
      credentials: { llm_api_key: OWN_KEY },
    };
    await createRecords(world.table, [{ kind: accountConnectionKind, record: connection }]);
    const given = await callWithFields(connection.id, user_id);
    await countTokens(world.table, { userId: user_id, now: new Date() }, QUOTA);

    expect(await collect(given)).toEqual({ failures: 0, fields: { bill: 'b@example.com' }, asked: 1 });
  });
});
