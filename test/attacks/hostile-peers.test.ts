import { afterAll, describe, expect, it } from 'vitest';
import { BadPeer } from '../support/peers/bad-peer.ts';
import { BAD_PEER_KINDS, type BadPeerKind } from '../support/peers/bad-peer-kinds.ts';
import { OUTBOUND_PATHS, type OutboundPath } from '../support/peers/outbound-paths.ts';
import { until } from '../support/service/api.ts';

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
