import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { addModelAccount, modelRequests } from '../support/peers/model.ts';
import { addModelRules, newNumber, placeCall } from '../support/scene.ts';
import { api, connection } from '../support/service/shared-api.ts';
import { TABLE_NAME, tableClient } from '../support/service/table-client.ts';

const client = tableClient(connection);

afterAll(() => client.destroy());

const VOICE = { type: 'voice_builtin', voice_id: 'default' };
const KEY = `key-${randomUUID()}`;
const connectionWith = (llm_api_key: string) => ({
  type: 'account_connection_llm',
  credentials: { llm_api_key },
});
const OFFERED = { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' };
const DEAR = { provider: 'llm_vendor_a', model_name: 'dearest-model' };
const DEAR_ELSEWHERE = { provider: 'llm_vendor_b', model_name: 'dearest-model' };
const plan = (settings: object) => ({ prompt: { content: 'Be kind.' }, voice: VOICE, ...settings });
const bogus = connectionWith('a-key-that-nobody-knows');

/** The answer to a fallback that the platform does not permit. */
const refusedAt = (...loc: string[]) => ({
  status: 422,
  body: { detail: [{ loc: [...loc, 'llm_fallback', 'model_name'], type: 'model_not_offered' }] },
});

describe('a fallback to a model that the platform does not permit', () => {
  const call = { from_number: connection.phone_number, to_number: newNumber() };

  it.each<[string, string, object, string[]]>([
    ['a new agent', '/v1/agents/create', plan({ llm_fallback: DEAR }), ['body']],
    [
      'a new agent with a key of another vendor',
      '/v1/agents/create',
      plan({ llm_fallback: DEAR_ELSEWHERE, llm_account_connection: bogus }),
      ['body'],
    ],
    [
      'the agent of a call',
      '/v1/calls/create',
      { ...call, agent: plan({ llm_fallback: DEAR }) },
      ['body', 'agent'],
    ],
    [
      'the agent of a number',
      '/v1/numbers/buy',
      { inbound_agent: plan({ llm_fallback: DEAR }) },
      ['body', 'inbound_agent'],
    ],
  ])('is refused for %s, with a list of the permitted ones', async (_, path, body, loc) => {
    const answer = await api.post(path, body);

    expect(answer).toMatchObject(refusedAt(...loc));
    expect(answer.body.detail[0].msg).toMatch(/gpt-4\.1-mini|gemini-2\.5-flash/);
  });

  it('is refused for an agent after an update', async () => {
    const { id } = await api.created('/v1/agents/create', plan({ llm_fallback: OFFERED }));
    const update = (body: object) => api.post(`/v1/agents/update?id=${id}`, body);

    expect(await update({ llm_fallback: DEAR })).toMatchObject(refusedAt('body'));
    expect(await update({ llm_fallback: DEAR, llm_account_connection: bogus })).toMatchObject({
      status: 200,
    });
    expect(await update({ llm_account_connection: null })).toMatchObject(refusedAt('body'));
    expect(await update({ llm_fallback: DEAR_ELSEWHERE })).toMatchObject(refusedAt('body'));
    expect(await update({ llm_account_connection: null, llm_fallback: null })).toMatchObject({ status: 200 });
  });
});

/** Runs a call whose usual model fails. */
async function runCall(
  marker: string,
  settings: object,
  change: (id: string) => Promise<void> = async () => {},
) {
  await addModelRules(connection, [
    { when: { system: marker, model: '^(gemini|dearest)' }, reply: 'The spare one speaks.' },
    { when: { system: marker }, fault: 'http_500' },
  ]);
  const agent = await api.created('/v1/agents/create', { ...plan(settings), prompt: { content: marker } });
  await change(agent.id);
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', script: [{ say: 'one' }, { say: 'two' }], patience_ms: 60_000 },
  });
  const { transcript } = await api.finishedCall(call.id);
  const requests = await modelRequests(connection, marker);
  return {
    transcript,
    asked: [...new Set(requests.map(({ account, body }) => `${account}: ${body.model}`))],
  };
}

/** Stores a fallback with an agent that the API would refuse. */
async function giveFallback(id: string, llm_fallback: object): Promise<void> {
  const { user_id } = (await api.get(`/v1/agents?id=${id}`)).body;
  await client.send(
    new UpdateCommand({
      TableName: TABLE_NAME,
      Key: recordKey(user_id, 'agent', id),
      UpdateExpression: 'SET llm_fallback = :fallback',
      ExpressionAttributeValues: { ':fallback': llm_fallback },
    }),
  );
}

describe('the platform’s key', () => {
  it('is not used for a model that left the list after the agent was stored', async () => {
    const { transcript, asked } = await runCall('DEAR-BEFORE.', {}, (id) => giveFallback(id, DEAR_ELSEWHERE));

    expect(transcript).toContain('AGENT: Sorry, I had a problem just now.');
    expect(asked).toEqual(['platform: scripted']);
  });

  it('is not used for an expensive model when the user’s own key is refused', async () => {
    const { transcript, asked } = await runCall('DEAR-BOGUS.', {
      llm_account_connection: bogus,
      llm_fallback: DEAR,
    });

    expect(transcript).toContain('AGENT: Sorry, I had a problem just now.');
    expect(asked).toEqual([]);
  });

  it('is not used for another model if the user’s own key works', async () => {
    await addModelAccount(connection, 'paying', KEY);
    const settings = { llm_account_connection: connectionWith(KEY), llm_fallback: DEAR };

    const { transcript, asked } = await runCall('DEAR-OWN.', settings);

    expect(transcript).toContain('AGENT: The spare one speaks.');
    expect(asked).toEqual(['paying: scripted', 'paying: dearest-model']);
  });

  it('is used for a model on the list', async () => {
    const { asked } = await runCall('OFFERED.', { llm_fallback: OFFERED });

    expect(asked).toEqual(['platform: scripted', 'platform: gemini-2.5-flash-lite']);
  });
});
