import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../lib/config/check-config.ts';
import { executionsOf } from '../../../lib/config/concurrency.ts';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { production } from '../../../lib/config/production.ts';
import { staging } from '../../../lib/config/staging.ts';

const withTelephony = (telephony: Partial<EnvironmentConfig['telephony']>) => ({
  ...staging,
  telephony: { ...staging.telephony, ...telephony },
});
const withRequestLimit = (rate: number, burst: number) => ({ ...staging, requestLimit: { rate, burst } });

const withCalls = (calls: Partial<EnvironmentConfig['calls']>) => ({
  ...staging,
  calls: { ...staging.calls, ...calls },
});
const withWebhooks = (webhooks: Partial<EnvironmentConfig['webhooks']>) => ({
  ...staging,
  webhooks: { ...staging.webhooks, ...webhooks },
});

const withConcurrency = (concurrency: Partial<NonNullable<EnvironmentConfig['concurrency']>>) => ({
  ...staging,
  concurrency: { account: 1000, turns: 100, callSteps: 12, reports: 8, ...concurrency },
});

const withBackup = (backup: object) => ({
  ...staging,
  recordings: { ...staging.recordings, versionDays: 14 },
  backup: { days: 35, ...backup },
});

const withModels = (llm_vendor_b: readonly string[]) => ({
  ...staging,
  languageModel: { ...staging.languageModel, platformModels: { llm_vendor_a: [], llm_vendor_b } },
});

const withBedrock = (bedrock: object) => ({
  ...staging,
  languageModel: {
    ...staging.languageModel,
    bedrock: { models: ['us.amazon.nova-lite-v1:0'], ...bedrock },
  },
});

/** What is wrong with a configuration, or nothing. */
function faultOf(config: EnvironmentConfig): string {
  try {
    checkConfig(config);
    return '';
  } catch (error) {
    return error instanceof Error && error.constructor === Error ? error.message : String(error);
  }
}

