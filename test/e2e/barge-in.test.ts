import { describe, expect, inject, it } from 'vitest';
import { Api, getJson, until } from '../support/api.ts';
import { modelRequests } from '../support/model.ts';
import { addModelRules, makeAgent, placeCall } from '../support/scene.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** A call with somebody who says what they are told to, as soon as they are. */
async function talkTo(prompt: string) {
  const { agent } = await makeAgent(api, { prompt });
  const callee = { answer: 'answer', interactive: true, script: [], patience_ms: 60_000 };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const { telephony_id: sid } = await api.callWhen(call.id, ({ status }) => status === 'in_progress');
  const url = `${connection.carrier_url}/simulator/calls/${sid}`;
  const events = async (): Promise<unknown[]> => (await getJson(url)).events;
  await until('the conversation', async () => {
    const happened = JSON.stringify(await events());
    return happened.includes('"setup"') ? true : { waitingFor: happened };
  });
  const line = (body: object) => fetch(`${url}/say`, { method: 'POST', body: JSON.stringify(body) });
  return { call, line, events };
}

describe('a callee who does not wait', () => {
  it('has one answer to two things said in quick succession', async () => {
    await addModelRules(connection, [
      { when: { system: 'SPEC-QUICK', last_user: 'a table' }, reply: 'For how many?', first_token_ms: 1_000 },
      { when: { system: 'SPEC-QUICK', last_user: 'for two' }, reply: 'A table for two, gladly.' },
    ]);
    const { call, line } = await talkTo('SPEC-QUICK');

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
    const { call, line, events } = await talkTo('SPEC-GONE');

    await line({ say: 'speak' });
    await until('the beginning of the answer', async () => {
      const happened = JSON.stringify(await events());
      return happened.includes('on and on') ? true : { waitingFor: happened };
    });
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
