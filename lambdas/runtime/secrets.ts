import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import * as z from 'zod/mini';
import {
  CALLBACK_KEY_SECRET_ARN,
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  OTLP_SECRET_ARN,
  SYNTHETIC_CALL_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from './variables/resources.ts';
import { readVariable, type Variable } from './variables/variable.ts';

/** Seconds after which secrets are read again, so that a rotation needs no deployment. */
const MAX_AGE_SECONDS = 300;

export const telephonyAccount = z.object({
  account_sid: z.string().check(z.minLength(1)),
  auth_token: z.string().check(z.minLength(1)),
});
/** The platform's telephony account. */
export type TelephonyAccount = z.infer<typeof telephonyAccount>;

const llmAccount = z.object({ api_key: z.string().check(z.minLength(1)) });

export async function telephonyAccountOfPlatform(): Promise<TelephonyAccount> {
  return telephonyAccount.parse(await readJsonSecret(TELEPHONY_SECRET_ARN));
}

/** The same, read again. It also replaces what is cached. */
export async function rereadTelephonyAccount(): Promise<TelephonyAccount> {
  const options = { transform: 'json', forceFetch: true, maxAge: MAX_AGE_SECONDS } as const;
  return telephonyAccount.parse(await getSecret(readVariable(TELEPHONY_SECRET_ARN), options));
}

const LLM_SECRETS = { llm_vendor_a: LLM_SECRET_ARN, llm_vendor_b: LLM_VENDOR_B_SECRET_ARN };

/** The platform's account at a language-model vendor. */
export async function llmAccountOfPlatform(
  vendor: keyof typeof LLM_SECRETS,
): Promise<z.infer<typeof llmAccount>> {
  return llmAccount.parse(await readJsonSecret(LLM_SECRETS[vendor]));
}

const callbackKeys = z.object({ key: z.string().check(z.minLength(32)) });

/** The secret from which the keys of callbacks are derived. */
export async function callbackSecret(): Promise<string> {
  return callbackKeys.parse(await readJsonSecret(CALLBACK_KEY_SECRET_ARN)).key;
}

/** Headers by their names; an operator's typo must not become another request. */
const headers = z.record(
  z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  z.string().check(z.regex(/^[\x20-\x7e]{0,4000}$/)),
);

/** The headers that the traces endpoint requires, such as its authorization. */
export async function otlpHeaders(): Promise<z.infer<typeof headers>> {
  return headers.parse(await readJsonSecret(OTLP_SECRET_ARN));
}

const syntheticCaller = z.object({ access_token: z.optional(z.string()) });

/** The access token of synthetic calls, read without a cache; undefined until the operator has set it. */
export async function tokenOfSyntheticCalls(): Promise<string | undefined> {
  return syntheticCaller.parse(await readJsonSecret(SYNTHETIC_CALL_SECRET_ARN, 0)).access_token;
}

async function readJsonSecret(arn: Variable<string>, maxAge = MAX_AGE_SECONDS): Promise<unknown> {
  return getSecret(readVariable(arn), {
    transform: 'json',
    ...(maxAge > 0 ? { maxAge } : { forceFetch: true }),
  });
}
