import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalService } from '../../support/peers/external-service.ts';
import { addModelRules, newNumber, setCallee } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { callUp, finishedCarrierCall } from '../../support/service/shared-carrier.ts';

let url: string;

const server = new ExternalService({
  '/broken': (response) => response.writeHead(500).end(),
  '/good': (response) => response.end('{"name":"Ada","city":"Ulm","age":36}'),
});

beforeAll(async () => {
  url = await server.listen();
  await addModelRules(connection, [
    // The agent repeats its prompt, which takes some seconds.
    { when: { system: 'SPEC-CONTEXT', last_user: 'told' }, reply: 'I was told: ${system}' },
    { when: { system: 'SPEC-CONTEXT' }, reply: 'All right.' },
  ]);
});

afterAll(() => server.close());

const CONTENT = 'SPEC-CONTEXT name=${name} city=${city} age=${age}';

async function makeAgent({ endpoint, prompt = {} }: { endpoint?: string; prompt?: object }) {
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: CONTENT, ...prompt },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    initial_message: 'Hello ${name}.',
    ...(endpoint !== undefined && { context_endpoint: endpoint }),
  });
  return agent.id as string;
}

const WHAT = 'What were you told?';

/** Calls a callee who says this. */
async function call(agent: string, context?: object, words = 'hello') {
  const to_number = newNumber();
  await setCallee(connection, to_number, { answer: 'answer', script: [{ say: words }, { say: 'bye' }] });
  const from_number = connection.phone_number;
  const { id } = await api.created('/v1/calls/create', { from_number, to_number, agent, context });
  return api.finishedCall(id);
}

/** What was said in a call, once it is over at the carrier. */
const spokenIn = async ({ telephony_id }: Answer['body']): Promise<string> =>
  JSON.stringify((await finishedCarrierCall(telephony_id)).transcript);

describe.concurrent('a context endpoint', () => {
  it('is sent the callee’s number, and the call’s own context wins', async () => {
    const ended = await call(await makeAgent({ endpoint: `${url}/good?of=shop` }), { city: 'Bonn' }, WHAT);

    expect(ended.context).toEqual({ name: 'Ada', city: 'Bonn', age: '36' });
    expect(ended.transcript).toContain('AGENT: Hello Ada.');
    expect(ended.transcript).toContain('name=Ada city=Bonn age=36');
    const target = `/good?of=shop&phone_number=${encodeURIComponent(ended.to_number)}`;
    expect(server.asked.map((asked) => asked.target)).toContain(target);
  });

  it.each(['/broken', '/silent'])('that returns no context leaves the call without one: %s', async (path) => {
    const ended = await call(await makeAgent({ endpoint: `${url}${path}` }), { city: 'Bonn' }, WHAT);

    expect(ended).toMatchObject({ status: 'ended', context: { city: 'Bonn' } });
    expect(ended.transcript).toContain('name=(unknown) city=Bonn');
    expect(server.asked.filter(({ target }) => target.startsWith(path))).toHaveLength(2);
  });
});

describe.concurrent('the required keys of a prompt', () => {
  const prompt = { prompt_template: { required_context_keys: ['name', 'order'] } };

  it('end a call without them with a sentence to the callee, and are listed in its error', async () => {
    const ended = await call(await makeAgent({ endpoint: `${url}/good`, prompt }));

    expect(ended).toMatchObject({ status: 'error', stage_outcome: 'bot_disconnected' });
    expect(ended.error_message).toContain('missing: order.');
    expect(await spokenIn(ended)).toContain('Goodbye');
  });

  it('are checked before a callee is dialed', async () => {
    const ended = await call(await makeAgent({ prompt }));

    expect(ended).toMatchObject({ status: 'error', stage_outcome: 'call_did_not_connect' });
    expect(ended.error_message).toContain('missing: name, order.');
    expect(ended).not.toHaveProperty('telephony_id');
  });

  it('end a call to a number without them with a sentence to the caller', async () => {
    const inbound_agent = await makeAgent({ endpoint: `${url}/good`, prompt });
    const { number } = await api.created('/v1/numbers/buy', { inbound_agent });
    await callUp(number, [{ say: 'hello' }, { say: 'bye' }]);
    const { id } = await until('the call', async () => {
      const { body: calls } = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`);
      return calls[0] ?? { waitingFor: 'a call' };
    });
    const ended = await api.finishedCall(id);

    expect(ended).toMatchObject({ status: 'error', direction: 'inbound' });
    expect(ended.error_message).toContain('order');
    expect(await spokenIn(ended)).toContain('Goodbye');
  });
});
