import type { Schema } from 'phone-call-agents-client';
import * as z from 'zod';
import { findAgent, isId } from '../agents/find-agent.ts';
import { UsageError } from '../errors.ts';
import { runTests } from '../files/run-tests.ts';
import { changeLines } from '../files/show-plan.ts';
import { upTo } from '../up-to.ts';
import { AGENT, type AnyTool, CONFIRM, defineTool, type ToolContext } from './tool.ts';

const VERSION = z.number().int().min(1);

const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description: 'The user’s agents, with their latest and published versions.',
  input: z.object({}),
  effect: 'reads',
  async run(_, { client, signal }) {
    const agents = await upTo(client.list('/v1/agents/list', { query: { size: 100 }, signal }), 500);
    return {
      facts: agents.map(({ id, name, version, published, drafts }) => ({
        id,
        name,
        version,
        published,
        drafts,
      })),
    };
  },
});

/** The agent as it is now, or as a version has it. */
async function contentOf({ client, signal }: ToolContext, id: string, version?: number) {
  if (version === undefined)
    return (await client.request<object>('GET', '/v1/agents', { query: { id, view: 'full' }, signal })).data;
  return (await client.get('/v1/agents/version', { query: { id, version }, signal })).content;
}

const getAgent = defineTool({
  name: 'get_agent',
  title: 'Read an agent',
  description: 'All settings of an agent with its prompt, voice, actions and steps, now or in a version.',
  input: z.object({ agent: AGENT, version: VERSION.optional() }),
  effect: 'reads',
  run: async ({ agent, version }, context) => ({
    facts: withoutSecrets(await contentOf(context, await findAgent(context.client, agent), version)),
  }),
});

/** Secrets are nothing that a model should read. */
const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) =>
      /^(\w+_)?(api_key|auth_token|secrets?|headers)$/.test(name) ? undefined : inner,
    ),
  );

const compareVersions = defineTool({
  name: 'compare_versions',
  title: 'Compare two versions of an agent',
  description: 'The differences of two versions, field by field. Without `to`: the agent as it is now.',
  input: z.object({ agent: AGENT, from: VERSION, to: VERSION.optional() }),
  effect: 'reads',
  async run({ agent, from, to }, context) {
    const id = await findAgent(context.client, agent);
    const sides = await Promise.all([from, to].map((version) => contentOf(context, id, version)));
    return { facts: differencesOf(sides.map(withoutSecrets)) };
  },
});

/** Fields of an agent that its versions lack. */
const OF_NOW = new Set(['version', 'published', 'publish_requires', 'drafts', 'webhook', 'warnings']);

function differencesOf(sides: readonly unknown[]): string {
  const [before, after] = sides.map((side): Record<string, unknown> => ({ ...Object(side) }));
  const fields = [...new Set([before, after].flatMap((side) => Object.keys(side ?? {})))];
  const lines = fields
    .filter((field) => !OF_NOW.has(field))
    .flatMap((field) =>
      changeLines({ field, before: before?.[field] ?? undefined, after: after?.[field] ?? undefined }),
    );
  return lines.map(({ text }) => text).join('\n') || 'No differences.';
}

/** Fields that no version has: calls use them as they are now. */
const LIVE = ['webhook', 'vector_database', 'llm_account_connection', 'publish_requires'];

/** The id by which changes refer to a record; undefined if they are those of the present record, or a new one. */
function referredId(value: unknown): string | undefined {
  const id: unknown = typeof value === 'string' ? value : Object(value).id;
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : undefined;
}

/** Throws UsageError if changes of an agent would reach calls before the draft is published. */
async function requireDraft(
  { client, signal }: ToolContext,
  agent: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const live = LIVE.filter((field) => field in changes);
  if (live.length > 0)
    throw new UsageError(`Not part of a draft, so the user must change it: ${live.join(', ')}.`);
  const present = ['prompt', 'voice'].filter((field) => field in changes && !referredId(changes[field]));
  const actions = [changes.actions].flat().filter((one) => typeof one === 'object' && referredId(one));
  const edits = [...present.map((field) => changes[field]), ...actions];
  if (JSON.stringify(withoutSecrets(edits)) !== JSON.stringify(edits))
    throw new UsageError('Secrets and headers are not part of a draft, so the user must change them.');
  const edited = new Set([...present.map((field) => referredId(agent[field])), ...actions.map(referredId)]);
  if (edited.size === 0) return;
  for await (const other of client.list('/v1/agents/list', { query: { size: 100 }, signal })) {
    const { id, name, prompt, voice } = other;
    if (id !== agent.id && [prompt, voice, ...other.actions].some((one) => edited.has(one)))
      throw new UsageError(
        `The agent ${name ?? id} shares this prompt, voice or action, so the user must change it.`,
      );
  }
}

