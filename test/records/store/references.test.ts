import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { actionKind } from '../../../lambdas/actions/model/action.ts';
import { agentKind, agentTuning } from '../../../lambdas/agents/model/agent.ts';
import { readItem } from '../../../lambdas/platform/table/items.ts';
import { recordKey } from '../../../lambdas/platform/table/keys.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { promptKind } from '../../../lambdas/prompts/model/prompt.ts';
import type { Kind } from '../../../lambdas/records/model/kind.ts';
import { deleteRecord, StillReferenced } from '../../../lambdas/records/store/delete-record.ts';
import { listRecords } from '../../../lambdas/records/store/lists/pages.ts';
import { createRecords, getRecord } from '../../../lambdas/records/store/records.ts';
import { MissingTargets } from '../../../lambdas/records/store/reference-counts.ts';
import { type UpdatePlan, updatePlanned } from '../../../lambdas/records/store/update-record.ts';
import { voiceKind } from '../../../lambdas/voices/model/voice.ts';
import { interposed } from '../../support/table/interposed.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const promptOf = (user_id: string, id = v7()) =>
  ({ kind: promptKind, record: { id, user_id, content: 'x' } }) as const;
const voiceOf = (user_id: string, id = v7()) =>
  ({ kind: voiceKind, record: { id, user_id, type: 'voice_builtin', voice_id: 'default' } }) as const;
const actionOf = (user_id: string, id = v7()) =>
  ({
    kind: actionKind,
    record: {
      id,
      user_id,
      type: 'action_end_conversation',
      config: {},
      action_trigger: { type: 'action_trigger_function_call', config: {} },
    },
  }) as const;

interface Related {
  readonly id?: string;
  readonly prompt: string;
  readonly voice: string;
  readonly actions?: string[];
}

const agentOf = (user_id: string, { id = v7(), actions = [], ...related }: Related) =>
  ({ kind: agentKind, record: { ...agentTuning.parse({}), id, user_id, actions, ...related } }) as const;

/** A user with a prompt, two voices and two actions, without references. */
async function prepare() {
  const user = randomUUID();
  const [prompt, voice, otherVoice] = [promptOf(user), voiceOf(user), voiceOf(user)];
  const actions = [actionOf(user), actionOf(user)];
  await createRecords(table, [prompt, voice, otherVoice, ...actions]);
  const [action = '', otherAction = ''] = actions.map(({ record }) => record.id);
  return {
    user,
    prompt: prompt.record.id,
    voice: voice.record.id,
    otherVoice: otherVoice.record.id,
    action,
    otherAction,
  };
}

/** The stored number of records that refer to a record. */
async function countOf(user: string, kind: Kind, id: string): Promise<number | undefined> {
  const item = await readItem(table, recordKey(user, kind.name, id));
  return item && Number(item.referred_to ?? 0);
}

async function totalOf(user: string, kind: Kind): Promise<number> {
  const request = { page: 1, size: 1, descending: false, maxBytes: 1_000_000 };
  return (await listRecords(table, { userId: user, kind }, request)).total;
}

/** The same user with an agent. */
async function prepareAgent() {
  const scene = await prepare();
  const { user, prompt, voice, action } = scene;
  const agent = agentOf(user, { prompt, voice, actions: [action] }).record;
  await createRecords(table, [{ kind: agentKind, record: agent }]);
  const updatePlan = (plan: (agent: { readonly voice: string }) => Promise<UpdatePlan>) =>
    updatePlanned(table, user, { kind: agentKind, id: agent.id, plan });
  const update = (changes: object) => updatePlan(async () => ({ changes: { ...changes } }));
  return { ...scene, agent, update, updatePlan };
}

describe('a new record', () => {
  it('is counted by each target, once', async () => {
    const { user, prompt, voice, action, otherAction } = await prepare();

    await createRecords(table, [agentOf(user, { prompt, voice, actions: [action, otherAction, action] })]);
    await createRecords(table, [agentOf(user, { prompt, voice })]);

    expect(await countOf(user, promptKind, prompt)).toBe(2);
    expect(await countOf(user, voiceKind, voice)).toBe(2);
    expect(await countOf(user, actionKind, action)).toBe(1);
  });

  it('is not stored when a target is gone, and neither are the records with it', async () => {
    const { user, voice, action } = await prepare();
    const [prompt, gone] = [promptOf(user), v7()];
    const related = { prompt: prompt.record.id, voice, actions: [action, gone] };

    const stored = createRecords(table, [prompt, agentOf(user, related)]);

    await expect(stored).rejects.toEqual(
      expect.objectContaining({ targets: [{ kind: actionKind, id: gone }] }),
    );
    await expect(stored).rejects.toThrow(MissingTargets);
    expect(await countOf(user, voiceKind, voice)).toBe(0);
    expect(await countOf(user, actionKind, action)).toBe(0);
    expect(await countOf(user, promptKind, prompt.record.id)).toBeUndefined();
    expect([await totalOf(user, agentKind), await totalOf(user, promptKind)]).toEqual([0, 1]);
  });
});

