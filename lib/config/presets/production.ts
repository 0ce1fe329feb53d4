import type { Preset } from '../preset.ts';
import { shared } from './shared.ts';

/** For an environment that people rely on: its data is protected, and new versions take over step by step. */
export const production: Preset = {
  ...shared,
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
  alarmThresholds: {
    'turns-slow': 1500,
    'turns-very-slow': 4000,
    'frames-failing': 0.02,
    'calls-in-error': 0.05,
    'callbacks-failed': 0.01,
    'callbacks-refused': 0.1,
    'models-failing': 0.1,
    'telephony-failing': 0.1,
    'functions-throttled': 10,
    'concurrency-high': 0.8,
    'table-throttled': 10,
    'api-failing': 0.01,
    'api-slow': 5000,
    'stream-late': 60,
    'queues-late': 300,
    'deliveries-late': 60,
    'reconciliation-late': 600,
    'recursion-stopped': 0,
    'secrets-old': 365,
    'certificates-expiring': 30,
  },
  budget: { usdAMonth: 200 },
  throttle: { rate: 2000, burst: 64 },
  // Once and twice what a user may in a minute: this stops floods, and the limit of a user refuses smaller excesses.
  webAcl: { apiPerAddress: 24_000, apiPerToken: 12_000, callbacksPerAddress: 60_000, managedRules: 'count' },
  relayThrottle: { rate: 4000, burst: 4000 },
  // For 1,500 simultaneous conversations: docs/scale.md.
  warmThroughput: { writes: 8000, reads: 12_000 },
  concurrency: { account: 1000, turns: 440, callSteps: 16, reports: 6 },
  consumers: { silenceChecks: 30, background: 14 },
  telephony: { ...shared.telephony, dialConcurrency: 5 },
  recordings: { enabled: true, days: 365, versionDays: 14 },
  quotas: { ...shared.quotas, numbers: 100, number_purchases: 100 },
  webhooks: { ...shared.webhooks, concurrency: 40 },
};
