import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigurationKind, NewRecord } from '../../../../lambdas/store/records/kinds.ts';
import { MissingTargets } from '../../../../lambdas/store/records/missing-targets.ts';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { storedWebhook } from '../../../support/table/stored-webhook.ts';
import { openTable } from '../../../support/table/table.ts';
import { actionOf, agentOf, countOf, prepare, promptOf, totalOf, voiceOf, watchedTable } from './scene.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

describe('a new record', () => {
  it('is counted by each target, once', async () => {
    const { user, prompt, voice, action, otherAction } = await prepare(table);

    await createRecords(table, [agentOf(user, { prompt, voice, actions: [action, otherAction, action] })]);
    await createRecords(table, [agentOf(user, { prompt, voice })]);

    expect(await countOf(table, user, 'prompt', prompt)).toBe(2);
    expect(await countOf(table, user, 'voice', voice)).toBe(2);
    expect(await countOf(table, user, 'action', action)).toBe(1);
  });

  it('is counted by targets that are stored with it', async () => {
    const user = randomUUID();
    const [prompt, voice] = [promptOf(user), voiceOf(user)];
    const related = { prompt: prompt.record.id, voice: voice.record.id };

    await createRecords(table, [prompt, voice, agentOf(user, related), agentOf(user, related)]);

    expect(await countOf(table, user, 'prompt', related.prompt)).toBe(2);
    expect(await getRecord(table, user, 'prompt', related.prompt)).toEqual(prompt.record);
  });

  it('is not stored when a target is gone, and neither are the records with it', async () => {
    const { user, voice, action } = await prepare(table);
    const [prompt, gone] = [promptOf(user), v7()];
    const related = { prompt: prompt.record.id, voice, actions: [action, gone] };

    const stored = createRecords(table, [prompt, agentOf(user, related)]);

    await expect(stored).rejects.toEqual(
      expect.objectContaining({ targets: [{ kind: 'action', id: gone }] }),
    );
    await expect(stored).rejects.toThrow(MissingTargets);
    expect(await countOf(table, user, 'voice', voice)).toBe(0);
    expect(await countOf(table, user, 'action', action)).toBe(0);
    expect(await countOf(table, user, 'prompt', prompt.record.id)).toBeUndefined();
    expect([await totalOf(table, user, 'agent'), await totalOf(table, user, 'prompt')]).toEqual([0, 1]);
  });

  it('is counted once when it is stored again by a repeat', async () => {
    const { user, prompt, voice } = await prepare(table);
    const records = [actionOf(user), agentOf(user, { prompt, voice })];

    await createRecords(table, records);
    await createRecords(table, records);

    expect(await countOf(table, user, 'voice', voice)).toBe(1);
    expect(await totalOf(table, user, 'agent')).toBe(1);
  });

  it('is counted for each of many concurrent records', async () => {
    const { user, prompt, voice, action } = await prepare(table);
    const create = () => createRecords(table, [agentOf(user, { prompt, voice, actions: [action] })]);

    await Promise.all(Array.from({ length: 40 }, create));

    expect(await countOf(table, user, 'voice', voice)).toBe(40);
    expect(await totalOf(table, user, 'agent')).toBe(40);
  });

  it('fits into a transaction with every possible reference, wherever the lists put it', async () => {
    const user = randomUUID();
    const first = agentWithEverything(user);
    const sizes: number[] = [];
    const watched = watchedTable(table, (command) => {
      if (command instanceof TransactWriteCommand) sizes.push(command.input.TransactItems?.length ?? 0);
    });
    for (let made = 0; made < 8; made++) await createRecords(watched, agentWithEverything(user));
    for (let made = 0; made < 128; made++) {
      await createRecords(table, everyKindOnce(user));
    }

    await createRecords(watched, first);

    expect(await totalOf(table, user, 'action')).toBe(9 * 32 + 128);
    expect(await countOf(table, user, 'action', first[0]?.record.id ?? '')).toBe(1);
    expect(Math.max(...sizes)).toBeGreaterThan(46);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });
});

/** A record of each kind that an agent refers to, and a template. */
function everyKindOnce(user_id: string): NewRecord[] {
  const owned = () => ({ id: v7(), user_id });
  return [
    actionOf(user_id),
    promptOf(user_id),
    voiceOf(user_id),
    { kind: 'prompt_template', record: { ...owned(), required_context_keys: [], label: '' } },
    { kind: 'webhook', record: storedWebhook(owned()) },
    {
      kind: 'vector_database',
      record: {
        ...owned(),
        type: 'vector_database_vendor_a',
        index: 'i',
        api_key: 'k',
        api_environment: 'e',
      },
    },
    {
      kind: 'account_connection',
      record: { ...owned(), type: 'account_connection_llm', credentials: { llm_api_key: 'k' } },
    },
  ];
}

/** An agent with the maximum of new records. */
function agentWithEverything(user: string): NewRecord[] {
  const related = [...everyKindOnce(user), ...Array.from({ length: 31 }, () => actionOf(user))];
  const idsOf = (wanted: ConfigurationKind) =>
    related.filter(({ kind }) => kind === wanted).map(({ record }) => record.id);
  const idOf = (wanted: ConfigurationKind) => idsOf(wanted)[0] ?? '';
  const agent = agentOf(user, { prompt: idOf('prompt'), voice: idOf('voice'), actions: idsOf('action') });
  const further = {
    webhook: idOf('webhook'),
    vector_database: idOf('vector_database'),
    llm_account_connection: idOf('account_connection'),
  };
  return [...related, { kind: 'agent', record: { ...agent.record, ...further } }];
}
