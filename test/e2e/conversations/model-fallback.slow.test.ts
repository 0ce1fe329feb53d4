import { describe, expect, inject, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
import { saidIn } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** A model that the service permits as a fallback on its own account. */
const SPARE = 'gemini-2.5-flash-lite';

/** Runs a call whose usual model follows the rule, with a fallback. */
async function runCall(marker: string, usual: object, spare: object) {
  await addModelRules(connection, [
    { when: { system: marker, model: '^gemini' }, ...spare },
    { when: { system: marker }, ...usual },
  ]);
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: marker },
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    llm_fallback: { provider: 'llm_vendor_b', model_name: SPARE },
  });
  const callee = { answer: 'answer', script: [{ say: 'one' }, { say: 'two' }] };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const ended = await api.finishedCall(call.id);
  return {
    transcript: ended.transcript,
    said: await saidIn(connection, ended),
    requests: await modelRequests(connection, marker),
  };
}

describe('the fallback of an agent’s language model', () => {
  it.each([
    'http_500',
    'http_429',
    'hang',
    'empty',
    'garbage',
  ])('answers in the same turn when the usual one fails: %s', async (fault) => {
    const marker = `FALLBACK-${fault}`;

    const { said, requests } = await runCall(marker, { fault }, { reply: 'The spare one speaks.' });

    expect(said).toEqual([
      'HUMAN: one',
      'AGENT: The spare one speaks.',
      'HUMAN: two',
      'AGENT: The spare one speaks.',
    ]);
    expect(requests.map(({ body }) => body.model)).toEqual(['gpt-4.1-mini', SPARE, 'gpt-4.1-mini', SPARE]);
  });

  it('continues where the usual one broke off, and repeats nothing', async () => {
    const reply = 'Your appointment is booked. It is on Tuesday the fourteenth of March.';

    const { transcript, requests } = await runCall(
      'FALLBACK-CUT',
      { reply, fault: 'cut', after_tokens: 7 },
      { reply: 'It is on Wednesday.' },
    );

    expect(transcript).toMatch(/^HUMAN: one\nAGENT: Your appointment is booked\. It is on Wednesday\.\n/);
    expect(requests[1]?.body.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'Your appointment is booked. ' },
      { role: 'user', content: expect.stringContaining('Say only the rest of it') },
    ]);
  });
});
