import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecords, findRecords, getRecord } from '../../../lambdas/store/records/records.ts';
import {
  createToken,
  findTokenOwner,
  listTokens,
  revokeToken,
} from '../../../lambdas/store/records/tokens.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const promptOf = (userId: string) => ({ id: randomUUID(), user_id: userId, content: 'x' });

const lookUp = {
  name: 'look_up',
  description: 'Looks up.',
  url: 'https://example.com/',
  speak_on_send: false,
  speak_on_receive: true,
};

describe('records', () => {
  it('are found by their owner only', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const prompt = promptOf(owner);
    await createRecords(table, [{ kind: 'prompt', record: prompt }]);

    const found = await getRecord(table, owner, 'prompt', prompt.id);
    const foreign = await getRecord(table, stranger, 'prompt', prompt.id);
    const batch = await findRecords(table, stranger, [{ kind: 'prompt', id: prompt.id }]);

    expect(found).toEqual(prompt);
    expect(foreign).toBeUndefined();
    expect(batch.get('prompt', prompt.id)).toBeUndefined();
  });

  it('keep fields named like properties of JavaScript objects', async () => {
    const owner = randomUUID();
    const names = { constructor: { name: 'Set' }, toString: 1, prototype: [{ constructor: null }] };
    const action = {
      id: randomUUID(),
      user_id: owner,
      type: 'action_external' as const,
      config: { ...lookUp, input_schema: names },
      action_trigger: { type: 'action_trigger_function_call' as const, config: {} },
    };
    await createRecords(table, [{ kind: 'action', record: action }]);

    const found = await getRecord(table, owner, 'action', action.id);

    expect(found).toEqual(action);
  });

  it('are created all or none', async () => {
    const owner = randomUUID();
    const existing = promptOf(owner);
    await createRecords(table, [{ kind: 'prompt', record: existing }]);
    const fresh = promptOf(owner);

    const both = createRecords(table, [
      { kind: 'prompt', record: fresh },
      { kind: 'prompt', record: existing },
    ]);

    await expect(both).rejects.toThrow();
    expect(await getRecord(table, owner, 'prompt', fresh.id)).toBeUndefined();
  });

  it('are found together, each once', async () => {
    const owner = randomUUID();
    const prompts = [promptOf(owner), promptOf(owner)];
    await createRecords(
      table,
      prompts.map((record) => ({ kind: 'prompt', record })),
    );
    const names = [...prompts, ...prompts].map(({ id }) => ({ kind: 'prompt' as const, id }));

    const found = await findRecords(table, owner, names);

    expect(prompts.map(({ id }) => found.get('prompt', id))).toEqual(prompts);
  });
});

describe('tokens', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');

  it('identify their user until they expire', async () => {
    const userId = randomUUID();
    const { text } = await createToken(table, {
      userId,
      now,
      expiresAt: new Date('2026-01-02T00:00:00.000Z'),
    });

    const valid = await findTokenOwner(table, text, new Date('2026-01-01T23:59:59.999Z'));
    const expired = await findTokenOwner(table, text, new Date('2026-01-02T00:00:00.000Z'));

    expect([valid, expired]).toEqual([userId, undefined]);
  });

  it('are gone when they are revoked, which only their owner can do', async () => {
    const userId = randomUUID();
    const { text, token } = await createToken(table, { userId, now });

    const byStranger = await revokeToken(table, randomUUID(), token.id);
    const stillValid = await findTokenOwner(table, text, now);
    const byOwner = await revokeToken(table, userId, token.id);

    expect([byStranger, stillValid, byOwner]).toEqual([false, userId, true]);
    expect(await findTokenOwner(table, text, now)).toBeUndefined();
    expect(await listTokens(table, userId)).toEqual([]);
  });

  it('are unknown when they are wrong', async () => {
    expect(await findTokenOwner(table, 'wrong', now)).toBeUndefined();
  });
});
