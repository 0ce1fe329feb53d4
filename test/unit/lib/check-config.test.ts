import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../lib/config/check-config.ts';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { production } from '../../../lib/config/production.ts';
import { staging } from '../../../lib/config/staging.ts';

const withTelephony = (telephony: Partial<EnvironmentConfig['telephony']>) => ({
  ...staging,
  telephony: { ...staging.telephony, ...telephony },
});
const withBudgets = (budgets: Partial<EnvironmentConfig['budgets']>) => ({
  ...staging,
  budgets: { ...staging.budgets, ...budgets },
});
const withCalls = (calls: Partial<EnvironmentConfig['calls']>) => ({
  ...staging,
  calls: { ...staging.calls, ...calls },
});
const withWebhooks = (webhooks: Partial<EnvironmentConfig['webhooks']>) => ({
  ...staging,
  webhooks: { ...staging.webhooks, ...webhooks },
});

const withModels = (llm_vendor_b: readonly string[]) => ({
  ...staging,
  languageModel: { ...staging.languageModel, platformModels: { llm_vendor_a: [], llm_vendor_b } },
});

describe('a configuration', () => {
  it.each([staging, production])('of an environment that is deployed works: $name', (config) => {
    expect(() => checkConfig(config)).not.toThrow();
  });

  it.each([
    ['throttle.rate', { ...staging, throttle: { rate: 10_001, burst: 5000 } }],
    ['callbackThrottle.burst', { ...staging, callbackThrottle: { rate: 100, burst: 5001 } }],
    ['budgets.token.rate', withBudgets({ token: { rate: 0, burst: 10 } })],
    ['budgets.token.burst', withBudgets({ token: { rate: 10, burst: 9 } })],
    ['budgets.user.rate', withBudgets({ user: { rate: 4001, burst: 5000 } })],
    ['budgets.user.burst', withBudgets({ user: { rate: 10, burst: 51 } })],
    [
      'webAcl.apiPerToken',
      { ...staging, webAcl: { apiPerAddress: 24_000, apiPerToken: 5_999, callbacksPerAddress: 6_000 } },
    ],
    ['concurrency.turns', { ...staging, concurrency: { account: 1000, turns: 0, callSteps: 1 } }],
    ['concurrency.account', { ...staging, concurrency: { account: 999, turns: 400, callSteps: 100 } }],
    ['relayThrottle.rate', { ...staging, relayThrottle: { rate: 10_001, burst: 5000 } }],
    ['relayThrottle.rate', { ...staging, relayThrottle: { rate: 0, burst: 5000 } }],
    ['relayThrottle.burst', { ...staging, relayThrottle: { rate: 100, burst: 0 } }],
    ['relayThrottle.burst', { ...staging, relayThrottle: { rate: 100, burst: 5001 } }],
    ['telephony.maxCallSeconds', withTelephony({ maxCallSeconds: 14_401 })],
    ['telephony.maxCallSeconds', withTelephony({ maxCallSeconds: 60 })],
    ['telephony.ringSeconds', withTelephony({ ringSeconds: 4 })],
    ['telephony.dialConcurrency', withTelephony({ dialConcurrency: 1 })],
    ['telephony.failedChecksPerMinute', withTelephony({ failedChecksPerMinute: 0 })],
    ['calls.concurrentPerUser', withCalls({ concurrentPerUser: 0 })],
    ['calls.concurrentPerUser', withCalls({ concurrentPerUser: 1.5 })],
    ['calls.maxSilenceSeconds', withCalls({ maxSilenceSeconds: 4 })],
    ['calls.maxMenuSilenceSeconds', withCalls({ maxMenuSilenceSeconds: 600 })],
    ['calls.perSecondPerAccount', withCalls({ perSecondPerAccount: 0 })],
    ['calls.perSecondPerAccount', withCalls({ perSecondPerAccount: Number.NaN })],
    ['webhooks.retrySeconds', withWebhooks({ retrySeconds: [5, 0] })],
    ['webhooks.retrySeconds', withWebhooks({ retrySeconds: Array(21).fill(1) })],
    ['webhooks.disableAfterHours', withWebhooks({ disableAfterHours: 0 })],
    ['quotas.numbers', { ...staging, quotas: { ...staging.quotas, numbers: -1 } }],
    ['quotas.model_tokens', { ...staging, quotas: { ...staging.quotas, model_tokens: 0.5 } }],
    ['webhooks.concurrency', withWebhooks({ concurrency: 1 })],
    ['languageModel.platformModels', withModels([''])],
    ['languageModel.platformModels', withModels(Array(21).fill('model'))],
    ['webhooks.concurrencyPerUser', withWebhooks({ concurrencyPerUser: 0 })],
    [
      'webhooks.requestsPerUser',
      withWebhooks({ requestsPerUser: { testsPerMinute: 0, retriesPerMinute: 1, replaysAtOnce: 1 } }),
    ],
    ['webhooks.concurrencyPerUser', withWebhooks({ concurrency: 20, concurrencyPerUser: 11 })],
  ])('with a fault is refused, naming it: %s', (value, config) => {
    expect(() => checkConfig(config)).toThrow(`The configuration of staging cannot work: ${value} must`);
  });

  it('may leave a quota without a limit', () => {
    const config = { ...staging, quotas: { ...staging.quotas, agents: null } };

    expect(() => checkConfig(config)).not.toThrow();
  });

  it('reports all of its faults', () => {
    const config = {
      ...withTelephony({ ringSeconds: 601 }),
      calls: withCalls({ concurrentPerUser: -1 }).calls,
    };

    expect(() => checkConfig(config)).toThrow(/ringSeconds.*concurrentPerUser/);
  });
});
