import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  // The last minute begins after fifteen seconds.
  service = await startOwnService({ MAX_CALL_SECONDS: '75' });
});

afterAll(() => service.close());

describe('a call that reaches its time limit', () => {
  it('is ended by the agent with a goodbye', async () => {
    const { api, connection } = service;
    await addModelRules(connection, [{ when: { system: 'SPEC-LIMIT' }, reply: 'Tell me more.' }]);
    const { agent } = await makeAgent(api, { prompt: 'SPEC-LIMIT', initialMessage: 'Hello.' });

    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: {
        answer: 'answer',
        script: [{ say: 'hello there' }, { wait_ms: 17_000 }, { say: 'so I said' }, { wait_ms: 60_000 }],
      },
    });
    const ended = await api.finishedCall(call.id);

    expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
    expect(ended.transcript.split('\n')).toEqual([
      'AGENT: Hello.',
      'HUMAN: hello there',
      'AGENT: Tell me more.',
      'HUMAN: so I said',
      'AGENT: I am sorry, I cannot go on with this call. Goodbye.',
    ]);
  });
});
