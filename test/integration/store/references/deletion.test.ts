import { describe, expect, it } from 'vitest';
import { deleteRecord, StillReferenced } from '../../../../lambdas/store/records/delete-record.ts';
import { MissingTargets } from '../../../../lambdas/store/records/missing-targets.ts';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import { findReferrers } from '../../../../lambdas/store/records/referrers.ts';
import { updateRecord } from '../../../../lambdas/store/records/update-record.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { tableOfFile } from '../../../support/table/table.ts';
import { agentOf, countOf, prepare, totalOf, voiceOf, watchedTable } from './scene.ts';

const table = await tableOfFile();

describe('a deletion', () => {
  it('is refused while others refer to the record, and changes nothing', async () => {
    const { user, prompt, voice } = await prepare(table);
    const agents = [agentOf(user, { prompt, voice }), agentOf(user, { prompt, voice })];
    await createRecords(table, agents);

    const deleted = deleteRecord(table, user, { kind: 'voice', id: voice });

    await expect(deleted).rejects.toEqual(expect.objectContaining({ count: 2 }));
    expect(await getRecord(table, user, 'voice', voice)).toBeDefined();
    expect(await totalOf(table, user, 'voice')).toBe(2);
    expect(await findReferrers(table, user, { target: { kind: 'voice', id: voice }, limit: 10 })).toEqual(
      agents.map(({ record }) => ({ kind: 'agent', id: record.id })),
    );
  });

  it('never leaves a dangling reference, when a reference is added concurrently', async () => {
    const { user, prompt, voice: used } = await prepare(table);
    const outcomes = new Set<string>();
    const updatable = agentOf(user, { prompt, voice: used });
    await createRecords(table, [updatable]);
    for (let round = 0; round < 60; round++) {
      const voice = voiceOf(user);
      const { id } = voice.record;
      await createRecords(table, [voice]);
      const refer = () =>
        round % 2 === 0
          ? createRecords(table, [agentOf(user, { prompt, voice: id })])
          : updateRecord(table, user, { kind: 'agent', id: updatable.record.id, changes: { voice: id } });

      const [referred, deleted] = await meanwhile(refer, {
        // The deletion's requests: the record, its list, the transaction.
        request: round % 3,
        of: (watched) => deleteRecord(watched, user, { kind: 'voice', id }),
      });

      expect(referred).toBe(!deleted);
      expect(await countOf(table, user, 'voice', id)).toBe(deleted ? undefined : 1);
      outcomes.add(deleted ? 'deleted' : 'referred to');
    }
    expect([...outcomes].sort()).toEqual(['deleted', 'referred to']);
  });
});

/** Adds a reference when a request of its deletion is about to be sent. Returns the results. */
async function meanwhile(
  refer: () => Promise<unknown>,
  deletion: { readonly request: number; readonly of: (watched: Table) => Promise<boolean> },
): Promise<[referred: boolean, deleted: boolean]> {
  let requests = 0;
  let referring: Promise<unknown> = Promise.resolve();
  const watched = watchedTable(table, () => {
    if (requests++ === deletion.request) referring = refer().then(() => true, expected(MissingTargets));
  });
  const deleted = await deletion.of(watched).catch(expected(StillReferenced));
  return [(await referring) === true, deleted];
}

/** Expects a refusal of this class; rethrows any other failure. */
function expected(refusal: typeof MissingTargets | typeof StillReferenced) {
  return (error: unknown) => {
    if (!(error instanceof refusal)) throw error;
    return false;
  };
}
