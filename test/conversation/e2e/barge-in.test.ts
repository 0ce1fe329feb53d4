import { describe, expect, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { startTalk } from '../../support/talk.ts';

describe('a callee who does not wait', () => {
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
