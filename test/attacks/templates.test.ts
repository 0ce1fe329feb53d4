import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContextServer } from '../support/peers/context-server.ts';
import { modelRequests } from '../support/peers/model.ts';
import { newNumber, setCallee } from '../support/scene.ts';
import { api, connection } from '../support/service/shared-api.ts';

const LARGE = { a: 'x'.repeat(2_000) };
let url: string;

const server = new ContextServer((path, response) => {
  response.end(JSON.stringify(path === '/small' ? { a: 'Ada' } : LARGE));
});

beforeAll(async () => {
  url = await server.listen();
});

afterAll(() => server.close());

async function makeAgent(texts: {
  readonly content?: string;
  readonly initial_message?: string;
  readonly context_endpoint?: string;
}) {
  const { content = 'Be kind.', ...settings } = texts;
  const agent = await api.created('/v1/agents/create', {
    prompt: { content },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    ...settings,
  });
  return agent.id as string;
}

/** Places a call to a callee who does not hang up before the agent has answered. */
async function place(agent: string, context?: object) {
  const to_number = newNumber();
  await setCallee(connection, to_number, {
    answer: 'answer',
    script: [{ say: 'hello' }, { say: 'bye' }, { hang_up: true }],
    patience_ms: 600_000,
  });
  return api.post('/v1/calls/create', { from_number: connection.phone_number, to_number, agent, context });
}

const PROMPT = { content: `TEMPLATE-BOMB. ${'${a}'.repeat(12_000)}` };
const GREETING = { initial_message: '${a}'.repeat(500) };

describe('a text that its context multiplies', () => {
  it.each([
    ['prompt', PROMPT],
    ['initial message', GREETING],
  ])('is refused when the call is created: the %s', async (name, texts) => {
    const { status, body } = await place(await makeAgent(texts), LARGE);

    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'context'], type: 'context_too_large' }] },
    });
    expect(body.detail[0].msg).toContain(name);
  });

  it('ends a call politely if its context comes from an endpoint', async () => {
    const agent = await makeAgent({ ...PROMPT, context_endpoint: `${url}/large` });
    const { body: call } = await place(agent);

    const ended = await api.finishedCall(call.id);

    expect(ended).toMatchObject({ status: 'error', stage_outcome: 'bot_disconnected' });
    expect(ended.error_message).toContain('the agent’s prompt would have');
    expect(await modelRequests(connection, 'TEMPLATE-BOMB')).toEqual([]);
  });
});
