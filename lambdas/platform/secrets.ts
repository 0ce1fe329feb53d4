import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import * as z from 'zod/mini';
import {
  CALLBACK_KEY_SECRET_ARN,
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from './variables/resources.ts';
import { readVariable, type Variable } from './variables/variable.ts';

/** Seconds after which secrets are read again, so that a rotation needs no deployment. */
const MAX_AGE_SECONDS = 300;

export const loadTelephonyAccount = z.object({
  account_sid: z.string().check(z.minLength(1)),
  auth_token: z.string().check(z.minLength(1)),
});
export type TelephonyAccount = z.infer<typeof loadTelephonyAccount>;

const llmAccount = z.object({ api_key: z.string().check(z.minLength(1)) });

export async function telephonyAccountOfPlatform(): Promise<TelephonyAccount> {
  return loadTelephonyAccount.parse(await readJsonSecret(TELEPHONY_SECRET_ARN));
}

/** The same, read again. It also replaces what is cached. */
export async function rereadTelephonyAccount(): Promise<TelephonyAccount> {
  const options = { transform: 'json', forceFetch: true, maxAge: MAX_AGE_SECONDS } as const;
  return loadTelephonyAccount.parse(await getSecret(readVariable(TELEPHONY_SECRET_ARN), options));
}

const LLM_SECRETS = { llm_vendor_a: LLM_SECRET_ARN, llm_vendor_b: LLM_VENDOR_B_SECRET_ARN };

export async function llmAccountOfPlatform(
  vendor: keyof typeof LLM_SECRETS,
): Promise<z.infer<typeof llmAccount>> {
  return llmAccount.parse(await readJsonSecret(LLM_SECRETS[vendor]));
}

const callbackKeys = z.object({ key: z.string().check(z.minLength(32)) });

export async function callbackSecret(): Promise<string> {
  return callbackKeys.parse(await readJsonSecret(CALLBACK_KEY_SECRET_ARN)).key;
}

async function readJsonSecret(arn: Variable<string>): Promise<unknown> {
  return getSecret(readVariable(arn), { transform: 'json', maxAge: MAX_AGE_SECONDS });
}
