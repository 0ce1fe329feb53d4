import { describe, expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';
import { addHeldNumber } from '../../../support/table/held-number.ts';

const PHONE = '+15550001111';
const LOOK_UP = {
  name: 'look_up',
  description: 'Looks up.',
  url: 'https://example.com/',
  input_schema: { type: 'object', default: null },
  speak_on_send: false,
  speak_on_receive: true,
};

/** Bodies with their required fields, and its optional ones, all null. */
const BODIES: readonly [
  group: string,
  required: Readonly<Record<string, unknown>>,
  optional: readonly string[],
][] = [
  ['prompts', {}, ['content', 'collect_fields', 'context_endpoint', 'prompt_template']],
  ['webhooks', { url: 'https://example.com/', subscriptions: [] }, ['method', 'all_calls']],
  ['actions', { type: 'action_external', config: LOOK_UP }, ['action_trigger']],
  [
    'agents',
    { prompt: { content: 'x' }, voice: { type: 'voice_builtin', voice_id: 'default' } },
    [
      ...['actions', 'name', 'language', 'initial_message', 'webhook', 'vector_database', 'context_endpoint'],
      ...['interrupt_sensitivity', 'noise_suppression', 'endpointing_sensitivity', 'ivr_navigation_mode'],
      ...['conversation_speed', 'initial_message_delay', 'llm_model_name_override', 'llm_account_connection'],
      ...['ask_if_human_present_on_idle', 'run_do_not_call_detection', 'llm_fallback', 'speech_keywords'],
      ...['idle_time_seconds', 'llm_temperature', 'turn_taking', 'llm_reasoning_effort'],
    ],
  ],
];

const api = await FunctionApi.ofFile();
await addHeldNumber(api, PHONE);

const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** A record without the fields that differ in every record, and without null fields. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const own = ['id', 'user_id', 'secret', 'signature_secret'];
  const kept = Object.entries(value).filter(([name, inner]) => inner !== null && !own.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, essence(inner)]));
}

describe('a null in a new record', () => {
  it.each(BODIES)('means that an optional field is not set: %s %#', async (group, required, optional) => {
    const plain = await api.created(group, required);

    const created = await api.created(group, { ...required, ...nulls(optional) });

    expect(essence(created)).toEqual(essence(plain));
    expect(await api.got(group, created.id)).toEqual(
      group === 'agents' ? expect.objectContaining({ id: created.id }) : created,
    );
  });

  it.each(BODIES)('is refused for a required field: %s %#', async (group, required) => {
    const given = Object.keys(required).filter((name) => name !== 'type');
    const kind = 'type' in required ? { type: required.type } : {};

    const { status, body } = await api.run(`${group}/create`, { body: { ...kind, ...nulls(given) } });

    if (given.length === 0) return expect(status).toBe(200);
    expect(status).toBe(422);
    const refused = body.detail.map(({ loc }: { loc: string[] }) => loc[1]);
    expect(refused.sort()).toEqual([...given].filter((name) => required[name] !== undefined).sort());
  });

  it('means the same in records within it', async () => {
    const agent = await api.created('agents', {
      prompt: { content: 'x', prompt_template: { required_context_keys: [], label: null } },
      voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural', pitch: null, rate: null },
      actions: [
        { type: 'action_add_to_conference', config: { phone_number: PHONE, place_primary_on_hold: null } },
        { type: 'action_external', config: { ...LOOK_UP, signature_secret: null }, action_trigger: null },
        { type: 'action_dtmf', action_trigger: { type: 'action_trigger_function_call', config: null } },
      ],
      webhook: { url: 'https://example.com/', subscriptions: [], method: null },
      llm_fallback: { provider: null, model_name: 'gpt-4o-mini' },
      llm_account_connection: { type: 'account_connection_llm', credentials: { llm_api_key: 'k' } },
    });

    expect(agent).toMatchObject({
      prompt: { prompt_template: { label: '' } },
      voice: { pitch: 0, rate: 15 },
      webhook: { method: 'POST' },
      llm_fallback: { provider: 'llm_vendor_a', model_name: 'gpt-4o-mini' },
    });
    expect(agent.actions[0].config.place_primary_on_hold).toBe(true);
    expect(Buffer.from(agent.actions[1].config.signature_secret, 'base64')).toHaveLength(32);
    expect(agent.actions[2].action_trigger).toEqual({ type: 'action_trigger_function_call', config: {} });
  });

  it('stays in objects with free keys', async () => {
    const action = await api.created('actions', { type: 'action_external', config: LOOK_UP });

    expect(action.config.input_schema).toEqual({ type: 'object', default: null });
  });

  it('means the same in a call, and in a recipient of a batch', async () => {
    const optional = {
      ...nulls(['on_no_human_answer', 'hipaa_compliant', 'run_do_not_call_detection', 'telephony_params']),
      ...nulls(['context', 'override_do_not_call', 'scheduled_at']),
    };
    const agent = { prompt: { content: 'x' }, ...nulls(['voice', 'actions', 'language', 'name']) };
    const common = { from_number: PHONE, agent, ...optional };

    const call = await api.run('calls/create', { body: { ...common, to_number: '+15550002222' } });
    const recipients = [{ to_number: '+15550003333', context: null, scheduled_at: null }];
    const batch = await api.run('calls/batch', { body: { ...common, recipients } });

    expect(call.body).toMatchObject({ on_no_human_answer: 'continue', hipaa_compliant: false });
    expect(call.body.agent).toMatchObject({ actions: [], voice: { type: 'voice_builtin' } });
    expect(batch.body.results).toEqual([{ id: expect.any(String), to_number: '+15550003333' }]);
  });
});

