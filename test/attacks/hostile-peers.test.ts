import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { askExternalService } from '../../lambdas/actions/ask-external-service.ts';
import { withContext } from '../../lambdas/calls/callbacks/fetch-context.ts';
import { sendEvent } from '../../lambdas/deliveries/send-event.ts';
import { searchVectorDatabase } from '../../lambdas/vector-databases/look-up.ts';
import { openAiCompatibleModel } from '../../lambdas/vendors/llm/openai/openai-model.ts';
import { getSound, VendorCalls } from '../../lambdas/vendors/telephony/calls.ts';
import { TelephonyClient } from '../../lambdas/vendors/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/vendors/telephony/numbers.ts';
import {
  VendorRefusal,
  VendorResponseLost,
  VendorUnreachable,
} from '../../lambdas/vendors/telephony/vendor-errors.ts';
import { BadPeer } from '../support/peers/bad-peer.ts';
import { BAD_PEER_KINDS, type BadPeerKind } from '../support/peers/bad-peer-kinds.ts';
import { until } from '../support/service/api.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { messageFor, storedWebhook } from '../support/table/stored-webhook.ts';

/** A path on which requests leave the service. */
interface OutboundPath {
  readonly name: string;
  /** Milliseconds within which it must end. */
  readonly boundMs: number;
  /** Most requests that it makes. */
  readonly requests: number;
  /** Sends a request to the peer. Returns the result, `failed` if the answer was rejected. */
  readonly ask: (url: string) => Promise<string>;
  /** The expected result. @default failed */
  readonly expected?: (kind: BadPeerKind) => string;
  /** Most bytes of an answer that it reads. @default 6 MB */
  readonly maxBytes?: number;
}

process.env.OUTBOUND_ALLOWED_NETWORKS = '127.0.0.0/8';
const account = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token' };

async function deliver(url: string): Promise<string> {
  const webhook = storedWebhook({ url: `${url}/hook` });
  const event = messageFor(webhook, new Date());
  const sending = { now: () => new Date(), apiUrl: 'https://x' };
  const { attempt } = await sendEvent(event, webhook, sending);
  if ((attempt.status === null) !== (typeof attempt.error === 'string' && attempt.error !== ''))
    throw new Error(`An attempt must have either a status or an error: ${JSON.stringify(attempt)}`);
  if ((attempt.response ?? '').length > 4_096) throw new Error('Too much of the response was kept.');
  return attempt.status === null ? 'failed' : String(attempt.status);
}

async function act(url: string): Promise<string> {
  const action = { url: `${url}/act`, speak_on_send: false, speak_on_receive: false };
  const answer = await askExternalService(action, {
    callId: randomUUID(),
    payload: {},
    idempotencyKey: 'key',
    deadline: AbortSignal.timeout(25_000),
  });
  return 'error' in answer ? 'failed' : JSON.stringify(answer).slice(0, 100);
}

async function fetchContext(url: string): Promise<string> {
  const call = storedCall({ context_source: { endpoint: `${url}/context`, required_keys: [] } });
  const { context } = await withContext(call);
  return context === undefined ? 'failed' : JSON.stringify(context);
}

async function searchKnowledge(url: string): Promise<string> {
  process.env.VECTOR_DATABASE_API_URL = url;
  const index = { index: randomUUID(), api_key: 'key' };
  return searchVectorDatabase(index, 'words', AbortSignal.timeout(10_000)).then(
    (found) => JSON.stringify(found),
    () => 'failed',
  );
}

async function askModel(url: string): Promise<string> {
  const model = openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl: `${url}/v1`, model: 'any' }));
  const signal = AbortSignal.timeout(3_000);
  const request = { messages: [], tools: [], mayUseTools: false, temperature: 0, signal };
  let heard = '';
  try {
    for await (const chunk of model.stream(request)) heard += JSON.stringify(chunk);
  } catch {
    return 'failed';
  }
  // A stream without words is a failure for the turn.
  return heard === '' ? 'failed' : heard.slice(0, 100);
}

/** A request to the telephony vendor; every failure must be of a known class. */
function telephony(url: string, ask: (client: TelephonyClient) => Promise<unknown>, interactive = false) {
  process.env.TELEPHONY_API_URL = url;
  return ask(new TelephonyClient(account, { interactive })).then(
    (answer) => JSON.stringify(answer ?? null).slice(0, 100),
    (error: unknown) => {
      const isKnown = [VendorResponseLost, VendorRefusal, VendorUnreachable].some(
        (kind) => error instanceof kind,
      );
      if (!isKnown) throw error;
      return 'failed';
    },
  );
}

const place = (url: string) =>
  telephony(url, (client) =>
    new VendorCalls(client).placeCall({
      from: '+15550001111',
      to: '+15550002222',
      instructions: { url: 'https://x/answer', fallbackUrl: 'https://x/fallback' },
      statusUrl: 'https://x/status',
      ringSeconds: 30,
      maxSeconds: 60,
      further: {},
    }),
  );

