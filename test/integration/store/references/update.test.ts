import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewRecord } from '../../../../lambdas/store/records/kinds.ts';
import { MissingTargets } from '../../../../lambdas/store/records/missing-targets.ts';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import { updateRecord } from '../../../../lambdas/store/records/update-record.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { openTable } from '../../../support/table/table.ts';
import { actionOf, agentOf, countOf, prepare, totalOf, voiceOf, watchedTable } from './scene.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

describe('an update', () => {
  /** A user as above, with an agent. */
  async function prepareAgent() {
    const scene = await prepare(table);
    const { user, prompt, voice, action } = scene;
    const agent = agentOf(user, { prompt, voice, actions: [action] }).record;
    await createRecords(table, [{ kind: 'agent', record: agent }]);
    const update = (changes: object, newRecords: readonly NewRecord[] = [], at = table) =>
      updateRecord(at, user, { kind: 'agent', id: agent.id, changes: { ...changes }, newRecords });
    return { ...scene, agent, update };
  }

  it('counts new targets, and no longer former ones', async () => {
    const { user, voice, otherVoice, action, otherAction, agent, update } = await prepareAgent();

    const changes = { voice: otherVoice, actions: [otherAction, action] };
    const updated = await update(changes);

    expect(updated).toEqual({ ...agent, ...changes });
    expect([
      await countOf(table, user, 'voice', voice),
      await countOf(table, user, 'voice', otherVoice),
    ]).toEqual([0, 1]);
    expect(await countOf(table, user, 'action', action)).toBe(1);
    expect(await countOf(table, user, 'action', otherAction)).toBe(1);

    await update({ actions: [] });

    expect(await countOf(table, user, 'action', action)).toBe(0);
  });

  it('stores new records with it, or nothing at all', async () => {
    const { user, voice, agent, update } = await prepareAgent();
    const [fresh, unused] = [voiceOf(user), voiceOf(user)];

    await update({ voice: fresh.record.id }, [fresh]);
    const failed = update({ voice: unused.record.id, webhook: v7() }, [unused]);

    await expect(failed).rejects.toThrow(MissingTargets);
    expect(await countOf(table, user, 'voice', voice)).toBe(0);
    expect(await countOf(table, user, 'voice', fresh.record.id)).toBe(1);
    expect(await countOf(table, user, 'voice', unused.record.id)).toBeUndefined();
    expect(await getRecord(table, user, 'agent', agent.id)).toEqual({ ...agent, voice: fresh.record.id });
    expect(await totalOf(table, user, 'voice')).toBe(3);
  });

  it('changes nothing when it is repeated', async () => {
    const { user, otherVoice, update } = await prepareAgent();
    const action = actionOf(user);
    const again = () => update({ voice: otherVoice, actions: [action.record.id] }, [action]);

    const first = await again();
    const second = await again();

    expect(second).toEqual(first);
    expect(await countOf(table, user, 'voice', otherVoice)).toBe(1);
    expect(await countOf(table, user, 'action', action.record.id)).toBe(1);
    expect(await totalOf(table, user, 'action')).toBe(3);
  });

  it('fails for a missing record, and stores nothing', async () => {
    const { user, prompt, voice } = await prepare(table);
    const fresh = voiceOf(user);

    const updated = await updateRecord(table, user, {
      kind: 'agent',
      id: v7(),
      changes: { prompt, voice: fresh.record.id },
      newRecords: [fresh],
    });

    expect(updated).toBeUndefined();
    expect(await countOf(table, user, 'prompt', prompt)).toBe(0);
    expect(await countOf(table, user, 'voice', voice)).toBe(0);
    expect(await totalOf(table, user, 'voice')).toBe(2);
  });

  it('is one write if the targets are unchanged', async () => {
    const { voice, action, update } = await prepareAgent();
    const commands: object[] = [];
    const watched = watchedTable(table, (command) => commands.push(command));

    await update({ name: 'Ada' }, [], watched);
    const plain = commands.splice(0);
    await update({ voice, actions: [action] }, [], watched);

    expect(plain.map((command) => command.constructor)).toEqual([UpdateCommand]);
    expect(commands.map((command) => command.constructor)).toEqual([GetCommand, UpdateCommand]);
  });

  it('is retried when a transaction was in progress at the record', async () => {
    const { agent, update } = await prepareAgent();
    let refusals = 2;
    const watched = watchedTable(table, (command) => {
      if (!(command instanceof UpdateCommand) || refusals-- <= 0) return;
      throw new TransactionConflictException({
        message: 'Transaction is ongoing for the item',
        $metadata: {},
      });
    });

    const updated = await update({ name: 'Ada' }, [], watched);

    expect(updated).toEqual({ ...agent, name: 'Ada' });
    expect(refusals).toBeLessThan(0);
  });

  it('concurrently with others keeps counts correct, and loses no field', async () => {
    const { user, voice, otherVoice, action, otherAction, agent, update } = await prepareAgent();
    const changes = [
      { voice: otherVoice },
      { voice },
      { voice: otherVoice, name: 'Ada' },
      { actions: [action, otherAction] },
      { actions: [otherAction] },
      { language: 'de' },
      { llm_temperature: 1 },
      { actions: [] },
    ];

    for (let round = 0; round < 10; round++) {
      await Promise.all(changes.map((change) => update(change)));
      const stored = await getRecord(table, user, 'agent', agent.id);
      const counts = [
        await countOf(table, user, 'voice', voice),
        await countOf(table, user, 'voice', otherVoice),
        await countOf(table, user, 'action', action),
        await countOf(table, user, 'action', otherAction),
      ];

      const refers = (id: string) => Number(stored?.voice === id || stored?.actions.includes(id));
      expect(counts).toEqual([voice, otherVoice, action, otherAction].map(refers));
      expect(stored).toMatchObject({ name: 'Ada', language: 'de', llm_temperature: 1 });
    }
  });
});
