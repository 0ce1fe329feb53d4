import { randomUUID } from 'node:crypto';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentTuning } from '../../../lambdas/domain/records/agent.ts';
import { listRecords } from '../../../lambdas/store/lists/pages.ts';
import { deleteRecord, StillReferenced } from '../../../lambdas/store/records/delete-record.ts';
import type { ConfigurationKind, NewRecord } from '../../../lambdas/store/records/kinds.ts';
import { MissingTargets } from '../../../lambdas/store/records/missing-targets.ts';
import { createRecords, getRecord } from '../../../lambdas/store/records/records.ts';
import { findReferrers } from '../../../lambdas/store/records/referrers.ts';
import {
  type UpdatePlan,
  updatePlanned,
  updateRecord,
} from '../../../lambdas/store/records/update-record.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { storedWebhook } from '../../support/stored-webhook.ts';
import { openTable } from '../../support/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const promptOf = (user_id: string, id = v7()) =>
  ({ kind: 'prompt', record: { id, user_id, content: 'x' } }) as const;
const voiceOf = (user_id: string, id = v7()) =>
  ({ kind: 'voice', record: { id, user_id, type: 'voice_builtin', voice_id: 'default' } }) as const;
const actionOf = (user_id: string, id = v7()) =>
  ({
    kind: 'action',
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
  ({ kind: 'agent', record: { ...agentTuning.parse({}), id, user_id, actions, ...related } }) as const;

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
async function countOf(user: string, kind: ConfigurationKind, id: string): Promise<number | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: recordKey(user, kind, id), ConsistentRead: true }),
  );
  return Item && Number(Item.referred_to ?? 0);
}

async function totalOf(user: string, kind: ConfigurationKind): Promise<number> {
  const request = { page: 1, size: 1, descending: false, maxBytes: 1_000_000 };
  return (await listRecords(table, { userId: user, kind }, request)).total;
}

/** The table, whose client shows each command before it is sent. */
function watchedTable(look: (command: object) => void): Table {
  const send = async (command: object) => {
    look(command);
    return table.client.send(command as never);
  };
  return { ...table, client: Object.assign(Object.create(table.client), { send }) };
}

