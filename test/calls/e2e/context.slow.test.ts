import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalService } from '../../support/peers/external-service.ts';
import { newNumber, setCallee } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { callUp, finishedCarrierCall } from '../../support/service/shared-carrier.ts';

let url: string;

const server = new ExternalService({
  '/good': (response) => response.end('{"name":"Ada","city":"Ulm","age":36}'),
});

beforeAll(async () => {
  url = await server.listen();
});

afterAll(() => server.close());

/** An agent whose endpoint knows only one of its required keys. */
const makeAgent = async (): Promise<string> =>
  (
    await api.created('/v1/agents/create', {
      prompt: { content: 'x', prompt_template: { required_context_keys: ['name', 'order'] } },
      voice: { type: 'voice_builtin', voice_id: 'default' },
      initial_message: 'Hello ${name}.',
      context_endpoint: `${url}/good`,
    })
  ).id;

/** What was said in a call, once it is over at the carrier. */
const spokenIn = async ({ telephony_id }: Answer['body']): Promise<string> =>
  JSON.stringify((await finishedCarrierCall(telephony_id)).transcript);

describe.concurrent('the required keys of a prompt', () => {
  it('end a call without them with a sentence to the callee, and are listed in its error', async () => {
    const [to_number, agent] = [newNumber(), await makeAgent()];
    await setCallee(connection, to_number, { answer: 'answer', script: [{ say: 'hello' }, { say: 'bye' }] });
    const from_number = connection.phone_number;
    const { id } = await api.created('/v1/calls/create', { from_number, to_number, agent });
    const ended = await api.finishedCall(id);

    expect(ended).toMatchObject({ status: 'error', stage_outcome: 'bot_disconnected' });
    expect(ended.error_message).toContain('missing: order.');
    expect(await spokenIn(ended)).toContain('Goodbye');
  });

  it('end a call to a number without them with a sentence to the caller', async () => {
    const inbound_agent = await makeAgent();
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
