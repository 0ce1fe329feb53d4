import { expect, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { makeAgent, placeCall, put } from '../../support/scene.ts';
import { getJson } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';

/** A model that the functions may ask at Amazon Bedrock. */
const NOVA = 'us.amazon.nova-lite-v1:0';

it('an agent with a language model of Amazon Bedrock talks and acts, without an account of its user', async () => {
  const reply = { reply: 'Goodbye then.', tool_call: { name: 'end_conversation' } };
  const rules = [{ when: { system: 'BEDROCK-USUAL' }, ...reply }];
  await put(`${connection.bedrock_url}/simulator/rules`, rules);
  const settings = { llm_model_name_override: NOVA };
  const { agent } = await makeAgent(api, { prompt: 'BEDROCK-USUAL', settings });
  const callee = { answer: 'answer', script: [{ say: 'one' }, { say: 'two' }] };

  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const { transcript } = await api.finishedCall(call.id);
  const [asked] = await getJson(`${connection.bedrock_url}/simulator/requests?containing=BEDROCK-USUAL`);

  expect(transcript).toMatch(/^HUMAN: one\nAGENT: Goodbye then\./);
  expect(asked).toMatchObject({
    body: { model: NOVA, toolConfig: { tools: [{ toolSpec: { name: 'end_conversation' } }] } },
    status: 200,
  });
  expect(await modelRequests(connection, 'BEDROCK-USUAL')).toEqual([]);
});
