import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BadPeer } from '../support/peers/bad-peer.ts';
import { BAD_PEER_KINDS, type BadPeerKind } from '../support/peers/bad-peer-kinds.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { addModelRules, placeCall } from '../support/scene.ts';
import { type Answer, until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

/** Kinds of bad peer for the service's records, one of each sort. */
const KINDS = BAD_PEER_KINDS.filter(({ name, scheme }) => scheme === undefined && isOfOneSort(name));

function isOfOneSort(name: string): boolean {
  return [
    'switches protocols to WebSocket (101)',
    'resets within its headers',
    'answers an object around JSON that is 30,000 deep',
  ].includes(name);
}

/** Proxies everything to a well-behaved server. */
const passingOn = (url: () => string): BadPeerKind => ({
  name: 'passes everything on',
  atOnce: true,
  act: (socket) => {
    const { hostname, port } = new URL(url());
    const other = connect(Number(port), hostname);
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
    socket.pipe(other).pipe(socket);
  },
});

let service: OwnService;
const good = {
  model: passingOn(() => service.connection.model_url),
  telephony: passingOn(() => service.connection.carrier_url),
  vectors: passingOn(() => service.connection.vector_database_url),
};
const model = new BadPeer(good.model);
const spare = new BadPeer(good.model);
const telephony = new BadPeer(good.telephony);
const vectors = new BadPeer(good.vectors);
const others: BadPeer[] = [];

beforeAll(async () => {
  await Promise.all([model, spare, telephony, vectors].map((peer) => peer.listen()));
  service = await startOwnService({
    LLM_BASE_URL: `${model.url}/v1`,
    LLM_VENDOR_B_BASE_URL: `${spare.url}/v1`,
    TELEPHONY_API_URL: telephony.url,
    VECTOR_DATABASE_API_URL: vectors.url,
    PLATFORM_MODELS: JSON.stringify({ llm_vendor_a: ['gpt-4.1-mini'], llm_vendor_b: ['spare'] }),
    TESTS_PER_MINUTE: '1000',
  });
  await addModelRules(service.connection, [
    { when: { system: 'BAD-PEER', tool_result: 'error' }, reply: 'That did not work.' },
    { when: { system: 'BAD-PEER', last_user: 'ask' }, tool_call: { name: 'ask_them', arguments: {} } },
    { when: { system: 'BAD-PEER' }, reply: 'Here I am.' },
  ]);
}, 120_000);

afterEach(() => {
  model.become(good.model);
  spare.become(good.model);
  telephony.become(good.telephony);
  vectors.become(good.vectors);
});

afterAll(async () => {
  await service.close();
  await Promise.all([model, spare, telephony, vectors, ...others].map((peer) => peer.close()));
});

/** A hostile peer for the records of one user. */
async function peerOf(kind: BadPeerKind): Promise<string> {
  const peer = new BadPeer(kind);
  others.push(peer);
  return peer.listen();
}

/** Runs a call in which the callee says these words. Returns the ended call. */
async function runCall(settings: object, say = 'hello'): Promise<Answer['body']> {
  const agent = await service.api.created('/v1/agents/create', {
    prompt: { content: 'BAD-PEER' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    ...settings,
  });
  const callee = { answer: 'answer', script: [{ say }], patience_ms: 60_000 };
  const { call } = await placeCall(service.connection as never, service.api, { agent: agent.id, callee });
  return service.api.finishedCall(call.id);
}

const byName = KINDS.map((kind) => ({ title: kind.name, kind }));

/** For shared peers, tested in sequence: a switch of protocols, a flood, a broken answer and one that is too deep. */
const fewer = byName.filter(({ title }) => /WebSocket|headers without end|lengths|30,000/.test(title));

describe('a webhook whose receiver', () => {
  it.concurrent.each(byName)('$title has its attempt recorded', async ({ kind }) => {
    const url = await peerOf(kind);
    const webhook = await service.api.created('/v1/webhooks/create', {
      subscriptions: ['event_message'],
      url,
    });
    const [sample] = await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);

    const delivery = await until('an attempt', async () => {
      const { body } = await service.api.get(`/v1/webhooks/deliveries?id=${sample.id}`);
      return body.attempts?.length > 0 ? body : { waitingFor: body };
    });

    const [attempt] = delivery.attempts;
    expect(attempt.status).toBe(kind.status ?? null);
    if (kind.status === undefined) expect(attempt.error).toMatch(/\w/);
    expect(delivery.status).toBe(kind.status === 200 ? 'delivered' : 'pending');
    // An attempt has fifteen seconds, its function thirty.
    expect(attempt.duration_ms).toBeLessThan(25_000);
  });

  it('behaves well is not delayed by sixty receivers that switch protocols', async () => {
    const kind = KINDS[0]!;
    const urls = await Promise.all(Array.from({ length: 60 }, () => peerOf(kind)));
    const receiver = new WebhookReceiver();
    const ours = await service.secondApi.created('/v1/webhooks/create', {
      subscriptions: ['event_message'],
      url: await receiver.listen(),
    });
    const theirs = [];
    for (const url of urls)
      theirs.push(
        await service.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url }),
      );

    // One after another: all at once are more than a user may send.
    for (const { id } of theirs) await service.api.created(`/v1/webhooks/test?id=${id}`);
    const begun = performance.now();
    await service.secondApi.created(`/v1/webhooks/test?id=${ours.id}`);
    await receiver.receivedTimes(1);

    expect(performance.now() - begun).toBeLessThan(10_000);
    await receiver.close();
  }, 90_000);
});