describe('a new record', () => {
  it('is counted by each target, once', async () => {
    const { user, prompt, voice, action, otherAction } = await prepare();

    await createRecords(table, [agentOf(user, { prompt, voice, actions: [action, otherAction, action] })]);
    await createRecords(table, [agentOf(user, { prompt, voice })]);

    expect(await countOf(user, 'prompt', prompt)).toBe(2);
    expect(await countOf(user, 'voice', voice)).toBe(2);
    expect(await countOf(user, 'action', action)).toBe(1);
  });

  it('is counted by targets that are stored with it', async () => {
    const user = randomUUID();
    const [prompt, voice] = [promptOf(user), voiceOf(user)];
    const related = { prompt: prompt.record.id, voice: voice.record.id };

    await createRecords(table, [prompt, voice, agentOf(user, related), agentOf(user, related)]);

    expect(await countOf(user, 'prompt', related.prompt)).toBe(2);
    expect(await getRecord(table, user, 'prompt', related.prompt)).toEqual(prompt.record);
  });

  it('is not stored when a target is gone, and neither are the records with it', async () => {
    const { user, voice, action } = await prepare();
    const [prompt, gone] = [promptOf(user), v7()];
    const related = { prompt: prompt.record.id, voice, actions: [action, gone] };

    const stored = createRecords(table, [prompt, agentOf(user, related)]);

    await expect(stored).rejects.toEqual(
      expect.objectContaining({ targets: [{ kind: 'action', id: gone }] }),
    );
    await expect(stored).rejects.toThrow(MissingTargets);
    expect(await countOf(user, 'voice', voice)).toBe(0);
    expect(await countOf(user, 'action', action)).toBe(0);
    expect(await countOf(user, 'prompt', prompt.record.id)).toBeUndefined();
    expect([await totalOf(user, 'agent'), await totalOf(user, 'prompt')]).toEqual([0, 1]);
  });

  it('is counted once when it is stored again by a repeat', async () => {
    const { user, prompt, voice } = await prepare();
    const records = [actionOf(user), agentOf(user, { prompt, voice })];

    await createRecords(table, records);
    await createRecords(table, records);

    expect(await countOf(user, 'voice', voice)).toBe(1);
    expect(await totalOf(user, 'agent')).toBe(1);
  });

  it('is counted for each of many concurrent records', async () => {
    const { user, prompt, voice, action } = await prepare();
    const create = () => createRecords(table, [agentOf(user, { prompt, voice, actions: [action] })]);

    await Promise.all(Array.from({ length: 40 }, create));

    expect(await countOf(user, 'voice', voice)).toBe(40);
    expect(await totalOf(user, 'agent')).toBe(40);
  });

  it('fits into a transaction with every possible reference, wherever the lists put it', async () => {
    const user = randomUUID();
    const first = agentWithEverything(user);
    const sizes: number[] = [];
    const watched = watchedTable((command) => {
      if (command instanceof TransactWriteCommand) sizes.push(command.input.TransactItems?.length ?? 0);
    });
    for (let made = 0; made < 8; made++) await createRecords(watched, agentWithEverything(user));
    for (let made = 0; made < 128; made++) {
      await createRecords(table, everyKindOnce(user));
    }

    await createRecords(watched, first);

    expect(await totalOf(user, 'action')).toBe(9 * 32 + 128);
    expect(await countOf(user, 'action', first[0]?.record.id ?? '')).toBe(1);
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

describe('an update', () => {
  /** A user as above, with an agent. */
  async function prepareAgent() {
    const scene = await prepare();
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
    expect([await countOf(user, 'voice', voice), await countOf(user, 'voice', otherVoice)]).toEqual([0, 1]);
    expect(await countOf(user, 'action', action)).toBe(1);
    expect(await countOf(user, 'action', otherAction)).toBe(1);

    await update({ actions: [] });

    expect(await countOf(user, 'action', action)).toBe(0);
  });

  it('stores new records with it, or nothing at all', async () => {
    const { user, voice, agent, update } = await prepareAgent();
    const [fresh, unused] = [voiceOf(user), voiceOf(user)];

    await update({ voice: fresh.record.id }, [fresh]);
    const failed = update({ voice: unused.record.id, webhook: v7() }, [unused]);

    await expect(failed).rejects.toThrow(MissingTargets);
    expect(await countOf(user, 'voice', voice)).toBe(0);
    expect(await countOf(user, 'voice', fresh.record.id)).toBe(1);
    expect(await countOf(user, 'voice', unused.record.id)).toBeUndefined();
    expect(await getRecord(table, user, 'agent', agent.id)).toEqual({ ...agent, voice: fresh.record.id });
    expect(await totalOf(user, 'voice')).toBe(3);
  });

  it('changes nothing when it is repeated', async () => {
    const { user, otherVoice, update } = await prepareAgent();
    const action = actionOf(user);
    const again = () => update({ voice: otherVoice, actions: [action.record.id] }, [action]);

    const first = await again();
    const second = await again();

    expect(second).toEqual(first);
    expect(await countOf(user, 'voice', otherVoice)).toBe(1);
    expect(await countOf(user, 'action', action.record.id)).toBe(1);
    expect(await totalOf(user, 'action')).toBe(3);
  });

  it('fails for a missing record, and stores nothing', async () => {
    const { user, prompt, voice } = await prepare();
    const fresh = voiceOf(user);

    const updated = await updateRecord(table, user, {
      kind: 'agent',
      id: v7(),
      changes: { prompt, voice: fresh.record.id },
      newRecords: [fresh],
    });

    expect(updated).toBeUndefined();
    expect(await countOf(user, 'prompt', prompt)).toBe(0);
    expect(await countOf(user, 'voice', voice)).toBe(0);
    expect(await totalOf(user, 'voice')).toBe(2);
  });

  it('is one write if the targets are unchanged', async () => {
    const { voice, action, update } = await prepareAgent();
    const commands: object[] = [];
    const watched = watchedTable((command) => commands.push(command));

    await update({ name: 'Ada' }, [], watched);
    const plain = commands.splice(0);
    await update({ voice, actions: [action] }, [], watched);

    expect(plain.map((command) => command.constructor)).toEqual([UpdateCommand]);
    expect(commands.map((command) => command.constructor)).toEqual([GetCommand, UpdateCommand]);
  });

  it('is retried when a transaction was in progress at the record', async () => {
    const { agent, update } = await prepareAgent();
    let refusals = 2;
    const watched = watchedTable((command) => {
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
        await countOf(user, 'voice', voice),
        await countOf(user, 'voice', otherVoice),
        await countOf(user, 'action', action),
        await countOf(user, 'action', otherAction),
      ];

      const refers = (id: string) => Number(stored?.voice === id || stored?.actions.includes(id));
      expect(counts).toEqual([voice, otherVoice, action, otherAction].map(refers));
      expect(stored).toMatchObject({ name: 'Ada', language: 'de', llm_temperature: 1 });
    }
  });
});

describe('a planned update', () => {
  async function prepareAgent() {
    const scene = await prepare();
    const { user, prompt, voice, action } = scene;
    const agent = agentOf(user, { prompt, voice, actions: [action] }).record;
    await createRecords(table, [{ kind: 'agent', record: agent }]);
    const update = (plan: (agent: { readonly voice: string }) => Promise<UpdatePlan>) =>
      updatePlanned(table, user, { kind: 'agent', id: agent.id, plan });
    return { ...scene, agent, update };
  }

  it('changes other records with the record, and counts and changes a new target at once', async () => {
    const { user, voice, action, otherAction, agent, update } = await prepareAgent();
    const config = { note: 'x' };

    const updated = await update(async () => ({
      changes: { actions: [action, otherAction] },
      others: [
        { kind: 'voice', id: voice, changes: { voice_id: 'other' } },
        { kind: 'action', id: otherAction, changes: { config } },
      ],
    }));
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: recordKey(user, 'action', otherAction) }),
    );

    expect(updated).toEqual({ ...agent, actions: [action, otherAction] });
    expect(await getRecord(table, user, 'voice', voice)).toMatchObject({ voice_id: 'other' });
    expect(Item).toMatchObject({ config, referred_to: 1 });
  });

  it('is planned again if the references changed meanwhile, and then changes only what it planned last', async () => {
    const { user, voice, otherVoice, agent, update } = await prepareAgent();
    const seen: string[] = [];

    await update(async (read) => {
      seen.push(read.voice);
      if (seen.length === 1)
        await updateRecord(table, user, { kind: 'agent', id: agent.id, changes: { voice: otherVoice } });
      return { changes: {}, others: [{ kind: 'voice', id: read.voice, changes: { voice_id: 'other' } }] };
    });

    expect(seen).toEqual([voice, otherVoice]);
    expect(await getRecord(table, user, 'voice', voice)).toMatchObject({ voice_id: 'default' });
    expect(await getRecord(table, user, 'voice', otherVoice)).toMatchObject({ voice_id: 'other' });
  });

  it('writes nothing if another record is gone, or if it plans nothing', async () => {
    const { user, voice, agent, update } = await prepareAgent();
    const gone = v7();

    const failed = update(async () => ({
      changes: { name: 'Ada' },
      others: [
        { kind: 'voice', id: voice, changes: { voice_id: 'other' } },
        { kind: 'action', id: gone, changes: { config: { note: 'x' } } },
      ],
    }));

    await expect(failed).rejects.toEqual(
      expect.objectContaining({ targets: [{ kind: 'action', id: gone }] }),
    );
    expect(await getRecord(table, user, 'voice', voice)).toMatchObject({ voice_id: 'default' });
    expect(await update(async () => ({ changes: {} }))).toEqual(agent);
  });
});

