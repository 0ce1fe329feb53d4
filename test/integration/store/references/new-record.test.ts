import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { MissingTargets } from '../../../../lambdas/store/records/missing-targets.ts';
import { createRecords } from '../../../../lambdas/store/records/records.ts';
import { tableOfFile } from '../../../support/table/table.ts';
import { agentOf, countOf, prepare, promptOf, totalOf } from './scene.ts';

const table = await tableOfFile();

describe('a new record', () => {
  it('is counted by each target, once', async () => {
    const { user, prompt, voice, action, otherAction } = await prepare(table);

    await createRecords(table, [agentOf(user, { prompt, voice, actions: [action, otherAction, action] })]);
    await createRecords(table, [agentOf(user, { prompt, voice })]);

    expect(await countOf(table, user, 'prompt', prompt)).toBe(2);
    expect(await countOf(table, user, 'voice', voice)).toBe(2);
    expect(await countOf(table, user, 'action', action)).toBe(1);
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
});
