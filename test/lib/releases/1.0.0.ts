import { defineEnvironment } from '../../../lib/config/define-environment.ts';

/** What an operator of 1.0.0 may have in `environments/`: settings of each group. Never change it: see the test beside. */
export default defineEnvironment({
  name: 'production-eu',
  account: '111122223333',
  region: 'eu-central-1',
  preset: 'production',
  pipeline: { repository: 'owner/name' },
  domains: {
    api: {
      name: 'api.example.com',
      certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/api',
      inUse: false,
    },
    hostedZone: { id: 'Z1', name: 'example.com' },
  },
  backup: {
    days: 35,
    copyTo: { vaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:copies', days: 90 },
    locked: true,
  },
  rollout: { callbacks: 'Linear10PercentEvery1Minute' },
  tags: { team: 'calls' },
  logRetentionDays: 30,
  userIdsInLogs: 'hashed',
  alarmAddresses: ['calls@example.com'],
  alarmThresholds: { 'turns-slow': 2000, 'secrets-old': undefined },
  budget: { usdAMonth: 1000 },
  throttle: { burst: 32 },
  requestLimit: { rate: 100, burst: 200 },
  webAcl: { managedRules: 'block' },
  warmThroughput: { writes: 8000, reads: 12_000 },
  concurrency: { account: 2000, turns: 800, provisionedTurns: 5 },
  consumers: { background: 20 },
  telephony: { ringSeconds: 40, maxCallSeconds: 1800, refusal: 'Please call later.' },
  recordings: { days: 30, versionDays: 7 },
  calls: { concurrentPerUser: 50, perSecondPerAccount: 5 },
  quotas: { agents: 50, call_minutes: null },
  webhooks: { retrySeconds: [5, 60, 600] },
  languageModel: {
    bedrock: { models: ['eu.amazon.nova-lite-v1:0'], usualModel: 'eu.amazon.nova-lite-v1:0' },
    models: { 'gpt-4.1-mini': { window: 100_000 } },
  },
  outboundAllowedNetworks: ['10.0.0.0/8'],
});
