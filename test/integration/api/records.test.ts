import { describe, expect, it } from 'vitest';
import { makeAgent } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
const other = new FunctionClient(functions.ofAnotherUser());

/** A body that creates a record of two groups, of which one has an object, and a change to it. */
const groups: readonly [group: string, body: Record<string, unknown>, change: Record<string, unknown>][] = [
  [
    'actions',
    { type: 'action_transfer_call', config: { phone_number: '+15551110000' } },
    { config: { phone_number: '+15552220000' } },
  ],
  ['voices', { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' }, { rate: 20 }],
];

describe.each(groups)('%s', (group, body, change) => {
  it('are returned as they were created, to their owner only', async () => {
    const created = await api.created(`/v1/${group}/create`, body);

    const got = await api.get(`/v1/${group}?id=${created.id}`);
    const foreign = await other.get(`/v1/${group}?id=${created.id}`);

    expect(got).toMatchObject({ status: 200, body: created });
    expect(foreign).toMatchObject({
      status: 404,
      body: { detail: [{ loc: ['query', 'id'], type: 'not_found' }] },
    });
  });

  it('are updated in the given fields, by their owner only', async () => {
    const created = await api.created(`/v1/${group}/create`, body);

    const foreign = await other.post(`/v1/${group}/update?id=${created.id}`, change);
    const nothing = await api.post(`/v1/${group}/update?id=${created.id}`, {});
    const updated = await api.post(`/v1/${group}/update?id=${created.id}`, { ...change, id: created.id });
    const got = await api.get(`/v1/${group}/?id=${created.id}`);

    expect(foreign.status).toBe(404);
    expect(nothing.body).toEqual(created);
    expect(updated).toMatchObject({ status: 200, body: { ...created, ...change } });
    expect(got.body).toEqual(updated.body);
  });

  it('refuse an unknown key in an update, naming it, and change nothing', async () => {
    const created = await api.created(`/v1/${group}/create`, body);

    const answer = await api.post(`/v1/${group}/update?id=${created.id}`, { ...change, colour: 'red' });
    const got = await api.get(`/v1/${group}?id=${created.id}`);

    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'colour'], type: 'unknown_key' }] },
    });
    expect(got.body).toEqual(created);
  });
});

describe('an update', () => {
  it('is validated by the stored record’s type', async () => {
    const voice = await api.created('/v1/voices/create', { type: 'voice_builtin', voice_id: 'default' });

    const answer = await api.post(`/v1/voices/update?id=${voice.id}`, { pitch: 3 });

    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'pitch'], type: 'unknown_key' }] },
    });
  });

  it('of an external action keeps its signing secret', async () => {
    const config = {
      name: 'look_up',
      description: 'Looks up.',
      url: 'https://example.com/',
      input_schema: {},
      speak_on_send: false,
      speak_on_receive: true,
    };
    const action = await api.created('/v1/actions/create', { type: 'action_external', config });

    const updated = await api.post(`/v1/actions/update?id=${action.id}`, {
      config: { ...config, name: 'find' },
    });

    expect(Buffer.from(action.config.signature_secret, 'base64')).toHaveLength(32);
    expect(updated.body.config).toEqual({ ...action.config, name: 'find' });
  });
});

describe('an agent', () => {
  it('is updated and answered expanded; null clears, and missing fields stay', async () => {
    const { agent, webhook } = await makeAgent(api, {
      webhookUrl: 'https://example.com/',
      initialMessage: 'Hello',
    });
    const prompt = await api.created('/v1/prompts/create', { content: 'New words.' });

    const first = await api.post(`/v1/agents/update?id=${agent.id}`, { prompt: prompt.id, language: 'de' });
    const second = await api.post(`/v1/agents/update?id=${agent.id}`, {
      webhook: null,
      initial_message: null,
    });

    expect(first.body).toMatchObject({ prompt, language: 'de', initial_message: 'Hello', webhook });
    expect(second.body).toMatchObject({ prompt, language: 'de', initial_message: null, webhook: null });
  });
});
