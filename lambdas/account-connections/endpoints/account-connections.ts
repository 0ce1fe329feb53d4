import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, invalidInput, notFound } from '../../http/errors.ts';
import { limitFailures, takeUse } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { findPhone } from '../../numbers/store/numbers.ts';
import { putExpiringText } from '../../platform/table/expiring-text.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { getRecord } from '../../records/store/records.ts';
import { issueOfApiKey } from '../../vendors/llm/openai/check-key.ts';
import { languageModel } from '../../vendors/llm/settings.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import {
  accountConnection,
  accountConnectionCheck,
  accountConnectionInput,
  accountConnectionKind,
  accountConnectionPatches,
  accountConnectionUpdate,
  steeringPoolAddition,
  steeringPoolRemoval,
  type TelephonyConnection,
  telephonyCredentialsUpdate,
} from '../model/account-connection.ts';
import { failedChecksPerMinute } from '../model/settings.ts';
import {
  CHECKS,
  FAILED_CHECKS,
  issueOfAccount,
  requireTelephonyConnection,
  requireValidAccount,
} from '../requests/require-valid-account.ts';
import { formerAuthTokenKey } from '../store/keys.ts';
import { addToPool, numbersOfConnection, removeFromPool } from '../store/number-pool.ts';

/** The former auth token still verifies for a day: users change it here before the vendor signs with the new one. */
const FORMER_TOKEN_SECONDS = 24 * 3600;

export const createAccountConnection = () =>
  records.defineCreation(accountConnectionKind, {
    body: accountConnectionInput,
    variables: [telephony.apiUrl, failedChecksPerMinute],
    make: (inline, body) => inline.add(accountConnectionKind, body),
    async check({ userId, body }, { table, now }) {
      if (body.type !== 'account_connection_telephony') return;
      const { credentials } = body;
      const run = () => requireValidAccount(credentials);
      await limitFailures(table, FAILED_CHECKS, { userId, now: now(), run });
    },
  });

export const getAccountConnection = () => records.defineGet(accountConnectionKind);

export const listAccountConnections = () => records.defineList(accountConnectionKind, accountConnection);

export const deleteAccountConnection = () =>
  records.defineDeletion(accountConnectionKind, { referrers: KINDS });

export const updateAccountConnection = () =>
  records.defineTypedUpdate(accountConnectionKind, {
    body: accountConnectionUpdate,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [telephony.apiUrl, failedChecksPerMinute],
    patches: accountConnectionPatches,
    async check(connection, changes, { table, now }) {
      if (connection.type !== 'account_connection_telephony') return;
      const { user_id: userId, id: connectionId } = connection;
      const { credentials } = telephonyCredentialsUpdate.parse(changes);
      if (!credentials) return;
      const run = () => requireValidAccount(credentials);
      await limitFailures(table, FAILED_CHECKS, { userId, now: now(), run });
      const { telephony_auth_token: authToken } = connection.credentials;
      if (authToken === credentials.telephony_auth_token) return;
      const formerToken = { text: authToken, seconds: FORMER_TOKEN_SECONDS, now: now() };
      await putExpiringText(table, formerAuthTokenKey(userId, connectionId), formerToken);
    },
  });

export const checkAccountConnection = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/account_connections/check',
    summary: 'Check the credentials of an account connection',
    query: idQuery,
    response: accountConnectionCheck,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [telephony.apiUrl, languageModel.baseUrl, failedChecksPerMinute],
    async run({ userId, query: { id: recordId } }, { table, now }) {
      const connection = await getRecord(table, userId, accountConnectionKind, recordId);
      if (!connection) throw notFound('account connection');
      await takeUse(table, CHECKS, { userId, now: now() });
      await recordUse(table, { userId, kind: 'account_connection', recordId });
      const { type, credentials } = connection;
      const issue =
        type === 'account_connection_llm'
          ? await issueOfApiKey({
              apiKey: credentials.llm_api_key,
              baseUrl: readVariable(languageModel.baseUrl),
            })
          : (await issueOfAccount(credentials))?.msg;
      return { ok: issue === undefined, message: issue ?? 'The vendor accepts the credentials.' };
    },
  });

const LOC = ['body', 'phone_number'];

export const addToSteeringPool = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/account_connections/add_to_steering_pool',
    summary: 'Add numbers to the steering pool',
    query: idQuery,
    body: steeringPoolAddition,
    bodyIsOptional: true,
    response: accountConnection,
    tableActions: ['GetItem', 'Query', 'UpdateItem'],
    async run({ userId, query, body: { phone_number: number } }, { table }) {
      const connection = await requireTelephonyConnection(table, userId, query.id);
      if (number) await requireUsable(table, connection, number);
      for (const each of number ? [number] : await numbersOfConnection(table, connection)) {
        if (!(await addToPool(table, connection, each)))
          throw new ApiError('conflict', [
            { loc: LOC, msg: 'The steering pool is full; remove a number first.', type: 'pool_full' },
          ]);
      }
      return requireTelephonyConnection(table, userId, query.id);
    },
  });

/** The numbers of a pool can be caller IDs, so they must belong to the connection, unless it permits any caller ID. */
async function requireUsable(table: Table, connection: TelephonyConnection, number: string): Promise<void> {
  if (connection.account_supports_any_caller_id) return;
  const phone = await findPhone(table, connection.user_id, number);
  if (phone?.active && phone.telephony_account_connection === connection.id) return;
  const msg = 'The number does not belong to this connection.';
  throw invalidInput([{ loc: LOC, msg, type: 'number_not_held' }]);
}

export const removeFromSteeringPool = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/account_connections/remove_from_steering_pool',
    summary: 'Remove a number from the steering pool',
    query: idQuery,
    body: steeringPoolRemoval,
    response: accountConnection,
    tableActions: ['GetItem', 'UpdateItem'],
    async run({ userId, query, body }, { table }) {
      const connection = await requireTelephonyConnection(table, userId, query.id);
      if (await removeFromPool(table, connection, body.phone_number))
        return requireTelephonyConnection(table, userId, query.id);
      const msg = 'The number is not in the steering pool.';
      throw invalidInput([{ loc: ['body', 'phone_number'], msg, type: 'not_in_pool' }]);
    },
  });
