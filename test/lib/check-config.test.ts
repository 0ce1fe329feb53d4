import { App, Stage } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../lib/config/check-config.ts';
import { executionsOf } from '../../lib/config/concurrency.ts';
import { ConfigurationError } from '../../lib/config/configuration-error.ts';
import { defineEnvironment } from '../../lib/config/define-environment.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { PhoneCallAgents, type PhoneCallAgentsProps } from '../../lib/phone-call-agents.ts';
import production from '../support/environments/production.ts';
import staging from '../support/environments/staging.ts';

/** The configuration of staging with other settings, of which Node.js does not check the types. */
const changed = (settings: object) =>
  defineEnvironment({ name: 'staging', region: 'us-east-1', preset: 'staging', ...settings });

const withConcurrency = (concurrency: object) =>
  changed({ concurrency: { account: 1000, turns: 100, callSteps: 12, reports: 8, ...concurrency } });

const withBedrock = (models: string[]) => changed({ languageModel: { bedrock: { models } } });

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/one';
const withDomain = (each: 'api' | 'relay', domain: object) =>
  changed({ domains: { hostedZone: { id: 'Z1', name: 'example.com' }, [each]: domain } });

/** What is wrong with a configuration, or nothing. */
function faultOf(config: EnvironmentConfig): string {
  try {
    checkConfig(config);
    return '';
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : String(error);
  }
}

describe('a configuration', () => {
  it.each([staging, production])('of a deployed environment is valid: $name', (config) => {
    expect(() => checkConfig(config)).not.toThrow();
  });

  it.each([
    ['name', changed({ name: 'Pro duction' })],
    ['region', changed({ region: 'eu-mars-1' })],
    ['account', changed({ account: '1111-2222-3333' })],
    ['account', changed({ protectData: true })],
    ['languageModel.bedrock.models', changed({ region: 'eu-central-1' })],
    // A name with a slip: its alarm would not exist.
    ['alarmThresholds.api-slw', changed({ alarmThresholds: { 'api-slw': 1 } })],
    ['alarmAddresses[0]', changed({ alarms: true, alarmAddresses: ['http://pager.example.com'] })],
    ['metrics', changed({ metrics: false })],
    [
      'rollout',
      changed({
        pipeline: { repository: 'owner/name' },
        rollout: {
          conversations: 'Linear10PercentEvery3Minutes',
          callbacks: 'AtOnce',
          authorizer: 'Canary10Percent30Minutes',
          deliveries: 'Canary10Percent5Minutes',
        },
      }),
    ],
    ['requestLimit.burst', changed({ requestLimit: { rate: 10, burst: 9 } })],
    ['backup', changed({ backup: { days: 35 } })],
    [
      'backup.copyTo.vaultArn',
      changed({
        recordings: { versionDays: 14 },
        backup: { days: 35, copyTo: { vaultArn: 'copies', days: 35 } },
      }),
    ],
    ['tags', changed({ tags: { project: 'another' } })],
    ['concurrency.account', withConcurrency({ turns: 400, callSteps: 54 })],
    ['concurrency.provisionedTurns', withConcurrency({ provisionedTurns: 50 })],
    [
      'concurrency.provisionedTurns',
      { ...withConcurrency({ provisionedTurns: 51 }), rollout: production.rollout! },
    ],
    // The reservations alone leave room for what the throttle permits.
    ['throttle', withConcurrency({ reports: 13 })],
    ['pipeline.repository', changed({ pipeline: { repository: 'owner/*' } })],
    ['telephony.maxCallSeconds', changed({ telephony: { maxCallSeconds: 14_401 } })],
    ['telephony.speechBackups', changed({ telephony: { speechBackups: { en: { voice: 'Joanna' } } } })],
    ['telephony.speechBackups', changed({ telephony: { speechBackups: { xx: {} } } })],
    ['calls.concurrentPerUser', changed({ calls: { concurrentPerUser: 1.5 } })],
    ['calls.perSecondPerAccount', changed({ calls: { perSecondPerAccount: Number.NaN } })],
    ['webhooks.retrySeconds', changed({ webhooks: { retrySeconds: [5, 0] } })],
    ['domains.api.certificateArn', withDomain('api', { name: 'calls.example.com' })],
    ['domains.relay.name', withDomain('relay', { certificateArn: CERTIFICATE })],
    ['languageModel.bedrock.models', withBedrock(['us.amazon.*'])],
  ])('with a fault is refused, naming it: %s', (value, config) => {
    const message = faultOf(config);

    expect(message).toMatch(/^[^\n]+\.$/);
    expect(message.startsWith(`The configuration of ${config.name} cannot work: ${value} must`)).toBe(true);
    expect(message, 'one sentence').not.toMatch(/[.!?]\s+\p{Lu}/u);
  });

  it.each<[string, object]>([
    [
      'telephony.ringSecond must have the name of a setting, perhaps ringSeconds',
      { telephony: { ringSecond: 5 } },
    ],
    ['region must be an AWS region such as us-east-1, not "us-east1"', { region: 'us-east1' }],
  ])('with a mistyped word is refused, with the nearest known one: %s', (sentence, settings) => {
    expect(faultOf(changed(settings))).toBe(`The configuration of staging cannot work: ${sentence}.`);
  });

  it('is its preset with the values that differ', () => {
    const config = defineEnvironment({
      name: 'production-eu',
      region: 'eu-central-1',
      preset: 'production',
      recordings: { days: 30 },
      webhooks: { retrySeconds: [1] },
      webAcl: undefined,
      domains: { hostedZone: undefined },
    });

    expect(config.recordings).toEqual({ ...production.recordings, days: 30 });
    expect(config.webhooks).toEqual({ ...production.webhooks, retrySeconds: [1] });
    expect(config).not.toHaveProperty('webAcl');
    expect(config.domains).toStrictEqual({});
    expect(config.quotas).toEqual(production.quotas);
  });

  it('of production has executions for all schedules without a reservation', () => {
    // Two functions read four shards each, of a table whose throughput was not raised.
    expect(executionsOf(production).inBackground).toBe(2 * 4 + 1);
  });

  it('reports all of its faults', () => {
    const config = changed({ telephony: { ringSeconds: 601 }, calls: { concurrentPerUser: -1 } });

    expect(() => checkConfig(config)).toThrow(/ringSeconds.*concurrentPerUser/);
  });

  it('has a stage whose id the commands know', () => {
    expect(() => new PhoneCallAgents(new App(), 'Other', { config: staging })).toThrow(
      'The id of the environment staging must be Staging, not Other: the commands find its stacks by it.',
    );
    expect(() => new PhoneCallAgents(new Stage(new App(), 'Outer'), 'Staging', { config: staging })).toThrow(
      'The environment staging must be outside the stage Outer: the commands find its stacks by their names.',
    );
  });

  it.each<[unknown]>([
    [undefined],
    [{ config: 'staging' }],
    [null],
  ])('is asked for where the properties are %j', (props) => {
    const make = () => new PhoneCallAgents(new App(), 'Staging', props as PhoneCallAgentsProps);

    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(/must have a configuration: new PhoneCallAgents\(app, 'Staging', \{ config \}\)/);
  });
});
