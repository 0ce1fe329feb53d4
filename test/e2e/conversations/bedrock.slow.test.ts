import { describe, expect, inject, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { Api, getJson } from '../../support/service/api.ts';
import { saidIn } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** Models that the functions may ask at Amazon Bedrock, and one elsewhere. */
const NOVA = 'us.amazon.nova-lite-v1:0';
const ELSEWHERE = { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' };

/** Runs a call of an agent with the settings, whose models at Amazon Bedrock and elsewhere follow rules. */
async function runCall(
  marker: string,
  settings: object,
  { bedrock, other = { reply: 'Somebody else speaks.' } }: { bedrock: object; other?: object },
) {
  await addModelRules(connection, [{ when: { system: marker }, ...other }]);
  const rules = JSON.stringify([{ when: { system: marker }, ...bedrock }]);
  await fetch(`${connection.bedrock_url}/simulator/rules`, { method: 'PUT', body: rules });
  const { agent } = await makeAgent(api, { prompt: marker, settings });
  const callee = { answer: 'answer', script: [{ say: 'one' }, { say: 'two' }] };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const ended = await api.finishedCall(call.id);
  const { body: turns } = await api.get(`/v1/calls/turns?id=${call.id}`);
  const asked: { body: { model: string }; status: number }[] = await getJson(
    `${connection.bedrock_url}/simulator/requests?containing=${marker}`,
  );
  return {
    transcript: ended.transcript,
    said: await saidIn(connection, ended),
    /** The first answer of the agent, as the record of the call has it. */
    answer: turns[1],
    asked,
    elsewhere: await modelRequests(connection, marker),
  };
}

describe('an agent whose language model is one of Amazon Bedrock', () => {
  it('talks and acts, without an account of its user', async () => {
    const { transcript, asked, elsewhere } = await runCall(
      'BEDROCK-USUAL',
      { llm_model_name_override: NOVA },
      { bedrock: { reply: 'Goodbye then.', tool_call: { name: 'end_conversation' } } },
    );

    expect(transcript).toMatch(/^HUMAN: one\nAGENT: Goodbye then\./);
    expect(asked[0]).toMatchObject({
      body: { model: NOVA, toolConfig: { tools: [{ toolSpec: { name: 'end_conversation' } }] } },
      status: 200,
    });
    expect(elsewhere).toEqual([]);
  });

  it.each([
    'ThrottlingException',
    'ModelNotReadyException',
    'AccessDeniedException',
  ])('is answered by its fallback in the same turn after a %s', async (exception) => {
    const { said, answer } = await runCall(
      `BEDROCK-${exception}`,
      { llm_model_name_override: NOVA, llm_fallback: ELSEWHERE },
      { bedrock: { exception } },
    );

    expect(said).toEqual([
      'HUMAN: one',
      'AGENT: Somebody else speaks.',
      'HUMAN: two',
      'AGENT: Somebody else speaks.',
    ]);
    expect(answer).toMatchObject({ failed_requests: 1, model: { name: ELSEWHERE.model_name } });
  });
});