const editDraft = defineTool({
  name: 'edit_draft',
  title: 'Edit the draft of an agent',
  description:
    'Changes an agent as a draft: calls go on with the published version until the user publishes the new one. `changes` are the fields to change, as POST /v1/agents/update takes them, such as {"prompt": {"content": "…"}}. What is not part of a draft is refused.',
  input: z.object({ agent: AGENT, changes: z.record(z.string(), z.unknown()) }),
  effect: 'writes',
  async run({ agent, changes }, context) {
    const { client, signal } = context;
    const id = await findAgent(client, agent);
    const query = { id, view: 'full' };
    const found = await client.request<Record<string, unknown>>('GET', '/v1/agents', { query, signal });
    await requireDraft(context, found.data, changes);
    // Under the revision that was read: nobody else's change in between is overwritten.
    const update = (body: object, revision: string | undefined) =>
      client.request<Record<string, unknown>>('POST', '/v1/agents/update', {
        ...{ query: { id }, body, signal },
        ...(revision !== undefined && { headers: { 'if-match': revision } }),
      });
    // The update that begins to keep drafts is published itself.
    const { revision } = found.data.drafts === true ? found : await update({ drafts: true }, found.revision);
    const { drafts: _, ...wanted } = changes;
    const { data } = await update(wanted, revision);
    const { version, published, warnings } = data;
    return {
      facts: { version, published, warnings, changes: differencesOf([found.data, data].map(withoutSecrets)) },
    };
  },
});

const talk = defineTool({
  name: 'talk_to_agent',
  title: 'Talk to an agent by text',
  description:
    'A rehearsal: what the agent would say in a call, without a telephone. Start with `agent`, then go on with the `rehearsal` that it answers. External actions run.',
  input: z.object({
    agent: AGENT.optional(),
    version: z.union([VERSION, z.literal('draft'), z.literal('published')]).optional(),
    rehearsal: z.string().optional(),
    says: z.string().optional().describe('What the contact says; or `keys`.'),
    keys: z.string().optional(),
    context: z.record(z.string(), z.string()).optional(),
  }),
  effect: 'writes',
  async run({ agent, version, rehearsal, says, keys, context }, { client, signal }) {
    const send = async (method: 'GET' | 'POST', path: string, init: object) =>
      (await client.request<Schema<'Rehearsal'>>(method, path, { ...init, signal })).data;
    const begin = async () => {
      const body = {
        agent: await findAgent(client, agent ?? ''),
        ...(version === 'draft' && { draft: {} }),
        ...(typeof version === 'number' && { agent_version: version }),
        ...(context && { context }),
      };
      return send('POST', '/v1/rehearsals/create', { body });
    };
    let data = rehearsal === undefined ? await begin() : undefined;
    const query = { id: rehearsal ?? data?.id };
    const body = keys === undefined ? { text: says } : { keys };
    if (says !== undefined || keys !== undefined)
      data = await send('POST', '/v1/rehearsals/say', { query, body });
    data ??= await send('GET', '/v1/rehearsals', { query });
    const { id, status, turns, agent_version } = data;
    return { facts: { rehearsal: id, status, agent_version }, untrusted: turns.slice(-MAX_TURNS) };
  },
});

/** The latest turns of a rehearsal to answer. */
const MAX_TURNS = 12;

const listTests = defineTool({
  name: 'list_tests',
  title: 'List tests',
  description: 'The stored tests of agents.',
  input: z.object({}),
  effect: 'reads',
  async run(_, { client, signal }) {
    const tests = await upTo(client.list('/v1/tests/list', { query: { size: 100 }, signal }), 500);
    return { facts: tests.map(({ id, name, agent, labels }) => ({ id, name, agent, labels })) };
  },
});

const run = defineTool({
  name: 'run_tests',
  title: 'Run tests of agents',
  description: 'Runs stored tests, by ids or labels, and waits for the results. They use the language model.',
  input: z.object({
    tests: z.array(z.string()).max(500).optional(),
    labels: z.array(z.string()).max(20).optional(),
    agent: AGENT.optional().describe('In place of the agent of each test.'),
    version: z.union([VERSION, z.literal('draft'), z.literal('published')]).optional(),
    confirm: CONFIRM,
  }),
  effect: 'writes',
  confirm: ({ tests = [], labels = [] }) =>
    `Run ${[tests.length > 0 && `${tests.length} tests`, ...labels].filter(Boolean).join(', ')}? The language model costs money.`,
  async run({ tests, labels, agent, version }, { client, signal }) {
    const cases = await runTests(
      client,
      {
        ...(tests && { tests }),
        ...(labels && { labels }),
        ...(agent && { agent: await findAgent(client, agent) }),
        ...(version !== undefined && { versions: [version] }),
      },
      signal,
    );
    const passed = cases.filter(({ status }) => status === 'passed').length;
    const others = cases.filter(({ status }) => status !== 'passed');
    return {
      facts: { passed, of: cases.length },
      ...(others.length > 0 && {
        untrusted: others.map(({ name, status, error, failures }) => ({ name, status, error, failures })),
      }),
    };
  },
});

const testFromCall = defineTool({
  name: 'test_from_call',
  title: 'Turn a call into a test',
  description: 'Makes a test of what happened in a call, such as one that failed. With `save`, it is stored.',
  input: z.object({ call: z.string(), save: z.boolean().default(false) }),
  effect: 'writes',
  async run({ call: id, save }, { client, signal }) {
    const { test, notes } = await client.post('/v1/tests/from_call', { query: { id }, signal });
    const saved = save
      ? await client.request<{ id: string }>('POST', '/v1/tests/create', { body: test, signal })
      : undefined;
    return { facts: { ...(saved && { test_id: saved.data.id }), notes }, untrusted: test };
  },
});

export const AGENT_TOOLS: readonly AnyTool[] = [
  ...[listAgents, getAgent, compareVersions, editDraft, talk, listTests, run, testFromCall],
];