describe('an external action whose service', () => {
  it.each(fewer)('$title is recorded as failed, and the callee is told', async ({ kind }) => {
    const config = {
      name: 'ask_them',
      description: 'Asks them.',
      url: await peerOf(kind),
      input_schema: { type: 'object' },
      speak_on_send: false,
      speak_on_receive: true,
    };

    const ended = await runCall({ actions: [{ type: 'action_external', config }] }, 'ask them');

    expect(ended.status).toBe('ended');
    expect(ended.actions_taken).toMatchObject([{ output: { error: expect.stringContaining('service') } }]);
    expect(ended.transcript).toContain('That did not work.');
  });
});

describe('a context endpoint that', () => {
  it.each(fewer)('$title is skipped', async ({ kind }) => {
    const ended = await runCall({ context_endpoint: await peerOf(kind) });

    expect(ended.transcript).toBe('HUMAN: hello\nAGENT: Here I am.');
    expect(ended.context ?? null).toBeNull();
  });
});

describe('a vector database that', () => {
  it.each(fewer)('$title is skipped', async ({ kind }) => {
    vectors.become(kind);
    const vector_database = {
      type: 'vector_database_vendor_a',
      index: kind.name.replaceAll(/\W/g, '-'),
      api_key: 'key',
      api_environment: 'us-east-1',
    };

    const ended = await runCall({ vector_database });

    expect(vectors.connections).toBeGreaterThan(0);
    expect(ended.transcript).toBe('HUMAN: hello\nAGENT: Here I am.');
  });
});

describe('a language model that', () => {
  it.each(fewer)('$title is replaced by its fallback', async ({ kind }) => {
    model.become(kind);

    const ended = await runCall({ llm_fallback: { provider: 'llm_vendor_b', model_name: 'spare' } });

    expect(ended.transcript).toBe('HUMAN: hello\nAGENT: Here I am.');
  });

  it.each(fewer)('$title, with its fallback, leads to an apology', async ({ kind }) => {
    model.become(kind);
    spare.become(kind);

    const ended = await runCall({ llm_fallback: { provider: 'llm_vendor_b', model_name: 'spare' } });

    expect(ended.transcript).toMatch(/^HUMAN: hello\nAGENT: Sorry, I had a problem just now\./);
  });
});

describe('a telephony vendor that', () => {
  it.each(fewer)('$title makes a purchase fail with 502, and nothing else', async ({ kind }) => {
    telephony.become(kind);

    const bought = await service.api.post('/v1/numbers/buy', {});
    const listed = await service.api.get('/v1/numbers/list');

    expect([bought.status, bought.body.detail[0].type]).toEqual([502, 'telephony_answer_lost']);
    expect(listed.status).toBe(200);
  });

  it.each(fewer)('$title loses a placed call, and only that', async ({ kind }) => {
    telephony.become(kind);
    const agent = await service.api.created('/v1/agents/create', {
      prompt: { content: 'BAD-PEER' },
      voice: { type: 'voice_builtin', voice_id: 'default' },
    });
    const body = { from_number: service.connection.phone_number, to_number: '+15557770001', agent: agent.id };
    const before = telephony.connections;

    const call = await service.api.created('/v1/calls/create', body);
    await until(
      'the dialling',
      () => telephony.connections > before || { waitingFor: telephony.connections },
    );
    telephony.become(good.telephony);

    const ended = await service.api.created(`/v1/calls/end?id=${call.id}`);
    expect(ended.status).toBe('ended');
    expect((await runCall({})).transcript).toBe('HUMAN: hello\nAGENT: Here I am.');
  });
});