const findNumbers = (url: string) =>
  telephony(url, (client) => new VendorNumbers(client).findAvailable({ areaCode: '415', size: 5 }), true);

const download = (url: string) =>
  telephony(url, async (client) => {
    const sound = await getSound(client, `RE${'0'.repeat(32)}`);
    return sound && 'some sound';
  });

/** Paths on which requests leave the service: one for each way in which they are sent. */
const OUTBOUND_PATHS: readonly OutboundPath[] = [
  {
    name: 'the delivery of a webhook',
    boundMs: 15_000,
    requests: 1,
    ask: deliver,
    expected: ({ status }) => (status === undefined ? 'failed' : String(status)),
  },
  { name: 'an external action', boundMs: 10_000, requests: 1, ask: act },
  { name: 'a context endpoint', boundMs: 6_000, requests: 2, ask: fetchContext },
  { name: 'the vector database', boundMs: 5_000, requests: 1, ask: searchKnowledge },
  { name: 'the language model', boundMs: 3_000, requests: 1, ask: askModel },
  { name: 'placing a call', boundMs: 15_000, requests: 1, ask: place },
  { name: 'finding numbers', boundMs: 8_000, requests: 1, ask: findNumbers },
  { name: 'taking a recording over', boundMs: 45_000, requests: 1, ask: download, maxBytes: 70 * 2 ** 20 },
];

/** Milliseconds of slack, for a shared processor: without a bound, most exchanges would never end. */
const SLACK_MS = 20_000;
const MAX_BYTES = 6 * 2 ** 20;

interface Exchange {
  readonly path: OutboundPath;
  readonly kind: BadPeerKind;
  readonly peer: BadPeer;
  readonly outcome: Promise<{ readonly said: string; readonly tookMs: number }>;
}

/** Highest memory outside of the heap, in bytes. */
let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage().arrayBuffers);
}, 50);

const crashes: unknown[] = [];
const note = (error: unknown) => crashes.push(error);
process.on('uncaughtException', note).on('unhandledRejection', note);

/** A time-out, so that a failure does not hang the test. */
const never = (ms: number) =>
  new Promise<string>((resolve) => setTimeout(resolve, ms, 'never ended').unref());

function begin(path: OutboundPath, kind: BadPeerKind): Exchange {
  const peer = new BadPeer(kind);
  const exchange = async () => {
    const url = await peer.listen();
    const begun = performance.now();
    const said = await Promise.race([path.ask(url), never(path.boundMs + SLACK_MS)]);
    return { said, tookMs: performance.now() - begun };
  };
  const outcome = exchange();
  outcome.catch(() => undefined);
  return { path, kind, peer, outcome };
}

/** What every path meets; the delivery of a webhook, whose exchange most paths share, meets all kinds. */
const OF_EVERY_PATH = ['never answers', 'switches protocols and floods', 'has a body without end'];

const applies = (path: OutboundPath, { name }: BadPeerKind) =>
  path.name === 'the delivery of a webhook' || OF_EVERY_PATH.includes(name);

const exchanges = OUTBOUND_PATHS.flatMap((path) =>
  BAD_PEER_KINDS.filter((kind) => applies(path, kind)).map((kind) => begin(path, kind)),
);

afterAll(async () => {
  clearInterval(sampling);
  await Promise.all(exchanges.map(({ peer }) => peer.close()));
  process.off('uncaughtException', note).off('unhandledRejection', note);
});

describe.each(OUTBOUND_PATHS)('$name ends in time when the peer', (path) => {
  const own = exchanges.filter((exchange) => exchange.path === path);

  it.each(own.map((exchange) => ({ ...exchange, title: exchange.kind.name })))('$title', async ({
    kind,
    peer,
    outcome,
  }) => {
    const { said, tookMs } = await outcome;

    expect(said).toBe(path.expected?.(kind) ?? 'failed');
    expect(tookMs).toBeLessThan(path.boundMs + SLACK_MS);
    expect(peer.requests).toBeLessThanOrEqual(path.requests);
    expect(peer.bytesWritten).toBeLessThan((path.maxBytes ?? MAX_BYTES) * path.requests);
  }, 200_000);
});

describe('after all exchanges', () => {
  it('no connection is open', async () => {
    await Promise.all(exchanges.map(({ outcome }) => outcome));

    await until('the connections to be closed', () => {
      const open = exchanges.filter(({ peer }) => peer.open > 0);
      return open.length === 0 || { waitingFor: open.map(({ path, kind }) => `${path.name}: ${kind.name}`) };
    });
  }, 200_000);

  it('memory use stayed bounded', () => {
    // Five recordings of 60 MB, each held twice, may be under way at once.
    expect(mostMemory).toBeLessThan(640 * 2 ** 20);
  });

  it('nothing has thrown an uncaught error', () => {
    expect(crashes).toEqual([]);
  });
});
