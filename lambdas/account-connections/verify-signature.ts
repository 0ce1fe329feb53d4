import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { parseJson } from '../platform/parse-json.ts';
import {
  loadTelephonyAccount,
  rereadTelephonyAccount,
  type TelephonyAccount,
  telephonyAccountOfPlatform,
} from '../platform/secrets.ts';
import { readExpiringText } from '../platform/table/expiring-text.ts';
import type { Table } from '../platform/table/table.ts';
import { TELEPHONY_SECRET_ARN } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { signedPart } from '../vendors/telephony/retries.ts';
import { formerAuthTokenKey } from './store/keys.ts';
import { type AccountOf, telephonyAccountOf } from './telephony-accounts.ts';

/** Whether a record's account signed a request. For a day after a change, its former auth token counts, too. */
export async function isSignedByAccount(
  table: Table,
  of: AccountOf | undefined,
  request: SignedRequest & { readonly now: Date },
): Promise<boolean> {
  const account = await (of ? telephonyAccountOf(table, of) : telephonyAccountOfPlatform());
  if (!account || request.signature === undefined) return false;
  if (isSigned(account, request)) return true;
  const others = await otherTokens(table, of, request.now);
  return others.some((auth_token) => isSigned({ ...account, auth_token }, request));
}

async function otherTokens(table: Table, of: AccountOf | undefined, now: Date): Promise<readonly string[]> {
  const connectionId = of?.telephony_account_connection;
  if (!of || !connectionId) return telephonySigningTokens(now);
  const former = await readExpiringText(table, formerAuthTokenKey(of.user_id, connectionId), now);
  return former === undefined ? [] : [former];
}

export interface SignedRequest {
  readonly signature: string | undefined;
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Verifies X-Twilio-Signature over the URL without its fragment and the form's fields with the account's token. */
export function isSigned(account: Pick<TelephonyAccount, 'auth_token'>, request: SignedRequest): boolean {
  return (
    request.signature !== undefined &&
    validateRequest(account.auth_token, request.signature, signedPart(request.url), request.form)
  );
}

/** The header with the signature of the vendor's requests: the base64 of a SHA-1. */
export const SIGNATURE_HEADER = 'x-twilio-signature';
const FORM = /^[A-Za-z0-9+/]{27}=$/;

export const looksSigned = (signature: string | undefined): signature is string =>
  signature !== undefined && FORM.test(signature);

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
function telephonySigningTokens(now: Date): Promise<readonly string[]> {
  const atMs = now.getTime();
  const waitSeconds = lastRead?.hasFailed ? REREAD_FAILED_SECONDS : REREAD_SECONDS;
  if (lastRead === undefined || atMs - lastRead.atMs >= waitSeconds * 1000) {
    const reading: Reading = { atMs, tokens: readTokens(now), hasFailed: false };
    reading.tokens.catch(() => {
      reading.hasFailed = true;
    });
    lastRead = reading;
  }
  return lastRead.tokens;
}

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
