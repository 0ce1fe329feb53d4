import { describe, expect, inject, it } from 'vitest';
import { addModelAccount, modelRequests } from '../../support/peers/model.ts';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const KEY = 'key-of-an-own-model-account';
const OWN = { type: 'account_connection_llm', credentials: { llm_api_key: KEY } };

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
