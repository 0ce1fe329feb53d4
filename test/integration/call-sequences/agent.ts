// The agent of a call and its versions: its user's actions while calls go on.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newAgent } from '../../../lambdas/api/agents/new-agent.ts';
import { publishAgent } from '../../../lambdas/api/agents/publish.ts';
import { rollbackAgent } from '../../../lambdas/api/agents/rollback.ts';
import { updateAgent } from '../../../lambdas/api/agents/update.ts';
import { type Agent, inlineAgentInput } from '../../../lambdas/domain/records/agent.ts';
import type { VersionSplit } from '../../../lambdas/domain/records/version-split.ts';
import {
  presentAgent,
  versionFor,
  versionForCall,
} from '../../../lambdas/store/agent-versions/agent-for-call.ts';
import { getVersion, loadNotes } from '../../../lambdas/store/agent-versions/versions.ts';
import { createRecords, FoundRecords, getRecord } from '../../../lambdas/store/records/records.ts';
import { updateRecord } from '../../../lambdas/store/records/update-record.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import type { AgentState, Step } from './expected.ts';
import type { CallKey } from './functions.ts';
import type { Kind } from './happening.ts';
import { one } from './happening.ts';
import { KEYS_OF_END, KEYS_OF_HOLD } from './keypad.ts';
import {
  END,
  END_BY_KEYS,
  FIRST_PROMPT,
  GREETING,
  HOLD,
  HOLD_BY_KEYS,
  TRANSFER,
  WARM_TRANSFER,
} from './state.ts';

/** The prompts that agents have. There are few, so that they recur. */
export const PROMPTS = [FIRST_PROMPT, 'Be brief.', 'Be bold.'] as const;

/**
 * Stores the agent of a call under the call's id, so that a fault of the call's requests also hits requests for the
 * agent.
 */
export async function storeAgent(table: Table, { userId, callId }: CallKey): Promise<Agent> {
  const actions = [END, TRANSFER, WARM_TRANSFER, END_BY_KEYS, HOLD, HOLD_BY_KEYS];
  const ids = [callId, randomUUID(), randomUUID(), ...actions];
  const settings = inlineAgentInput.parse({
    prompt: { content: FIRST_PROMPT },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    initial_message: GREETING,
    actions: [
      { type: 'action_end_conversation' },
      { type: 'action_transfer_call', config: { phone_number: '+15550003333' } },
      {
        type: 'action_transfer_call',
        config: {
          phone_number: '+15550004444',
          warm_transfer: { further_phone_numbers: ['+15550005555'], ring_seconds: 20, max_seconds: 300 },
        },
      },
      { type: 'action_end_conversation', action_trigger: byKeys(KEYS_OF_END) },
      { type: 'action_set_hold' },
      { type: 'action_set_hold', action_trigger: byKeys(KEYS_OF_HOLD) },
    ],
  });
  const newId = () => ids.shift() ?? randomUUID();
  const making = { userId, references: new FoundRecords([]), newId, randomBytes };
  const { agent, records } = newAgent(settings, ['body'], making);
  await createRecords(table, records);
  return agent;
}

const byKeys = (phrase: string) => ({
  type: 'action_trigger_phrase_based',
  config: { phrase_triggers: [{ phrase, conditions: ['phrase_condition_type_keys'] }] },
});

