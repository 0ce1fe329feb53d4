import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../support/agent-versions.ts';
import { SAMPLES } from '../../support/samples.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const CONTEXT = { context_endpoint: 'https://example.com/context' };

const api = await FunctionApi.ofFile();

/** An agent with its own related records of every kind. */
const fullAgent = () => api.created('agents', EVERYTHING);

/** An agent without optional related records. */
const plainAgent = () =>
  api.created('agents', { prompt: { content: 'Be kind.' }, voice: { type: 'voice_builtin', voice_id: 'x' } });

/** The fields of an agent that describe its latest version, which takes all calls. */
const onVersion = (version: number) => ({ version, published: [{ version, weight: 1 }] });

const totalOf = async (group: string) => (await api.run(`${group}/list`)).body.total;

const GROUPS: Readonly<Record<string, string>> = {
  prompt: 'prompts',
  voice: 'voices',
  webhook: 'webhooks',
  vector_database: 'vector-databases',
  llm_account_connection: 'account-connections',
};

/** A field with a related record, and changes to each field of that record that can change. */
const CHANGES: readonly [field: string, changes: Record<string, unknown>][] = [
  ['prompt', CONTEXT],
  ['prompt', { prompt_template: null }],
  ['voice', { voice_name: 'Emma-Neural', pitch: 1 }],
  ['voice', { type: 'voice_vendor_a', rate: 20 }],
  ['webhook', { subscriptions: [] }],
  ['webhook', { method: 'GET', all_calls: true }],
  ['vector_database', { api_key: 'other', api_environment: 'us' }],
  ['llm_account_connection', { credentials: { llm_api_key: 'other' } }],
];

describe('an object without an id in an update of an agent', () => {
  it.each(CHANGES)('changes only the fields that it contains: %s %j', async (field, changes) => {
    const agent = await fullAgent();
    const group = GROUPS[field] ?? '';
    const before = await totalOf(group);

    const { status, text, body } = await api.update('agents', agent.id, { [field]: changes, name: 'Ada' });

    expect(status, text).toBe(200);
    expect(body).toEqual({
      ...agent,
      ...onVersion(2),
      name: 'Ada',
      [field]: { ...agent[field], ...changes },
    });
    expect(await api.got(group, agent[field].id)).toEqual(body[field]);
    expect(await totalOf(group)).toBe(before);
  });

  it('never empties a prompt', async () => {
    const agent = await fullAgent();

    const answers = [
      await api.update('agents', agent.id, { prompt: { content: '' } }),
      await api.update('agents', agent.id, { prompt: { content: null, ...CONTEXT } }),
      await api.update('agents', agent.id, { prompt: '' }),
    ];

    expect(answers.map(placesOf)).toEqual([
      ['body.prompt.content too_small'],
      ['body.prompt.content not_clearable'],
      ['body.prompt too_small'],
    ]);
    expect(await api.got('prompts', agent.prompt.id)).toEqual(agent.prompt);
  });

  it('creates a record if there is none and no required field is missing', async () => {
    const agent = await plainAgent();

    const { body } = await api.update('agents', agent.id, {
      webhook: { ...SAMPLES.webhooks, method: null },
      vector_database: SAMPLES.vector_databases,
      llm_account_connection: SAMPLES.account_connections,
    });

    expect(body).toMatchObject({
      webhook: { ...SAMPLES.webhooks, method: 'POST' },
      vector_database: SAMPLES.vector_databases,
      llm_account_connection: SAMPLES.account_connections,
    });
    expect(await api.got('webhooks', body.webhook.id)).toEqual(body.webhook);
  });

  it('creates a record if the type changes, and then needs all required fields', async () => {
    const agent = await fullAgent();
    const voice = { type: 'voice_vendor_c', voice_id: 'x', model_id: null };

    const refused = await api.update('agents', agent.id, { voice: { type: 'voice_vendor_c', stability: 1 } });
    const unknown = await api.update('agents', agent.id, { voice: { type: 'voice_vendor_z' } });
    const { body } = await api.update('agents', agent.id, { voice });

    expect(placesOf(refused)).toEqual(['body.voice.voice_id missing']);
    expect(refused.body.detail[0].msg).toContain('the type changes from voice_vendor_a');
    expect(placesOf(unknown)).toEqual(['body.voice.type unknown_value']);
    expect(body.voice).toMatchObject(voice);
    expect(body.voice.id).not.toBe(agent.voice.id);
    expect(await api.got('voices', agent.voice.id)).toEqual(agent.voice);
  });
});

