import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Api } from '../../support/api.ts';
import { makeFullAgent } from '../../support/samples.ts';
import { placeCall } from '../../support/scene.ts';
import {
  bothPaths,
  COMPACT_ACTION,
  COMPACT_AGENT,
  EMBEDDED_WEBHOOK,
  expectCallFields,
  expectFields,
  VOICE,
} from './shapes.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
let agentId: string;

beforeAll(async () => {
  agentId = (await makeFullAgent(api)).agent.id;
});

async function busyCall() {
  const { call } = await placeCall(connection, api, {
    agent: agentId,
    callee: { answer: 'busy', ring_ms: 0 },
  });
  return call;
}

describe('GET /v1/calls/list', () => {
  it('answers an array of calls, agents by id', async () => {
    const { id } = await busyCall();

    const lists = await bothPaths('/v1/calls/list', (path) => api.get(path));

    for (const list of lists) {
      expect(Array.isArray(list)).toBe(true);
      for (const call of list) expectCallFields(call);
      expect(list.find((call: { id: string }) => call.id === id).agent).toBe(agentId);
    }
  });
});

describe('GET /v1/calls/', () => {
  it('answers the call with its agent in compact form', async () => {
    const { id } = await busyCall();

    const calls = await bothPaths('/v1/calls', (path) => api.get(`${path}?id=${id}`));

    for (const call of calls) {
      expectCallFields(call);
      expectCompactAgent(call.agent);
      expect(['not_started', 'in_progress', 'error', 'ended']).toContain(call.status);
    }
  });
});

describe('POST /v1/calls/end', () => {
  it('answers the ended call with its agent in compact form, without a body', async () => {
    const { id } = await busyCall();

    const calls = await bothPaths('/v1/calls/end', (path) => api.post(`${path}?id=${id}`));

    for (const call of calls) {
      expectCallFields(call);
      expectCompactAgent(call.agent);
      expect(call.id).toBe(id);
      expect(['error', 'ended']).toContain(call.status);
    }
  });
});

function expectCompactAgent(agent: Record<string, object>): void {
  expectFields(agent, COMPACT_AGENT);
  expect(agent).toMatchObject({ id: agentId, prompt: 'Be kind.', initial_message: 'Hello.' });
  expectFields(agent.voice!, VOICE);
  expectFields(agent.webhook!, EMBEDDED_WEBHOOK);
  for (const action of agent.actions as object[]) expectFields(action, COMPACT_ACTION);
}
