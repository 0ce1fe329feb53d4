import { describe, expect, it } from 'vitest';
import { FunctionApi } from '../../support/service/function-api.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const KINDS = [
  { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
  { type: 'voice_vendor_b', speaker: 'x', model_id: 'm' },
  { type: 'voice_vendor_c', voice_id: 'x', api_key: 'key-c', stability: 0.5 },
  { type: 'voice_vendor_d', voice_id: 'x', api_key: 'key-d', api_user_id: 'me' },
  { type: 'voice_builtin', voice_id: 'default' },
];
const PHONE = '+15550001111';

const api = await FunctionApi.ofFile();

async function agentWith(body: object) {
  const voice = await api.created('voices', body);
  const agent = await api.created('agents', { prompt: { content: 'x' }, voice: voice.id });
  return { voice, agent };
}

describe('the voice of a compact agent', () => {
  it.each(KINDS)('has the fields that its own operations show: $type', async (body) => {
    const { voice, agent } = await agentWith(body);

    const got = await api.got('agents', agent.id);

    expect(got.voice).toEqual(await api.got('voices', voice.id));
    expect(got.voice).toMatchObject(body);
  });

  it('has them in a number, and has no key in a call', async () => {
    const { voice, agent } = await agentWith({ type: 'voice_vendor_c', voice_id: 'x', api_key: 'key-c' });
    await addHeldNumber(api, PHONE, agent.id);

    const number = await api.run('numbers/get', { query: { phone_number: PHONE } });
    const body = { from_number: PHONE, to_number: '+15550002222', agent: agent.id };
    const call = await api.run('calls/create', { body });

    expect(number.body.inbound_agent.voice).toEqual(voice);
    expect(call.body.agent.voice).toEqual({
      id: voice.id,
      user_id: api.user,
      type: voice.type,
      voice_id: 'x',
    });
  });
});