describe('a configuration', () => {
  it.each([staging, production])('of a deployed environment is valid: $name', (config) => {
    expect(() => checkConfig(config)).not.toThrow();
  });

  it.each([
    ['alarmThresholds.api-slow', { ...staging, alarmThresholds: { 'api-slow': -1 } }],
    // A name with a slip: its alarm would not exist.
    ['alarmThresholds.api-slw', { ...staging, alarmThresholds: { 'api-slw': 1 } as object }],
    [
      'alarmAddresses[1]',
      { ...staging, alarms: true, alarmAddresses: ['night@example.com', 'night at example.com'] },
    ],
    ['alarmAddresses[0]', { ...staging, alarms: true, alarmAddresses: ['http://pager.example.com'] }],
    ['alarmAddresses', { ...staging, alarmAddresses: ['night@example.com'] }],
    ['metrics', { ...staging, metrics: false }],
    ['metrics', { ...staging, metrics: false, dashboard: false, alarmThresholds: { 'api-slow': 1 } }],
    ['budget.usdAMonth', { ...staging, budget: { usdAMonth: 0 } }],
    [
      'rollout.callbacks',
      {
        ...staging,
        rollout: {
          conversations: 'AtOnce' as const,
          // Node.js does not check types.
          callbacks: 'Canary20Percent1Minute' as 'AtOnce',
          deliveries: 'AtOnce' as const,
        },
      },
    ],
    [
      'rollout',
      {
        ...staging,
        pipeline: { repository: 'owner/name' },
        rollout: {
          conversations: 'Linear10PercentEvery10Minutes' as const,
          callbacks: 'AtOnce' as const,
          deliveries: 'Canary10Percent5Minutes' as const,
        },
      },
    ],
    ['throttle.rate', { ...staging, throttle: { rate: 10_001, burst: 5000 } }],
    ['callbackThrottle.burst', { ...staging, callbackThrottle: { rate: 100, burst: 5001 } }],
    ['requestLimit.rate', withRequestLimit(4001, 5000)],
    ['requestLimit.burst', withRequestLimit(10, 9)],
    ['requestLimit.burst', withRequestLimit(10, 51)],
    [
      'webAcl.apiPerToken',
      { ...staging, webAcl: { apiPerAddress: 24_000, apiPerToken: 5_999, callbacksPerAddress: 6_000 } },
    ],
    ['backup', { ...staging, backup: { days: 35 } }],
    ['backup.days', withBackup({ days: 6 })],
    ['backup.copyTo.vaultArn', withBackup({ copyTo: { vaultArn: 'copies', days: 35 } })],
    [
      'backup.copyTo.days',
      withBackup({
        copyTo: { vaultArn: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies', days: 1 },
      }),
    ],
    ['recordings.versionDays', { ...staging, recordings: { ...staging.recordings, versionDays: 0 } }],
    ['tags', { ...staging, tags: { project: 'another' } }],
    ['tags', { ...staging, tags: { 'aws:cost': '1' } }],
    ['tags', { ...staging, tags: { team: 'a & b' } }],
    ['tags', { ...staging, tags: { team: 'x'.repeat(257) } }],
    ['consumers.silenceChecks', { ...staging, consumers: { silenceChecks: 1, background: 2 } }],
    ['consumers.background', { ...staging, consumers: { silenceChecks: 2, background: 1001 } }],
    [
      'throttle',
      {
        ...staging,
        throttle: { rate: 1500, burst: 500 },
        concurrency: { account: 1000, turns: 300, callSteps: 30, reports: 8 },
      },
    ],
    ['warmThroughput.writes', { ...staging, warmThroughput: { writes: 3999, reads: 12_000 } }],
    ['warmThroughput.reads', { ...staging, warmThroughput: { writes: 4000, reads: 40_001 } }],
    ['concurrency.turns', withConcurrency({ turns: 0 })],
    ['concurrency.callSteps', withConcurrency({ callSteps: 0 })],
    ['concurrency.reports', withConcurrency({ reports: 0 })],
    ['concurrency.account', withConcurrency({ turns: 400, callSteps: 54 })],
    // The reservations alone leave room for what the throttle permits.
    ['throttle', withConcurrency({ reports: 13 })],
    ['relayThrottle.rate', { ...staging, relayThrottle: { rate: 10_001, burst: 5000 } }],
    ['relayThrottle.rate', { ...staging, relayThrottle: { rate: 0, burst: 5000 } }],
    ['relayThrottle.burst', { ...staging, relayThrottle: { rate: 100, burst: 0 } }],
    ['relayThrottle.burst', { ...staging, relayThrottle: { rate: 100, burst: 5001 } }],
    ['pipeline.repository', { ...staging, pipeline: { repository: 'owner/*' } }],
    ['pipeline.repository', { ...staging, pipeline: { repository: 'owner' } }],
    ['telephony.maxCallSeconds', withTelephony({ maxCallSeconds: 14_401 })],
    ['telephony.maxCallSeconds', withTelephony({ maxCallSeconds: 60 })],
    ['telephony.ringSeconds', withTelephony({ ringSeconds: 4 })],
    ['telephony.dialConcurrency', withTelephony({ dialConcurrency: 1 })],
    [
      'telephony.numberSearchesPerMinute.ofUser',
      withTelephony({ numberSearchesPerMinute: { ofUser: 0, ofPlatform: 1 } }),
    ],
    ['telephony.failedChecksPerMinute', withTelephony({ failedChecksPerMinute: 0 })],
    ['calls.concurrentPerUser', withCalls({ concurrentPerUser: 0 })],
    ['calls.concurrentPerUser', withCalls({ concurrentPerUser: 1.5 })],
    ['calls.maxSilenceSeconds', withCalls({ maxSilenceSeconds: 4 })],
    ['calls.maxMenuSilenceSeconds', withCalls({ maxMenuSilenceSeconds: 600 })],
    ['calls.analysesPerMinute', withCalls({ analysesPerMinute: 0 })],
    ['calls.rehearsalsPerUser', withCalls({ rehearsalsPerUser: { perHour: 0, turnsAtOnce: 1 } })],
    ['calls.rehearsalsPerUser', withCalls({ rehearsalsPerUser: { perHour: 201, turnsAtOnce: 1 } })],
    ['calls.perSecondPerAccount', withCalls({ perSecondPerAccount: 0 })],
    ['calls.perSecondPerAccount', withCalls({ perSecondPerAccount: Number.NaN })],
    ['webhooks.retrySeconds', withWebhooks({ retrySeconds: [5, 0] })],
    ['webhooks.retrySeconds', withWebhooks({ retrySeconds: Array(21).fill(1) })],
    ['webhooks.disableAfterHours', withWebhooks({ disableAfterHours: 0 })],
    ['quotas.numbers', { ...staging, quotas: { ...staging.quotas, numbers: -1 } }],
    ['quotas.model_tokens', { ...staging, quotas: { ...staging.quotas, model_tokens: 0.5 } }],
    ['webhooks.concurrency', withWebhooks({ concurrency: 1 })],
    ['languageModel.platformModels', withModels([''])],
    ['languageModel.bedrock.models', withBedrock({ models: ['us.amazon.*'] })],
    [
      'languageModel.bedrock.models',
      withBedrock({ models: ['arn:aws:bedrock:us-east-1::foundation-model/*'] }),
    ],
    ['languageModel.bedrock.models', withBedrock({ models: ['nova'] })],
    ['languageModel.bedrock.usualModel', withBedrock({ usualModel: 'us.amazon.nova-pro-v1:0' })],
    ['languageModel.bedrock.region', withBedrock({ region: '*' })],
    [
      'languageModel.models',
      { ...staging, languageModel: { ...staging.languageModel, models: { tiny: { window: 10 } } } },
    ],
    ['languageModel.platformModels', withModels(Array(21).fill('model'))],
    [
      'webhooks.requestsPerUser',
      withWebhooks({ requestsPerUser: { testsPerMinute: 0, retriesPerMinute: 1, replaysAtOnce: 1 } }),
    ],
  ])('with a fault is refused, naming it: %s', (value, config) => {
    const message = faultOf(config);

    expect(message).toMatch(/^[^\n]+\.$/);
    expect(message.startsWith(`The configuration of staging cannot work: ${value} must`)).toBe(true);
    expect(message, 'one sentence').not.toMatch(/[.!?]\s+\p{Lu}/u);
  });

  it('of production has executions for all schedules without a reservation', () => {
    // Two functions read eight shards each.
    expect(executionsOf(production).inBackground).toBe(2 * 8 + 1);
  });

  it.each(['api', 'callbacks', 'relay'] as const)('names what the domain of %s lacks', (each) => {
    const hostedZone = { id: 'Z1', name: 'example.com' };
    // Node.js does not check types.
    const withDomain = (domain: object) =>
      ({ ...staging, domains: { hostedZone, [each]: domain } }) as unknown as EnvironmentConfig;
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/one';

    expect(faultOf(withDomain({ name: 'calls.example.com' }))).toBe(
      `The configuration of staging cannot work: domains.${each}.certificateArn must be the ARN of a certificate in us-east-1.`,
    );
    expect(faultOf(withDomain({ certificateArn }))).toBe(
      `The configuration of staging cannot work: domains.${each}.name must be a host name in lower case, such as api.example.com.`,
    );
    expect(faultOf(withDomain({}))).toMatch(/name must .*; domains\.\w+\.certificateArn must [^.]*\.$/);
  });

  it('reports all of its faults', () => {
    const config = {
      ...withTelephony({ ringSeconds: 601 }),
      calls: withCalls({ concurrentPerUser: -1 }).calls,
    };

    expect(() => checkConfig(config)).toThrow(/ringSeconds.*concurrentPerUser/);
  });
});
