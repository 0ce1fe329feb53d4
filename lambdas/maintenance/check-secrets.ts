import { ListSecretVersionIdsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { systemClock } from '../platform/clock.ts';
import type { Grant } from '../platform/grants.ts';
import { logger } from '../platform/logger.ts';
import { emitMetrics } from '../platform/metrics/emit.ts';
import {
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';

/** The key of callbacks is not among them: it never changes, because addresses are derived from it. */
const SECRETS = {
  telephony: TELEPHONY_SECRET_ARN,
  llm: LLM_SECRET_ARN,
  'llm-vendor-b': LLM_VENDOR_B_SECRET_ARN,
} as const;

const secretVersions: Grant = { to: 'secretVersions', variables: Object.values(SECRETS) };

const DAY_SECONDS = 86_400;

export const checkSecretsWorker = defineWorker({
  stack: 'Calls',
  id: 'CheckSecrets',
  description: 'Measures the age of the vendors’ secrets',
  trigger: {
    by: 'clock',
    // Lambda keeps a request for at most six hours.
    minutes: 360,
    deadLetters: {
      id: 'CheckSecretsDeadLetters',
      impact: 'Outdated vendor secrets go unnoticed.',
      section: 'check-secrets',
    },
  },
  grants: [secretVersions],
  handlesCalls: false,
});

const client = new SecretsManagerClient({});

async function handle(): Promise<void> {
  const seconds: number[] = [];
  for (const [secret, arn] of Object.entries(SECRETS)) {
    const changedAt = await presentSince(readVariable(arn));
    if (!changedAt) continue;
    const age = (systemClock().getTime() - changedAt.getTime()) / 1000;
    logger.info('Measured the age of a secret.', { secret, days: Math.floor(age / DAY_SECONDS) });
    seconds.push(age);
  }
  emitMetrics({ SecretAge: seconds });
}

async function presentSince(SecretId: string): Promise<Date | undefined> {
  const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
  return Versions.find(({ VersionStages = [] }) => VersionStages.includes('AWSCURRENT'))?.CreatedDate;
}

export const handler = workerHandler(checkSecretsWorker, handle);
