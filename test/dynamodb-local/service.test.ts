import { rmSync } from 'node:fs';
import { afterAll, expect, inject, it } from 'vitest';
import { makeAgent, placeCall } from '../support/scene.ts';
import { Api } from '../support/service/api.ts';
import { newDataFolder, startService } from '../support/service/service-process.ts';

const dynamodbLocal = inject('dynamodbLocal');
const data = newDataFolder();

afterAll(() => rmSync(data, { recursive: true, force: true }));

it('a service with --dynamodb keeps its items there, and finds them after it was killed', async () => {
  const { url } = dynamodbLocal as { url: string };
  const start = () => startService({ data, args: ['--dynamodb', url], env: { CARRIER_PACE: '0.05' } });
  const first = await start();
  const { connection } = first;
  const api = new Api(connection.base_url, connection.access_token);
  const { agent } = await makeAgent(api);
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { script: [{ hang_up: true }] },
  });
  const ended = await api.finishedCall(call.id);
  await first.kill();

  const second = await start();
  const again = new Api(second.connection.base_url, second.connection.access_token);
  const { body: kept } = await again.get(`/v1/calls?id=${call.id}`);
  await second.kill();

  expect(ended.status).toBe('ended');
  expect(kept).toMatchObject({ id: call.id, status: 'ended' });
}, 240_000);
