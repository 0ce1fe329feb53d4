import { describe, expect, inject, it } from 'vitest';
import { addModelAccount, modelRequests } from '../../support/peers/model.ts';
import { addModelRules, newNumber, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const KEY = 'key-of-an-own-model-account';
const OWN = { type: 'account_connection_llm', credentials: { llm_api_key: KEY } };

/** The answer to a model name without an account. */
const refusedAt = (...loc: string[]) => ({
  status: 422,
  body: { detail: [{ loc, type: 'missing_connection', msg: expect.any(String) }] },
});

async function runCall(agent: string) {
  const callee = { answer: 'answer', script: [{ say: 'hello' }, { say: 'good' }] };
  const { call } = await placeCall(connection, api, { agent, callee });
  return api.finishedCall(call.id);
}

describe('an own language-model account', () => {
  it('is used for the conversation, with the model of the agent', async () => {
    await addModelAccount(connection, 'own', KEY);
    await addModelRules(connection, [{ when: { system: 'OWN-MODEL' }, reply: 'Through my own account.' }]);
    const agent = await api.created('/v1/agents/create', {
      prompt: { content: 'OWN-MODEL' },
      voice: VOICE,
      llm_account_connection: OWN,
      llm_model_name_override: 'finest-model',
    });

    const ended = await runCall(agent.id);
    const requests = await modelRequests(connection, 'OWN-MODEL');

    expect(ended.transcript).toContain('AGENT: Through my own account.');
    expect(requests.length).toBeGreaterThanOrEqual(2);
    for (const { account, body } of requests) {
      expect({ account, model: body.model }).toEqual({ account: 'own', model: 'finest-model' });
    }
    expect(JSON.stringify([ended, requests])).not.toContain(KEY);
  });

  it('is used with the default model if the agent names none', async () => {
    await addModelAccount(connection, 'own', KEY);
    const agent = await api.created('/v1/agents/create', {
      prompt: { content: 'OWN-USUAL' },
      voice: VOICE,
      llm_account_connection: OWN,
    });

    await runCall(agent.id);
    const [request] = await modelRequests(connection, 'OWN-USUAL');

    expect(request).toMatchObject({ account: 'own', body: { model: 'gpt-4.1-mini' } });
  });

  it('whose key is refused leaves the callee with an apology, and does not use the platform’s account', async () => {
    const agent = await api.created('/v1/agents/create', {
      prompt: { content: 'OWN-REFUSED' },
      voice: VOICE,
      llm_account_connection: { ...OWN, credentials: { llm_api_key: 'a-key-that-nobody-knows' } },
    });

    const { transcript } = await runCall(agent.id);

    expect(transcript).toContain('AGENT: Sorry, I had a problem just now. Could you say that again?');
    expect(await modelRequests(connection, 'OWN-REFUSED')).toEqual([]);
  });
});

describe('another model without an own account', () => {
  const settings = { prompt: { content: 'Be kind.' }, voice: VOICE, llm_model_name_override: 'finest-model' };
  const call = { from_number: connection.phone_number, to_number: newNumber() };

  it.each<[string, string, object, string[]]>([
    ['a new agent', '/v1/agents/create', settings, ['body']],
    [
      'the inline agent of a call',
      '/v1/calls/create',
      { ...call, agent: { prompt: settings.prompt, llm_model_name_override: 'finest-model' } },
      ['body', 'agent'],
    ],
    [
      'the agent of a bought number',
      '/v1/numbers/buy',
      { inbound_agent: settings },
      ['body', 'inbound_agent'],
    ],
  ])('is refused for %s', async (_, path, body, loc) => {
    expect(await api.post(path, body)).toMatchObject(refusedAt(...loc, 'llm_model_name_override'));
  });

  it('is refused for an agent after an update', async () => {
    const { llm_model_name_override, ...plain } = settings;
    const { id } = await api.created('/v1/agents/create', plain);
    const update = (body: object) => api.post(`/v1/agents/update?id=${id}`, body);

    const alone = await update({ llm_model_name_override });
    const together = await update({ llm_model_name_override, llm_account_connection: OWN });
    const cleared = await update({ llm_account_connection: null });
    const bothCleared = await update({ llm_account_connection: null, llm_model_name_override: null });

    expect(alone).toMatchObject(refusedAt('body', 'llm_model_name_override'));
    expect(together.status).toBe(200);
    expect(cleared).toMatchObject(refusedAt('body', 'llm_model_name_override'));
    expect(bothCleared).toMatchObject({ status: 200, body: { llm_account_connection: null } });
  });

  it('is refused for the agent of a number', async () => {
    const number = await api.created('/v1/numbers/buy', { inbound_agent: 'default' });
    const path = `/v1/numbers/update?phone_number=${encodeURIComponent(number.number)}`;

    const answer = await api.post(path, { inbound_agent: { llm_model_name_override: 'finest-model' } });

    expect(answer).toMatchObject(refusedAt('body', 'inbound_agent', 'llm_model_name_override'));
  });
});
