import { describe, expect, it } from 'vitest';
import { EXTERNAL } from '../../support/agent-versions.ts';
import { SAMPLES } from '../../support/samples.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const PHONE = '+15550001111';
const VOICE = { type: 'voice_builtin', voice_id: 'x' };

const CONFERENCE = {
  type: 'action_add_to_conference',
  config: { phone_number: PHONE, place_primary_on_hold: true },
  action_trigger: { type: 'action_trigger_function_call', config: {} },
};
const PHRASE = {
  type: 'action_trigger_phrase_based',
  config: { phrase_triggers: [{ phrase: 'Bye', conditions: ['phrase_condition_type_contains'] }] },
};
const ENABLED = { method: 'POST', all_calls: false, enabled: true };

/** Bodies with their required fields, and the names of optional ones. */
const BODIES: readonly [group: string, required: object, optional: readonly string[]][] = [
  ['prompts', {}, ['content', 'collect_fields', 'context_endpoint', 'prompt_template']],
  ['webhooks', SAMPLES.webhooks!, ['method', 'all_calls']],
  ['actions', { type: 'action_external', config: EXTERNAL.config }, ['action_trigger']],
  [
    'agents',
    { prompt: { content: 'x' }, voice: VOICE },
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
  it('clears what may be null', async () => {
    const record = await api.created('voices', { type: 'voice_vendor_c', voice_id: 'x', stability: 1 });

    const { body: updated } = await api.update('voices', record.id, { stability: null });

    expect(updated).toEqual({ ...record, stability: null });
    expect(await api.got('voices', record.id)).toEqual(updated);
  });

  it.each<[string, object, readonly string[]]>([
    ['webhooks', SAMPLES.webhooks!, ['url', 'subscriptions']],
    ['voices', SAMPLES.voices!, ['voice_name']],
    ['actions', SAMPLES.actions!, ['config']],
    ['agents', { prompt: { content: 'x' }, voice: VOICE }, ['prompt', 'voice']],
  ])('is refused by name where a value is needed: %s', async (group, body, fields) => {
    const record = await api.created(group, body);
    const before = await api.got(group, record.id);

    const answer = await api.update(group, record.id, { ...nulls(fields), typo: 1 });

    const issues = fields.map((field) => `body.${field} not_clearable`);
    expect(placesOf(answer)).toEqual([...issues, 'body.typo unknown_key'].sort());
    expect(await api.got(group, record.id)).toEqual(before);
  });

  it.each<[string, object, object, object]>([
    ['prompts', {}, { content: 'x' }, { content: '' }],
    ['webhooks', SAMPLES.webhooks!, { method: 'GET', all_calls: true, enabled: false }, ENABLED],
    ['voices', SAMPLES.voices!, { pitch: 3, rate: 20 }, { pitch: 0, rate: 15 }],
    ['actions', CONFERENCE, { config: { place_primary_on_hold: false }, action_trigger: PHRASE }, CONFERENCE],
    [
      'agents',
      { prompt: { content: 'x' }, voice: VOICE },
      { language: 'de', llm_temperature: 1, actions: [SAMPLES.actions] },
      { language: 'en', llm_temperature: 0, actions: [] },
    ],
  ])('resets a field to its default: %s', async (group, body, changes, defaults) => {
    const { id } = await api.created(group, body);
    await api.update(group, id, changes);
    const { config } = changes as { config?: object };
    const reset = { ...nulls(Object.keys(changes)), ...(config && { config: nulls(Object.keys(config)) }) };

    const { body: updated, text } = await api.update(group, id, reset);

    expect(updated, text).toMatchObject(defaults);
  });
});
