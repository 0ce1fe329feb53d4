import { describe, expect, it } from 'vitest';
import type { NewRecord } from '../../../../lambdas/store/records/kinds.ts';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import { updateRecord } from '../../../../lambdas/store/records/update-record.ts';
import { tableOfFile } from '../../../support/table/table.ts';
import { agentOf, countOf, prepare } from './scene.ts';

const table = await tableOfFile();

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
