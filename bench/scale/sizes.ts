import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { production } from '../../lib/config/production.ts';
import type { Quotas } from './deployment.ts';

/** An account and a configuration. */
export interface Size {
  /** Simultaneous conversations that it is made for, at most. */
  readonly upTo: number;
  readonly quotas: Quotas;
  readonly config: EnvironmentConfig;
}

/** What AWS gives an account. A new account may have less concurrency. */
const DEFAULT_QUOTAS: Quotas = {
  lambdaConcurrency: 1000,
  environmentsPerTenSeconds: 1000,
  gatewayRate: 10_000,
  gatewayBurst: 5000,
  events: 10_000,
};

/** The production configuration, in an account with AWS's defaults. */
export const DEFAULT_SIZE: Size = { upTo: 1500, quotas: DEFAULT_QUOTAS, config: production };

/** What to ask of AWS, and what to configure, the smallest size first. */
export const SIZES: readonly Size[] = [
  DEFAULT_SIZE,
  {
    upTo: 5000,
    quotas: { ...DEFAULT_QUOTAS, lambdaConcurrency: 5000 },
    config: {
      ...production,
      throttle: { rate: 4000, burst: 1000 },
      relayThrottle: { rate: 5000, burst: 5000 },
      warmThroughput: { writes: 24_000, reads: 20_000 },
      concurrency: { account: 5000, turns: 1800, callSteps: 80, reports: 20 },
      consumers: { silenceChecks: 200, background: 60 },
      telephony: { ...production.telephony, dialConcurrency: 50 },
      webhooks: { ...production.webhooks, concurrency: 300 },
    },
  },
  {
    upTo: 10_000,
    quotas: { ...DEFAULT_QUOTAS, lambdaConcurrency: 10_000, gatewayRate: 25_000 },
    config: {
      ...production,
      throttle: { rate: 6000, burst: 2000 },
      relayThrottle: { rate: 9000, burst: 5000 },
      warmThroughput: { writes: 40_000, reads: 40_000 },
      concurrency: { account: 10_000, turns: 3600, callSteps: 160, reports: 40 },
      consumers: { silenceChecks: 400, background: 120 },
      telephony: { ...production.telephony, dialConcurrency: 100 },
      webhooks: { ...production.webhooks, concurrency: 600 },
    },
  },
];

/** The smallest size that is made for this many conversations. */
export function recommendedSize(conversations: number): Size {
  const size = SIZES.find(({ upTo }) => upTo >= conversations);
  if (!size) throw new Error(`No size is made for ${conversations} conversations.`);
  return size;
}