/** The agent in the table. */
export async function observedAgent(table: Table, { userId, callId: agentId }: CallKey): Promise<AgentState> {
  const agent = await agentOf(table, { userId, callId: agentId });
  const prompt = await getRecord(table, userId, 'prompt', agent.prompt);
  const notes = await loadNotes(table, { userId, agentId });
  expect(
    notes.map(({ version }) => version),
    'has gaps or doubles',
  ).toEqual(notes.map((_, index) => index + 1));
  expect(agent.versions).toMatchObject({
    latest: notes.length,
    kept: notes.length,
    bytes: notes.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const contents = await Promise.all(
    notes.map(({ version }) => getVersion(table, { userId, agentId }, version)),
  );
  return {
    versions: contents.map((found) => found?.content.prompt.content ?? ''),
    present: prompt?.content ?? '',
    drafts: agent.drafts ?? false,
    published: agent.published ?? null,
  };
}

async function agentOf(table: Table, { userId, callId }: CallKey): Promise<Agent> {
  const agent = await getRecord(table, userId, 'agent', callId);
  if (!agent) throw new Error('The agent is gone.');
  return agent;
}

const latestOf = ({ versions }: AgentState) => versions.at(-1);
const only = (version: number): VersionSplit => [{ version, weight: 1 }];

/** A version of the present content, unless the latest one equals it. */
const kept = (agent: AgentState): AgentState =>
  latestOf(agent) === agent.present ? agent : { ...agent, versions: [...agent.versions, agent.present] };

/** The published versions after an update. */
function publishing(before: AgentState, after: AgentState, isAtOnce = !before.drafts): AgentState {
  if (!after.drafts) return { ...after, published: null };
  return isAtOnce ? { ...after, published: only(after.versions.length) } : after;
}

const changing =
  (change: (agent: AgentState) => AgentState): Step =>
  (state) => ({ ...state, agent: change(state.agent) });

/** A request of the agent's user; it may fail if a function dies. */
function asked(
  name: string,
  change: (agent: AgentState) => AgentState,
  ask: (table: Table, key: CallKey) => Promise<unknown>,
): Kind {
  return {
    name,
    isRetried: true,
    when: () => true,
    happen(_, world) {
      world.agentChanged = true;
      return {
        steps: one(changing(change)),
        tell: ({ table }) => ask(table, world).catch(() => undefined),
      };
    },
  };
}

const request = ({ userId, callId }: CallKey, body: object) =>
  ({ userId, query: { id: callId }, body, references: new FoundRecords([]) }) as never;
const means = (table: Table) => ({ table, now: () => new Date(), newId: randomUUID, randomBytes });

/** An update of the agent's prompt. */
export const updated = (prompt: string): Kind =>
  asked(
    `agents/update(${prompt})`,
    (agent) => publishing(agent, kept({ ...agent, present: prompt })),
    async (table, key) => updateAgent.run(request(key, { prompt: { content: prompt } }), means(table)),
  );

/** An update that turns drafts on or off. */
export const draftsSet = (drafts: boolean): Kind =>
  asked(
    `agents/update(drafts ${drafts})`,
    (agent) => publishing(agent, kept({ ...agent, drafts })),
    async (table, key) => updateAgent.run(request(key, { drafts }), means(table)),
  );

/** The prompt changes on its own. */
export const promptChanged = (prompt: string): Kind =>
  asked(
    `prompts/update(${prompt})`,
    (agent) => ({ ...agent, present: prompt }),
    async (table, key) => {
      const { prompt: id } = await agentOf(table, key);
      await updateRecord(table, key.userId, { kind: 'prompt', id, changes: { content: prompt } });
    },
  );

/** The present agent is published. */
export const published: Kind = asked(
  'agents/publish',
  (agent) => publishing(agent, kept(agent), true),
  async (table, key) => publishAgent.run(request(key, {}), means(table)),
);

/** A split of existing versions, or one of them, is published. */
export const split = (seeds: readonly number[]): Kind => ({
  name: `agents/publish(${seeds})`,
  isRetried: true,
  when: () => true,
  happen({ agent: { versions } }, world) {
    const numbers = new Set(seeds.map((seed) => 1 + (seed % versions.length)));
    const shares = [...numbers].map((version) => ({ version, weight: 1 + version }));
    world.agentChanged = true;
    return {
      steps: one(changing((agent) => ({ ...agent, published: shares }))),
      tell: ({ table }) =>
        publishAgent.run(request(world, { version: shares }), means(table)).catch(() => undefined),
    };
  },
});

/** A rollback to one of the versions. */
export const rolledBack = (seed: number): Kind => ({
  name: `agents/rollback(${seed})`,
  isRetried: true,
  when: () => true,
  happen(state, world) {
    const version = 1 + (seed % state.agent.versions.length);
    world.agentChanged = true;
    const restore = (agent: AgentState): AgentState => {
      const present = agent.versions[version - 1] ?? '';
      const before = agent.present === present ? agent : kept(agent);
      return publishing(agent, kept({ ...before, present }), true);
    };
    return {
      steps: one(changing(restore)),
      tell: ({ table }) =>
        rollbackAgent.run(request(world, { version }), means(table)).catch(() => undefined),
    };
  },
});

/** Another call uses the agent: it learns its version, always the same one of a split. */
export const takenBy = (party: string): Kind => ({
  name: `another call(${party})`,
  isRetried: true,
  when: () => true,
  happen(_, world) {
    const { userId, callId: agentId } = world;
    world.agentChanged = true;
    return {
      steps: one(changing((agent) => (agent.published ? agent : kept(agent)))),
      async tell({ table }) {
        const agent = await agentOf(table, world).catch(() => undefined);
        if (!agent) return;
        const chosen = versionFor(agent, { named: undefined, party });
        const taken = await (chosen === undefined
          ? presentAgent(table, agent, new Date())
          : versionForCall(table, agent, { version: chosen })
        ).catch(() => undefined);
        const of = `${party} of ${JSON.stringify(agent.published)}`;
        if (agent.published)
          expect(world.chosen.get(of) ?? chosen, 'another version than before').toBe(chosen);
        world.chosen.set(of, chosen);
        if (taken?.version === undefined) return;
        const version = await getVersion(table, { userId, agentId }, taken.version).catch(() => undefined);
        if (version) expect(taken.snapshot.agent.prompt).toBe(version.content.prompt.content);
      },
    };
  },
});
