import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { parseJson } from './parse-json.ts';
import { loadTelephonyAccount, rereadTelephonyAccount } from './secrets.ts';
import { TELEPHONY_SECRET_ARN } from './variables/resources.ts';
import { readVariable } from './variables/variable.ts';

/** Minimum seconds between reads of the secret, so that a flood of wrong signatures causes few. */
const REREAD_SECONDS = 30;

/** The same after a failed read: until one succeeds, a token that was just changed is refused. */
const REREAD_FAILED_SECONDS = 1;

/** Hours after a change of the secret for which the former auth token still verifies signatures. */
const FORMER_HOURS = 24;

let client: SecretsManagerClient | undefined;
let lastRead: Reading | undefined;

interface Reading {
  readonly atMs: number;
  readonly tokens: Promise<readonly string[]>;
  hasFailed: boolean;
}

/** The current auth token and, for a day after a change, the former one: for signatures that the cached one fails. */
export function telephonySigningTokens(now: Date): Promise<readonly string[]> {
  const atMs = now.getTime();
  if (lastRead === undefined || atMs - lastRead.atMs >= secondsAfter(lastRead) * 1000) {
    const reading: Reading = { atMs, tokens: readTokens(now), hasFailed: false };
    reading.tokens.catch(() => {
      reading.hasFailed = true;
    });
    lastRead = reading;
  }
  return lastRead.tokens;
}

const secondsAfter = ({ hasFailed }: Reading) => (hasFailed ? REREAD_FAILED_SECONDS : REREAD_SECONDS);

async function readTokens(now: Date): Promise<readonly string[]> {
  const [{ auth_token }, changed] = await Promise.all([rereadTelephonyAccount(), readVersion('AWSCURRENT')]);
  const changedAt = changed?.CreatedDate?.getTime() ?? 0;
  if (now.getTime() - changedAt > FORMER_HOURS * 3_600_000) return [auth_token];
  const former = loadTelephonyAccount.safeParse(
    parseJson((await readVersion('AWSPREVIOUS'))?.SecretString ?? 'null'),
  );
  return former.success ? [auth_token, former.data.auth_token] : [auth_token];
}

/** A version of the secret. Returns undefined if it does not exist: https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html */
async function readVersion(VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS') {
  client ??= new SecretsManagerClient({});
  const SecretId = readVariable(TELEPHONY_SECRET_ARN);
  try {
    return await client.send(new GetSecretValueCommand({ SecretId, VersionStage }));
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}
