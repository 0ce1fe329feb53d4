import { decimal, decimals } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

const isWait = (seconds: number) => Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= 86_400;

/**
 * Seconds between attempts to deliver an event, each varied by up to a fifth. The first attempt is immediate; after
 * the attempt that follows the last wait, a delivery is given up. A delivery stores 40 attempts, and its record
 * expires after 30 days.
 */
export const retrySeconds: Setting<readonly number[]> = {
  name: 'RETRY_SECONDS',
  codec: decimals,
  default: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
  check: {
    isRight: (waits) => waits.length <= 20 && waits.every(isWait),
    rule: 'must be at most 20 waits, whole, from 1 to 86400',
  },
};

/** Hours of uninterrupted failure after which a webhook is disabled. */
export const disableAfterHours: Setting<number> = {
  name: 'DISABLE_AFTER_SECONDS',
  codec: {
    decode: (seconds) => decimal.decode(seconds) / 3600,
    encode: (hours) => decimal.encode(hours * 3600),
  },
  default: 120,
  least: 1,
  most: 600,
};

/** Limits on a user's requests: samples and retries a minute, and concurrent replays. */
export const requestsPerUser = {
  testsPerMinute: { name: 'TESTS_PER_MINUTE', codec: decimal, default: 30, least: 1 },
  retriesPerMinute: { name: 'RETRIES_PER_MINUTE', codec: decimal, default: 120, least: 1 },
  replaysAtOnce: { name: 'REPLAYS_AT_ONCE', codec: decimal, default: 3, least: 1 },
} satisfies Readonly<Record<string, Setting<number>>>;
