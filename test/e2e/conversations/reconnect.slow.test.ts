import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { storedConnectionOf } from '../../support/service/stored-connection.ts';
import { startTalk } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const gateway = new ApiGatewayManagementApiClient({
  endpoint: connection.aws_endpoint_url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
});

afterAll(() => gateway.destroy());

/** Closes the WebSocket of a call's conversation, like API Gateway after two hours. */
async function closeConnection(call: { id: string; user_id: string }, except?: string): Promise<string> {
  const id = await until('the conversation', async () => {
    const found = await storedConnectionOf(connection, call);
    return found === undefined || found === except ? { waitingFor: found } : found;
  });
  await gateway.send(new DeleteConnectionCommand({ ConnectionId: id }));
  return id;
}

describe('a conversation whose WebSocket is closed', () => {
  it('resumes over another WebSocket, and remembers what was said', async () => {
    await addModelRules(connection, [
      { when: { system: 'SPEC-RECONNECT', last_user: 'my name is Ada' }, reply: 'Hello Ada.' },
      { when: { system: 'SPEC-RECONNECT', last_user: 'who am I' }, reply: 'You are Ada.' },
    ]);
    const plan = { prompt: 'SPEC-RECONNECT', initialMessage: 'Hello.' };
    const { call, line, happened, stored } = await startTalk(connection, api, plan);
    await line({ say: 'my name is Ada' });
    await stored('Hello Ada.');

    await closeConnection(call);
    await happened('Please go on."');
    await line({ say: 'who am I' });
    await stored('You are Ada.');
    await line({ hang_up: true });
    const ended = await api.finishedCall(call.id);

    expect(ended.status).toBe('ended');
    expect(ended.transcript.split('\n')).toEqual([
      'AGENT: Hello.',
      'HUMAN: my name is Ada',
      'AGENT: Hello Ada.',
      'AGENT: Sorry, the line was interrupted for a moment. Please go on.',
      'HUMAN: who am I',
      'AGENT: You are Ada.',
    ]);
  });

  it('ends the call when that happens repeatedly', async () => {
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

describe('a voice that the vendor refuses', () => {
  const settings = { voice: { type: 'voice_vendor_c', voice_id: 'unsupported-voice' } };

  it('is replaced by the default voice at once, and the call begins anew', async () => {
    const plan = { initialMessage: 'Hello.', settings };
    const { call, line, happened } = await startTalk(connection, api, plan);
    await happened('"agent_turn","text":"Hello.');
    await line({ hang_up: true });
    const ended = await api.finishedCall(call.id);

    const log = JSON.stringify(
      (await getJson(`${connection.carrier_url}/simulator/calls/${ended.telephony_id}`)).events,
    );
    expect(ended.transcript).toBe('AGENT: Hello.');
    expect(log.match(/"code":64106/g)).toHaveLength(1);
    expect(log.match(/"setup"/g)).toHaveLength(2);
  });
});
