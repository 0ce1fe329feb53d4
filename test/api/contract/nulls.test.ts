import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../support/samples.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

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

const api = await FunctionApi.ofFile();

const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

it('a null in a new record means that an optional field is not set', async () => {
  const webhook = await api.created('webhooks', { ...SAMPLES.webhooks, ...nulls(['method', 'all_calls']) });

  expect(webhook).toMatchObject({ method: 'POST', all_calls: false });
});

describe('a null in an update', () => {
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