describe('an update', () => {
  it('counts new targets, and no longer former ones', async () => {
    const { user, voice, otherVoice, action, otherAction, agent, update } = await prepareAgent();

    const changes = { voice: otherVoice, actions: [otherAction, action] };
    const updated = await update(changes);

    expect(updated?.record).toEqual({ ...agent, ...changes });
    expect([await countOf(user, voiceKind, voice), await countOf(user, voiceKind, otherVoice)]).toEqual([
      0, 1,
    ]);
    expect(await countOf(user, actionKind, action)).toBe(1);
    expect(await countOf(user, actionKind, otherAction)).toBe(1);

    await update({ actions: [] });

    expect(await countOf(user, actionKind, action)).toBe(0);
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
      const stored = await getRecord(table, user, agentKind, agent.id);
      const counts = [
        await countOf(user, voiceKind, voice),
        await countOf(user, voiceKind, otherVoice),
        await countOf(user, actionKind, action),
        await countOf(user, actionKind, otherAction),
      ];

      const refers = (id: string) => Number(stored?.voice === id || stored?.actions.includes(id));
      expect(counts).toEqual([voice, otherVoice, action, otherAction].map(refers));
      expect(stored).toMatchObject({ name: 'Ada', language: 'de', llm_temperature: 1 });
    }
  });
});

describe('a planned update', () => {
  it('changes other records with the record, and counts and changes a new target at once', async () => {
    const { user, voice, action, otherAction, agent, updatePlan: update } = await prepareAgent();
    const config = { note: 'x' };

    const updated = await update(async () => ({
      changes: { actions: [action, otherAction] },
      others: [
        { kind: voiceKind, id: voice, changes: { voice_id: 'other' } },
        { kind: actionKind, id: otherAction, changes: { config } },
      ],
    }));
    const changed = await readItem(table, recordKey(user, 'action', otherAction));

    expect(updated?.record).toEqual({ ...agent, actions: [action, otherAction] });
    expect(await getRecord(table, user, voiceKind, voice)).toMatchObject({ voice_id: 'other' });
    expect(changed).toMatchObject({ config, referred_to: 1 });
  });

  it('is planned again if the references changed meanwhile, and then changes only what it planned last', async () => {
    const { user, voice, otherVoice, update: change, updatePlan: update } = await prepareAgent();
    const seen: string[] = [];

    await update(async (read) => {
      seen.push(read.voice);
      if (seen.length === 1) await change({ voice: otherVoice });
      return { changes: {}, others: [{ kind: voiceKind, id: read.voice, changes: { voice_id: 'other' } }] };
    });

    expect(seen).toEqual([voice, otherVoice]);
    expect(await getRecord(table, user, voiceKind, voice)).toMatchObject({ voice_id: 'default' });
    expect(await getRecord(table, user, voiceKind, otherVoice)).toMatchObject({ voice_id: 'other' });
  });
});

it('a deletion never leaves a dangling reference, when a reference is added concurrently', async () => {
  const { user, prompt, voice: used } = await prepare();
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
        : updatePlanned(table, user, {
            kind: agentKind,
            id: updatable.record.id,
            plan: async () => ({ changes: { voice: id } }),
          });

    const [referred, deleted] = await meanwhile(refer, {
      // The deletion's requests: the record, its list, the transaction.
      request: round % 3,
      of: (watched) => deleteRecord(watched, user, { kind: voiceKind, id }),
    });

    expect(referred).toBe(!deleted);
    expect(await countOf(user, voiceKind, id)).toBe(deleted ? undefined : 1);
    outcomes.add(deleted ? 'deleted' : 'referred to');
  }
  expect([...outcomes].sort()).toEqual(['deleted', 'referred to']);
});

/** Adds a reference when a request of its deletion is about to be sent. Returns the results. */
async function meanwhile(
  refer: () => Promise<unknown>,
  deletion: { readonly request: number; readonly of: (watched: Table) => Promise<boolean> },
): Promise<[referred: boolean, deleted: boolean]> {
  let requests = 0;
  let referring: Promise<unknown> = Promise.resolve();
  const watched = interposed(table, () => {
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
