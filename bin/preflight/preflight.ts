import * as z from 'zod';
import { tryParseJson } from '../../lambdas/platform/parse-json.ts';
import { loadTelephonyAccount, type TelephonyAccount } from '../../lambdas/platform/secrets.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { secretName } from '../../lib/constructs/secrets.ts';
import { accountChecks, checkCaller } from './account-checks.ts';
import type { AskAws } from './ask-aws.ts';
import { bedrockChecks } from './bedrock-checks.ts';
import { Missing } from './check.ts';
import { deploymentChecks, isCreated } from './deployment-checks.ts';
import { telephonyChecks } from './telephony-checks.ts';

/** The result of a check; `unknown` if the check itself failed. */
export interface Finding {
  readonly state: 'ok' | 'missing' | 'unknown';
  readonly check: string;
  readonly text: string;
}

interface PreflightOptions {
  readonly config: EnvironmentConfig;
  readonly askIn: (region: string) => AskAws;
  /** The account at the telephony vendor. @default the secret's, once it has a value */
  readonly telephonyAccount?: TelephonyAccount | undefined;
}

/** Checks what a deployment needs at AWS and the telephony vendor, one check after another, and changes nothing. */
export async function* preflight(options: PreflightOptions): AsyncGenerator<Finding> {
  const { config, askIn, telephonyAccount } = options;
  const ask = askIn(config.region);
  const caller = await find('AWS account', () => checkCaller(config, ask));
  yield caller;
  const isOurs = caller.state === 'ok';
  const account = async () => {
    if (telephonyAccount) return telephonyAccount;
    if (isOurs && (await isCreated('Data', config, ask))) return storedAccount(config, ask);
    throw new Error('set TELEPHONY_ACCOUNT_SID and TELEPHONY_AUTH_TOKEN until the secret exists');
  };
  const ofAws = {
    ...accountChecks(config, ask),
    ...bedrockChecks(config, askIn),
    ...deploymentChecks(config, ask),
  };
  const checks = { ...(isOurs && ofAws), ...telephonyChecks(config, account) };
  for (const [check, run] of Object.entries(checks)) yield await find(check, run);
}

async function find(check: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { state: 'ok', check, text: await run() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { state: error instanceof Missing ? 'missing' : 'unknown', check, text };
  }
}

const secret = z.object({ SecretString: z.string() });

async function storedAccount(config: EnvironmentConfig, ask: AskAws): Promise<TelephonyAccount> {
  const SecretId = secretName(config, 'telephony');
  const { SecretString } = await ask(secret, 'secretsmanager:GetSecretValue', { SecretId });
  const { data } = loadTelephonyAccount.safeParse(tryParseJson(SecretString));
  if (data) return data;
  throw new Error('the secret telephony has no account yet');
}