describe('an object with an id in an update of an agent', () => {
  it('names that record; its other fields change nothing', async () => {
    const [agent, other] = [await fullAgent(), await fullAgent()];

    const { body } = await api.update('agents', agent.id, {
      prompt: { ...other.prompt, content: 'Ignored.' },
      voice: { id: other.voice.id, rate: 99 },
      webhook: other.webhook,
    });

    expect(body).toMatchObject({ prompt: other.prompt, voice: other.voice, webhook: other.webhook });
    expect(await api.got('prompts', agent.prompt.id)).toEqual(agent.prompt);
  });

  it('changes an action in the fields that it names, and keeps its secret', async () => {
    const agent = await fullAgent();
    const [external, transfer] = agent.actions;

    const { status, text, body } = await api.update('agents', agent.id, {
      actions: [
        { id: external.id, config: { description: 'Finds.', speak_on_send: true } },
        { id: transfer.id.toUpperCase(), type: transfer.type, config: { phone_number: '+15559999999' } },
      ],
    });

    expect(status, text).toBe(200);
    expect(body.actions).toEqual([
      { ...external, config: { ...external.config, description: 'Finds.', speak_on_send: true } },
      { ...transfer, config: { phone_number: '+15559999999' } },
    ]);
    expect(await api.got('actions', external.id)).toEqual(body.actions[0]);
  });
});

it('an update of a voice is validated by the type of the stored one, and changes nothing if it is refused', async () => {
  const voice = await api.created('voices', { type: 'voice_builtin', voice_id: 'default' });

  const answer = await api.update('voices', voice.id, { voice_id: 'other', pitch: 3 });

  expect(placesOf(answer)).toEqual(['body.pitch unknown_key']);
  expect(await api.got('voices', voice.id)).toEqual(voice);
});

const update = (phone_number: string, inbound_agent: unknown) =>
  api.run('numbers/update', { query: { phone_number }, body: { inbound_agent } });

it('the agent in an update of a number is changed in the fields of the update, with its related records', async () => {
  const agent = await fullAgent();
  await addHeldNumber(api, '+15550001111', agent.id);

  const { status, text, body } = await update('+15550001111', {
    prompt: CONTEXT,
    voice: { rate: 20 },
    actions: [{ id: agent.actions[1].id, config: { phone_number: '+15557777777' } }],
  });
  const refused = await update('+15550001111', { voice: { type: 'voice_builtin' } });

  expect(status, text).toBe(200);
  expect(body.inbound_agent).toEqual({
    ...agent,
    ...onVersion(2),
    prompt: { ...agent.prompt, ...CONTEXT },
    voice: { ...agent.voice, rate: 20 },
    actions: [{ ...agent.actions[1], config: { phone_number: '+15557777777' } }],
  });
  expect(placesOf(refused)).toEqual(['body.inbound_agent.voice.voice_id missing']);
});

it('updates at the same time lose nothing, whether they change a record, a part of it or a part of its config', async () => {
  const agent = await fullAgent();
  const [external, transfer] = agent.actions;
  const before = await totalOf('voices');
  const prompts = [CONTEXT, { content: 'Be brief.' }];
  const voices = [{ rate: 20 }, { pitch: 3 }, { voice_name: 'Emma-Neural' }];
  const configs = [{ url: 'https://example.org/' }, { description: 'Finds.' }, { speak_on_send: true }];

  const answers = await Promise.all([
    ...prompts.map((prompt) => api.update('agents', agent.id, { prompt })),
    ...voices.map((voice) => api.update('agents', agent.id, { voice })),
    ...configs.map((config) =>
      api.update('agents', agent.id, { actions: [{ id: external.id, config }, transfer.id] }),
    ),
    api.update('voices', agent.voice.id, { type: 'voice_vendor_a' }),
    api.update('actions', external.id, { config: { speak_on_receive: false } }),
    api.update('agents', agent.id, { name: 'Ada' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // Each of nine updates made one, without gaps.
  expect((await api.update('agents', agent.id, {})).body).toEqual({
    ...agent,
    ...onVersion(10),
    name: 'Ada',
    prompt: Object.assign({}, agent.prompt, ...prompts),
    voice: Object.assign({}, agent.voice, ...voices),
    actions: [
      { ...external, config: Object.assign({}, external.config, { speak_on_receive: false }, ...configs) },
      transfer,
    ],
  });
  expect(await totalOf('voices')).toBe(before);
});
