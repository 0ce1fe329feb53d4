import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../support/api.ts';
import { BadPeer } from '../support/bad-peer.ts';
import { BAD_PEER_KINDS, type BadPeerKind } from '../support/bad-peer-kinds.ts';
import { OUTBOUND_PATHS, type OutboundPath } from '../support/outbound-paths.ts';

/** Exchanges that go on at once: most of them only wait. */
const AT_ONCE = 120;
/** Others have the processor, too; milliseconds. */
const SLACK_MS = 8_000;
const MAX_BYTES = 6 * 2 ** 20;

interface Exchange {
  readonly path: OutboundPath;
  readonly kind: BadPeerKind;
  readonly peer: BadPeer;
  readonly outcome: Promise<{ readonly said: string; readonly tookMs: number }>;
}

const waiting: (() => void)[] = [];
let going = 0;

/** Runs no more than so many at once. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (going >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  going += 1;
  try {
    return await run();
  } finally {
    going -= 1;
    waiting.shift()?.();
  }
}

/** Most memory outside of the heap that was in use at a time, in bytes. */
let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage().arrayBuffers);
}, 50);

const crashes: unknown[] = [];
const note = (error: unknown) => crashes.push(error);
process.on('uncaughtException', note).on('unhandledRejection', note);

/** What must not happen for ever in a test either. */
const never = (ms: number) =>
  new Promise<string>((resolve) => setTimeout(resolve, ms, 'never settled').unref());

function begin(path: OutboundPath, kind: BadPeerKind): Exchange {
  const peer = new BadPeer(kind);
  const outcome = inTurn(async () => {
    const url = await peer.listen();
    const begun = performance.now();
    const said = await Promise.race([path.ask(url), never(path.boundMs + SLACK_MS)]);
    return { said, tookMs: performance.now() - begun };
  });
  outcome.catch(() => undefined);
  return { path, kind, peer, outcome };
}

/** An index is asked over the protocol of the control plane, which is plain here. */
const applies = (path: OutboundPath, { scheme }: BadPeerKind) =>
  !(scheme === 'https' && path.name.startsWith('an index'));

// Those that wait the longest begin first.
const exchanges = [...OUTBOUND_PATHS]
  .sort((a, b) => b.boundMs - a.boundMs)
  .flatMap((path) => BAD_PEER_KINDS.filter((kind) => applies(path, kind)).map((kind) => begin(path, kind)));

afterAll(async () => {
  clearInterval(sampling);
  await Promise.all(exchanges.map(({ peer }) => peer.close()));
  process.off('uncaughtException', note).off('unhandledRejection', note);
});

it('knows at least 25 kinds of bad peers', () => {
  expect(new Set(BAD_PEER_KINDS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25);
});

describe.each(OUTBOUND_PATHS)('$name settles in its time when the peer', (path) => {
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
    if (!(path.isPatient && kind.isBeside))
      expect(peer.bytesWritten).toBeLessThan((path.maxBytes ?? MAX_BYTES) * path.requests);
  }, 200_000);
});

describe('after all of it', () => {
  it('no connection is left open', async () => {
    await Promise.all(exchanges.map(({ outcome }) => outcome));

    await until('the connections to be closed', () => {
      const open = exchanges.filter(({ peer }) => peer.open > 0);
      return open.length === 0 || { waitingFor: open.map(({ path, kind }) => `${path.name}: ${kind.name}`) };
    });
  }, 200_000);

  it('no memory was filled with what they sent', () => {
    // Five recordings of 60 MB, each held twice, may be on their way at once.
    expect(mostMemory).toBeLessThan(640 * 2 ** 20);
  });

  it('nothing has thrown past its caller', () => {
    expect(crashes).toEqual([]);
  });
});