describe('a null in an update', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['prompts', { content: 'x', context_endpoint: 'https://example.com/' }, 'context_endpoint'],
    ['voices', { type: 'voice_vendor_c', voice_id: 'x', stability: 1 }, 'stability'],
  ])('clears what may be null: %s %#', async (group, body, field) => {
    const record = await api.created(group, body);

    const { status, body: updated } = await api.update(group, record.id, { [field]: null });

    expect(status).toBe(200);
    expect(updated).toEqual({ ...record, [field]: null });
    expect(await api.got(group, record.id)).toEqual(updated);
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['prompts', { content: 'x' }, ['content']],
    [
      'webhooks',
      { url: 'https://example.com/', subscriptions: [] },
      ['url', 'subscriptions', 'method', 'all_calls', 'enabled'],
    ],
    ['voices', { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' }, ['voice_name', 'pitch', 'rate']],
    [
      'actions',
      { type: 'action_transfer_call', config: { phone_number: PHONE } },
      ['config', 'action_trigger'],
    ],
  ])('is refused by name where a value is needed: %s', async (group, body, fields) => {
    const record = await api.created(group, body);

    const answer = await api.update(group, record.id, nulls(fields));

    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual(fields.map((field) => `body.${field} not_clearable`).sort());
    expect(await api.got(group, record.id)).toEqual(record);
  });

  it('is refused by name in an agent and in the agent of a number, with other faults', async () => {
    const agent = await api.created('agents', {
      prompt: { content: 'x' },
      voice: { type: 'voice_builtin', voice_id: 'x' },
    });
    const changes = { prompt: null, voice: null, actions: null, language: null, typo: 1, name: null };

    const answer = await api.update('agents', agent.id, changes);
    const query = { phone_number: PHONE };
    const ofNumber = await api.run('numbers/update', { query, body: { label: null, outbound_only: null } });

    expect(placesOf(answer)).toEqual([
      ...['actions', 'language', 'prompt'].map((field) => `body.${field} not_clearable`),
      'body.typo unknown_key',
      'body.voice not_clearable',
    ]);
    expect(placesOf(ofNumber)).toEqual(['body.label not_clearable', 'body.outbound_only not_clearable']);
  });

  it('means “not set” in a new value that replaces the old one', async () => {
    const agent = await api.created('agents', {
      prompt: { content: 'x' },
      voice: { type: 'voice_builtin', voice_id: 'x' },
      llm_account_connection: { type: 'account_connection_llm', credentials: { llm_api_key: 'k' } },
    });

    const { body } = await api.update('agents', agent.id, {
      llm_fallback: { provider: null, model_name: 'x' },
    });

    expect(body.llm_fallback).toEqual({ provider: 'llm_vendor_a', model_name: 'x' });
  });
});
