import { describe, expect, inject, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { startTalk } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const hasBoth = (request: object) => /I want a table.*for two/.test(JSON.stringify(request));

describe('a callee who does not wait', () => {
  it('gets one answer to two utterances in quick succession', async () => {
    await addModelRules(connection, [
      {
        when: { system: 'SPEC-QUICK', last_user: 'a table' },
        reply: 'For how many? And when?',
        // Nearly as long as a model may be silent: the callee goes on before that, also on a busy machine.
        first_token_ms: 2_500,
      },
      { when: { system: 'SPEC-QUICK', last_user: 'for two' }, reply: 'A table for two, gladly.' },
    ]);
    const { call, line, stored } = await startTalk(connection, api, { prompt: 'SPEC-QUICK' });

    await line({ say: 'I want a table' });
    // API Gateway passes frames on in any order.
    await stored('I want a table');
    await line({ say: 'for two' });
    const asked = await until('a request with both utterances, and the end of the others', async () => {
      const all = await modelRequests(connection, 'SPEC-QUICK');
      const others = all.filter((request) => !hasBoth(request));
      const areOver = others.every(({ finished_at, aborted_at }) => finished_at ?? aborted_at);
      return all.some(hasBoth) && areOver ? all : { waitingFor: all };
    });
    await line({ hang_up: true });
    const { transcript, telephony_id } = await api.finishedCall(call.id);
    const { events } = await getJson(`${connection.carrier_url}/simulator/calls/${telephony_id}`);

    // Each utterance is asked about at once, and what is asked without the other is dropped.
    expect(asked.filter(hasBoth)).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(transcript.split('\n').slice(0, 2)).toEqual(['HUMAN: I want a table', 'HUMAN: for two']);
    expect(transcript).not.toContain('For how many');
    expect(JSON.stringify(events)).not.toContain('For how many');
  });

  it('ends the model’s stream by hanging up', async () => {
    const reply = 'This goes on and on. '.repeat(200);
    await addModelRules(connection, [
      { when: { system: 'SPEC-GONE', last_user: 'speak' }, reply, token_ms: 20 },
    ]);
    const { call, line, happened } = await startTalk(connection, api, { prompt: 'SPEC-GONE' });

    await line({ say: 'speak' });
    await happened('on and on');
    await line({ hang_up: true });
    await api.finishedCall(call.id);
    const asked = await until('the end of the stream', async () => {
      const [request] = await modelRequests(connection, 'SPEC-GONE');
      return request?.aborted_at || request?.finished_at ? request : { waitingFor: request };
    });

    expect(asked.aborted_at).toEqual(expect.any(String));
    expect(asked.finished_at).toBeNull();
  });
});