describe('a deletion', () => {
  it('is refused while others refer to the record, and changes nothing', async () => {
    const { user, prompt, voice } = await prepare();
    const agents = [agentOf(user, { prompt, voice }), agentOf(user, { prompt, voice })];
    await createRecords(table, agents);

    const deleted = deleteRecord(table, user, { kind: 'voice', id: voice });

    await expect(deleted).rejects.toEqual(expect.objectContaining({ count: 2 }));
    expect(await getRecord(table, user, 'voice', voice)).toBeDefined();
    expect(await totalOf(user, 'voice')).toBe(2);
    expect(await findReferrers(table, user, { target: { kind: 'voice', id: voice }, limit: 10 })).toEqual(
      agents.map(({ record }) => ({ kind: 'agent', id: record.id })),
    );
  });

  it('of a referring record permits the deletion of its targets', async () => {
    const { user, prompt, voice, action } = await prepare();
    const agent = agentOf(user, { prompt, voice, actions: [action, action] });
    await createRecords(table, [agent]);

    const deleted = await deleteRecord(table, user, { kind: 'agent', id: agent.record.id });
    const then = await Promise.all([
      deleteRecord(table, user, { kind: 'prompt', id: prompt }),
      deleteRecord(table, user, { kind: 'voice', id: voice }),
      deleteRecord(table, user, { kind: 'action', id: action }),
    ]);

    expect([deleted, ...then]).toEqual([true, true, true, true]);
    expect([await totalOf(user, 'agent'), await totalOf(user, 'voice')]).toEqual([0, 1]);
  });

  it('decreases counts once when several requests delete the same record', async () => {
    const { user, prompt, voice } = await prepare();
    const [agent, other] = [agentOf(user, { prompt, voice }), agentOf(user, { prompt, voice })];
    await createRecords(table, [agent, other]);

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => deleteRecord(table, user, { kind: 'agent', id: agent.record.id })),
    );

    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await countOf(user, 'voice', voice)).toBe(1);
  });

  it('never leaves a dangling reference, when a reference is added concurrently', async () => {
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
          : updateRecord(table, user, { kind: 'agent', id: updatable.record.id, changes: { voice: id } });

      const [referred, deleted] = await meanwhile(refer, {
        // The deletion's requests: the record, its list, the transaction.
        request: round % 3,
        of: (watched) => deleteRecord(watched, user, { kind: 'voice', id }),
      });

      expect(referred).toBe(!deleted);
      expect(await countOf(user, 'voice', id)).toBe(deleted ? undefined : 1);
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
  const watched = watchedTable(() => {
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
