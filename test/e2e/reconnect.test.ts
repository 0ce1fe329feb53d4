import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { Api, getJson, until } from '../support/api.ts';
import { addModelRules, makeAgent, placeCall } from '../support/scene.ts';
import { storedConnectionOf } from '../support/stored-connection.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const gateway = new ApiGatewayManagementApiClient({
  endpoint: connection.aws_endpoint_url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
});

afterAll(() => gateway.destroy());

/** Closes the WebSocket of a call's conversation, as API Gateway does after two hours. */
async function closeConnection(call: { id: string; user_id: string }, except?: string): Promise<string> {
  const id = await until('the conversation', async () => {
    const found = await storedConnectionOf(connection, call);
    return found === undefined || found === except ? { waitingFor: found } : found;
  });
  await gateway.send(new DeleteConnectionCommand({ ConnectionId: id }));
  return id;
}

/** What the callee said so far. */
async function saidBy(callSid: string): Promise<string[]> {
  const { events } = await getJson(`${connection.carrier_url}/simulator/calls/${callSid}`);
  return events
    .filter(({ type }: { type: string }) => type === 'callee')
    .map((event: { text: string }) => event.text);
}

describe('a conversation whose WebSocket is closed', () => {
  it('goes on over another one, and remembers', async () => {
    await addModelRules(connection, [
      { when: { system: 'SPEC-RECONNECT', last_user: 'my name is Ada' }, reply: 'Hello Ada.' },
      { when: { system: 'SPEC-RECONNECT', last_user: 'who am I' }, reply: 'You are Ada.' },
    ]);
    const { agent } = await makeAgent(api, { prompt: 'SPEC-RECONNECT', initialMessage: 'Hello.' });
    const script = [{ say: 'my name is Ada' }, { wait_ms: 4_000 }, { say: 'who am I' }];
    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script },
    });
    const { telephony_id: sid } = await api.callWhen(call.id, ({ telephony_id }) => Boolean(telephony_id));
    await until('the first words', async () => {
      const said = await saidBy(sid);
      return said.length > 0 ? true : { waitingFor: said };
    });

    await closeConnection(call);
    const ended = await api.finishedCall(call.id);

    expect(ended.status).toBe('ended');
    const lines = ended.transcript.split('\n');
    expect(lines.slice(0, 2)).toEqual(['AGENT: Hello.', 'HUMAN: my name is Ada']);
    expect(lines.slice(-3)).toEqual([
      'AGENT: Sorry, the line was interrupted for a moment. Please go on.',
      'HUMAN: who am I',
      'AGENT: You are Ada.',
    ]);
  });

  it('is given up when that happens again and again', async () => {
    const { agent } = await makeAgent(api, { initialMessage: 'Hello.' });
    const callee = { answer: 'answer', script: [{ wait_ms: 60_000 }] };
    const { call } = await placeCall(connection, api, { agent: agent.id, callee });

    let last: string | undefined;
    for (let times = 0; times < 6; times++) last = await closeConnection(call, last);
    const ended = await api.finishedCall(call.id);

    expect(ended.status).toBe('ended');
    expect(ended.transcript.match(/interrupted/g)?.length ?? 0).toBeLessThanOrEqual(5);
  });
});
