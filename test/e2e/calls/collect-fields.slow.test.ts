import { describe, expect, inject, it } from 'vitest';
import { addModelAccount, awaitModelRequests, modelRequests } from '../../support/peers/model.ts';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** A model that the service permits as a fallback on its own account. */
const SPARE = 'gemini-2.5-flash-lite';

const KEY = 'key-of-the-collecting-model';

const field = (name: string) => ({
  field_type: 'field_type_email',
  label: `Address ${name}`,
  name,
  description: `Where ${name} is to be sent.`,
});

async function runCall({
  fields,
  script,
  settings = {},
  call: wishes = {},
}: {
  readonly fields: readonly object[];
  readonly script: readonly object[];
  readonly settings?: object;
  readonly call?: object;
}) {
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: 'You take addresses.', collect_fields: fields },
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    ...settings,
  });
  const callee = { answer: 'answer', script };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee, wishes });
  return { agent, ended: await api.finishedCall(call.id) };
}

const collected = (id: string) => api.callWhen(id, ({ collected_fields }) => collected_fields !== undefined);

describe('the fields that a prompt has collected', () => {
  it('are asked for in the call, collected from the transcript, and shown with the call', async () => {
    const say = 'My address is collect-1@example.com.';

    const { ended } = await runCall({ fields: [field('collect-1-bill')], script: [{ say }] });
    const call = await collected(ended.id);
    const { body: list } = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(call.to_number)}`);
    const [conversation, collection, ...others] = await modelRequests(connection, 'collect-1-bill');

    expect(call.collected_fields).toEqual({ 'collect-1-bill': 'collect-1@example.com' });
    expect(list).toMatchObject([
      { id: call.id, collected_fields: { 'collect-1-bill': 'collect-1@example.com' } },
    ]);
    expect(conversation?.body.messages[0]?.content).toContain('Where collect-1-bill is to be sent.');
    expect(collection?.body).toMatchObject({ response_format: { type: 'json_schema' } });
    expect(others).toEqual([]);
  });

  it('are null if the value is not an address', async () => {
    await addModelRules(connection, [
      {
        when: { json: true, system: 'collect-2' },
        reply: '{"collect-2-a": "anna at example", "collect-2-b": "b@example.com", "more": "c@example.com"}',
      },
    ]);

    const { ended } = await runCall({
      fields: [field('collect-2-a'), field('collect-2-b')],
      script: [{ say: 'hello' }],
    });

    expect((await collected(ended.id)).collected_fields).toEqual({
      'collect-2-a': null,
      'collect-2-b': 'b@example.com',
    });
  });

  it('are collected with the user’s own account, and by the fallback when the usual model fails', async () => {
    await addModelAccount(connection, 'collecting', KEY);
    await addModelRules(connection, [
      { when: { json: true, system: 'collect-3', model: 'own-name' }, fault: 'garbage' },
    ]);

    const { ended } = await runCall({
      fields: [field('collect-3')],
      script: [{ say: 'It is collect-3@example.com.' }],
      settings: {
        llm_account_connection: {
          type: 'account_connection_llm',
          credentials: { llm_api_key: KEY },
        },
        llm_model_name_override: 'own-name',
        llm_fallback: { provider: 'llm_vendor_b', model_name: SPARE },
      },
    });
    const call = await collected(ended.id);
    const requests = await modelRequests(connection, 'collect-3');

    expect(call.collected_fields).toEqual({ 'collect-3': 'collect-3@example.com' });
    expect(requests.slice(-2).map(({ account, body }) => [account, body.model])).toEqual([
      ['collecting', 'own-name'],
      ['platform', SPARE],
    ]);
  });

  it('are those of the snapshot’s prompt', async () => {
    const { agent, ended } = await runCall({
      fields: [field('collect-4')],
      script: [{ say: 'It is collect-4@example.com.' }],
    });
    await api.created(`/v1/prompts/update?id=${agent.prompt.id}`, { collect_fields: [] });

    expect((await collected(ended.id)).collected_fields).toEqual({ 'collect-4': 'collect-4@example.com' });
  });

  it('are absent if no model returns them', async () => {
    await addModelRules(connection, [{ when: { json: true, system: 'collect-5' }, reply: 'I cannot.' }]);

    const { ended } = await runCall({ fields: [field('collect-5')], script: [{ say: 'hello' }] });
    await awaitModelRequests(connection, 'collect-5', 2);
    const { body } = await api.get(`/v1/calls?id=${ended.id}`);

    expect(body).not.toHaveProperty('collected_fields');
  });

  it('are not collected in a HIPAA-compliant call', async () => {
    const script = [{ say: 'It is collect-6@example.com.' }];
    const { ended } = await runCall({
      fields: [field('collect-6')],
      script,
      call: { hipaa_compliant: true },
    });
    // A later event of another call shows that this one has none.
    const { ended: later } = await runCall({ fields: [field('collect-7')], script });
    await collected(later.id);
    const { body } = await api.get(`/v1/calls?id=${ended.id}`);

    expect(body).not.toHaveProperty('collected_fields');
    expect(await modelRequests(connection, 'Address collect-6')).toHaveLength(1);
  });
});
