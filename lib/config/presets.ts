import { LIST_PRICES } from '../../lambdas/usage/model/prices.ts';
import { QUOTA_DEFAULTS } from '../../lambdas/usage/model/quotas.ts';
import { ALARM_THRESHOLDS } from './alarm-thresholds.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** A part of a configuration. `undefined` removes an optional value. */
type Overrides<Values> = {
  readonly [Key in keyof Values]?: Values[Key] extends readonly unknown[]
    ? Values[Key]
    : Overrides<Values[Key]> | (object extends Pick<Values, Key> ? undefined : never);
};

/** An environment's settings without those that identify it. */
export type Preset = Overrides<Omit<EnvironmentConfig, 'name' | 'region' | 'account'>>;

/** What the presets share, besides the defaults that nouns declare (`settings.ts` in `lambdas/`). */
export const shared: Preset = {
  logLevel: 'INFO',
  metrics: true,
  tracing: true,
  userIdsInLogs: 'plain',
  dashboard: true,
  callbackThrottle: { rate: 5000, burst: 5000 },
  telephony: {
    dialConcurrency: 2,
    outage: 'We are sorry: a technical problem keeps us from talking to you now. Goodbye.',
  },
  quotas: QUOTA_DEFAULTS,
  prices: LIST_PRICES,
  webhooks: { concurrency: 20 },
  languageModel: {
    platformModels: {
      llm_vendor_a: ['gpt-4.1-nano', 'gpt-4o-mini'],
      llm_vendor_b: ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
    },
    bedrock: { models: ['us.amazon.nova-micro-v1:0', 'us.amazon.nova-lite-v1:0'] },
  },
};

/** For an environment that can be deleted at any time. */
const staging: Preset = {
  protectData: false,
  logRetentionDays: 14,
  eventArchiveDays: 7,
  alarms: false,
  alarmThresholds: {},
  throttle: { rate: 2000, burst: 460 },
  relayThrottle: { rate: 500, burst: 1000 },
  law: { mode: 'warn' },
  consumers: { silenceChecks: 50, background: 20 },
};

/** For an environment that people rely on: its data is protected, and new versions take over step by step. */
const production: Preset = {
  protectData: true,
  backup: { days: 14 },
  rollout: {
    conversations: 'Canary10Percent30Minutes',
    callbacks: 'Canary10Percent30Minutes',
    authorizer: 'Canary10Percent15Minutes',
    deliveries: 'Linear10PercentEvery1Minute',
  },
  logRetentionDays: 90,
  eventArchiveDays: 30,
  alarms: true,
  alarmThresholds: ALARM_THRESHOLDS,
  budget: { usdAMonth: 200 },
  throttle: { rate: 2000, burst: 60 },
  // Once and twice what a user may send in a minute: this stops floods; the rate limit per user handles smaller
  // excesses.
  webAcl: { apiPerAddress: 24_000, apiPerToken: 12_000, callbacksPerAddress: 60_000, managedRules: 'count' },
  relayThrottle: { rate: 4000, burst: 4000 },
  concurrency: { account: 1000, turns: 440, callSteps: 16, reports: 6 },
  consumers: { silenceChecks: 30, background: 14 },
  telephony: { dialConcurrency: 5 },
  law: { mode: 'enforce' },
  recordings: { days: 365, versionDays: 14 },
  quotas: { numbers: 100, number_purchases: 100 },
  webhooks: { concurrency: 40 },
};

export const presets = { staging, production };
