import { describe, expect, inject, it } from 'vitest';
import { Api, until } from '../../support/api.ts';
import { modelRequests } from '../../support/model.ts';
import { addModelRules } from '../../support/scene.ts';
import { startTalk } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

describe('a callee who does not wait', () => {
  it('gets one answer to two utterances in quick succession', async () => {
    await addModelRules(connection, [
      { when: { system: 'SPEC-QUICK', last_user: 'a table' }, reply: 'For how many?', first_token_ms: 1_000 },
      { when: { system: 'SPEC-QUICK', last_user: 'for two' }, reply: 'A table for two, gladly.' },
    ]);
    const { call, line } = await startTalk(connection, api, { prompt: 'SPEC-QUICK' });

    await line({ say: 'I want a table' });
    await line({ say: 'for two' });
    const [first, second] = await until('both requests of the model, and the end of the first', async () => {
      const asked = await modelRequests(connection, 'SPEC-QUICK');
      const isOver = asked[0]?.finished_at ?? asked[0]?.aborted_at;
      return asked.length === 2 && isOver ? asked : { waitingFor: asked };
    });
    await line({ hang_up: true });
    const { transcript } = await api.finishedCall(call.id);

    expect(JSON.stringify(first)).not.toContain('for two');
    expect(JSON.stringify(second)).toMatch(/I want a table.*for two/);
    expect(transcript.split('\n').slice(0, 2)).toEqual(['HUMAN: I want a table', 'HUMAN: for two']);
    expect(transcript).not.toContain('For how many');
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
