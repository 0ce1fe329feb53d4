import { describe, expect, inject, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

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
});
