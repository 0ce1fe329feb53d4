import * as z from 'zod/mini';
import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { pinTools } from '../../actions/requests/pin-tools.ts';
import { PLATFORM_MODELS } from '../../agents/model/platform-models.ts';
import { inlineAgentReferences } from '../../agents/store/agent-references.ts';
import { endCallsOfNumber } from '../../calls/store/end-calls-of-number.ts';
import { FINISH_CALL } from '../../calls/store/finish-call.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, invalidInput } from '../../http/errors.ts';
import { limitFailures } from '../../http/limits/user-limits.ts';
import {
  numberFromText,
  optionalParameter,
  phoneQuery,
  unknownNumber,
} from '../../http/query/query-values.ts';
import { id, integerBetween } from '../../platform/fields.ts';
import { callbackKeys, telephonyAccount } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { monthlyPriceOf, VendorNumbers } from '../../vendors/telephony/numbers.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { VendorRefusal } from '../../vendors/telephony/vendor-errors.ts';
import { purchaseNumber } from '../buy-number.ts';
import {
  type NumberPurchase,
  newNumberSettings,
  numberLinkInput,
  numberPurchaseInput,
  type StoredNumber,
} from '../model/number.ts';
import { areaCode, numberPattern, numberSearch, soldCountry } from '../model/number-search.ts';
import { numberSearchesPerMinute } from '../model/settings.ts';
import { reconcileNumber } from '../reconcile-number.ts';
import { inboundAgentOf } from '../requests/inbound-agent.ts';
import { changedNumber, foundNumber } from '../requests/number-responses.ts';
import { FAILED_PURCHASES, takeNumberSearch } from '../requests/search-limit.ts';
import {
  requireTelephonyClient,
  telephonyConnectionId,
  throwVendorFailure,
} from '../requests/telephony-account.ts';
import { removeNumber, storeCancellation } from '../store/cancel-number.ts';
import { loadNumberView } from '../store/number-views.ts';
import { findNumber, finishReconciliation, numberQuota, storeLink } from '../store/numbers.ts';

/** Maximum and default number of results. */
const MAX_SIZE = 30;
const DEFAULT_SIZE = 10;

/** A plus sign that was not escaped arrives as a space. */
const patternFromText = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/^ /, '+') : value)),
  numberPattern(),
);

export const searchNumbers = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/numbers/search',
    summary: 'Search for numbers to buy',
    query: z.lazy(() =>
      z.strictObject({
        country: optionalParameter(soldCountry),
        area_code: optionalParameter(areaCode()),
        contains: optionalParameter(patternFromText),
        telephony_account_connection: optionalParameter(id),
        size: z.optional(z.pipe(numberFromText, integerBetween(1, MAX_SIZE))),
      }),
    ),
    response: numberSearch,
    tableActions: ['GetItem'],
    grants: [telephonyAccount],
    variables: [telephony.apiUrl, PRICES, numberSearchesPerMinute.ofUser, numberSearchesPerMinute.ofPlatform],
    async run({ userId, query }, { table, now }) {
      const { telephony_account_connection: connection = null, size = DEFAULT_SIZE } = query;
      const { country = 'US', area_code: area, contains } = query;
      const account = { user_id: userId, telephony_account_connection: connection };
      const client = await requireTelephonyClient(table, account, 'query');
      await takeNumberSearch(table, { userId, connection, now: now() });
      const [items, price] = await Promise.all([
        new VendorNumbers(client)
          .findAvailable({ areaCode: area, contains, size })
          .catch(throwVendorFailure(connection, 'query')),
        monthlyPriceOf(client, { country, prices: readVariable(PRICES) }),
      ]);
      return { items, monthly_price: price };
    },
  });

export const cancelNumber = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/numbers/cancel',
    summary: 'Cancel a number',
    query: phoneQuery,
    response: foundNumber(),
    tableActions: ['BatchGetItem', ...FINISH_CALL],
    tableIndexes: [OPEN_CALLS_INDEX],
    grants: [telephonyAccount, callbackKeys],
    variables: [telephony.apiUrl, CALLBACK_BASE_URL, PRICES],
    async run({ userId, apiVersion, query }, { table, now }) {
      const number = await findNumber(table, userId, query.phone_number);
      if (!number) throw unknownNumber();
      const cancelled = number.active ? await storeCancellation(table, number, now()) : number;
      // Reconciliation was requested with the cancellation and repeats a failed step within minutes.
      if (cancelled.reconcile_at !== undefined) {
        try {
          if (await endCallsOfNumber(table, cancelled, now()))
            await reconcileNumber(table, cancelled, { interactive: true });
        } catch (error) {
          const { id } = cancelled;
          logger.warn('A cancelled number is still to be reconciled with the vendor.', { id, error });
        }
      }
      return loadNumberView(table, cancelled, { inFull: hasAgentsInFull(apiVersion, { byDefault: false }) });
    },
  });

export const buyNumber = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/numbers/buy',
    summary: 'Buy a number',
    body: numberPurchaseInput,
    bodyIsOptional: true,
    hasUrls: true,
    complete: pinTools,
    response: changedNumber(),
    references: inlineAgentReferences('inbound_agent', {
      telephony_account_connection: accountConnectionKind,
    }),
    tableActions: ['BatchGetItem', 'DeleteItem', ...CREATE_RECORDS],
    grants: [telephonyAccount, callbackKeys],
    variables: [PLATFORM_MODELS, telephony.apiUrl, CALLBACK_BASE_URL, numberSearchesPerMinute.ofUser],
    async run({ userId, apiVersion, body, references }, { table, now, newId, randomBytes }) {
      const wantedNumber = wantedNumberOf(body);
      const id = newId();
      const connection = telephonyConnectionId(body.telephony_account_connection, references);
      const agent = inboundAgentOf(body.inbound_agent, { userId, references, newId, randomBytes });
      const number = {
        ...newNumberSettings.parse({}),
        id,
        user_id: userId,
        active: true,
        inbound_agent: agent.id,
        telephony_provider: 'telephony_vendor_a' as const,
        telephony_account_connection: connection,
        linked: false,
        counted_as: numberQuota(connection),
      };
      const client = await requireTelephonyClient(table, number);
      const request = { number, records: agent.records, ...wantedNumber };
      const vendor = new VendorNumbers(client);
      const run = () => purchaseNumber(request, { table, vendor, now }).catch(throwVendorFailure(connection));
      const bought = await limitFailures(table, FAILED_PURCHASES, { userId, now: now(), run });
      if (bought)
        return loadNumberView(table, bought, { inFull: hasAgentsInFull(apiVersion, { byDefault: true }) });
      throw notForSale(wantedNumber.phoneNumber);
    },
  });

function wantedNumberOf({ area_code, phone_number }: NumberPurchase) {
  const [areaCode, phoneNumber] = [area_code ?? undefined, phone_number ?? undefined];
  if (areaCode === undefined || phoneNumber === undefined) return { areaCode, phoneNumber };
  const msg = 'Send either area_code or phone_number, not both.';
  throw invalidInput([{ loc: ['body', 'area_code'], msg, type: 'rules_out_area_code' }]);
}

function notForSale(phoneNumber: string | undefined): ApiError {
  if (phoneNumber === undefined) {
    const msg = 'The telephony vendor has no such number for sale right now; try another area code.';
    return invalidInput([{ loc: ['body', 'area_code'], msg, type: 'no_number_available' }]);
  }
  const msg = 'The telephony vendor does not sell this number, or has sold it since; search for another one.';
  return invalidInput([{ loc: ['body', 'phone_number'], msg, type: 'number_not_for_sale' }]);
}

const LOC = ['body', 'phone_number'];

/** Milliseconds after which reconciliation sets the number's URLs again, unless they are known to be set. */
const RECONCILE_AFTER_MS = 60_000;

export const linkNumber = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/numbers/link',
    summary: 'Link a number of your own account',
    body: numberLinkInput,
    hasUrls: true,
    complete: pinTools,
    response: changedNumber(),
    references: inlineAgentReferences('inbound_agent', {
      telephony_account_connection: accountConnectionKind,
    }),
    tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
    grants: [telephonyAccount, callbackKeys],
    variables: [PLATFORM_MODELS, telephony.apiUrl, CALLBACK_BASE_URL],
    async run({ userId, apiVersion, body, references }, { table, now, newId, randomBytes }) {
      const id = newId();
      const connection = telephonyConnectionId(body.telephony_account_connection, references);
      const agent = inboundAgentOf(body.inbound_agent, { userId, references, newId, randomBytes });
      const account = { user_id: userId, telephony_account_connection: connection };
      const vendor = new VendorNumbers(await requireTelephonyClient(table, account));
      const held = await vendor
        .find({ PhoneNumber: body.phone_number })
        .catch(throwVendorFailure(connection));
      if (!held) {
        const msg = 'The account does not hold this number; link a number of the account.';
        throw invalidInput([{ loc: LOC, msg, type: 'not_held_by_account' }]);
      }
      const number = {
        ...newNumberSettings.parse({ outbound_only: body.outbound_only }),
        ...account,
        id,
        number: body.phone_number,
        active: true,
        inbound_agent: agent.id,
        telephony_provider: 'telephony_vendor_a' as const,
        vendor_sid: held.sid,
        linked: true,
        counted_as: numberQuota(connection),
        reconcile_at: new Date(now().getTime() + RECONCILE_AFTER_MS).toISOString(),
      };
      await storeLink(table, number, agent.records).catch(throwNumberHeld);
      await setNumberUrls(table, number, now());
      return loadNumberView(table, number, { inFull: hasAgentsInFull(apiVersion, { byDefault: true }) });
    },
  });

/** Sets our URLs for a number at the vendor. Reconciliation repeats a failure, unless the account forbids it. */
async function setNumberUrls(table: Table, number: StoredNumber, now: Date): Promise<void> {
  try {
    await reconcileNumber(table, number, { interactive: true });
  } catch (error) {
    if (error instanceof VendorRefusal && error.status !== 429) {
      const cancelled = await storeCancellation(table, number, now);
      // The number stops counting; the vendor needs no change.
      await finishReconciliation(table, cancelled);
      await removeNumber(table, cancelled);
      throwVendorFailure(number.telephony_account_connection)(error);
    }
    logger.warn('A linked number is still to be reconciled with the vendor.', { id: number.id, error });
  }
}

function throwNumberHeld(error: unknown): never {
  if (!(error instanceof WritesRefused)) throw error;
  const msg = 'You or another user already hold this number; link another one.';
  throw new ApiError('conflict', [{ loc: LOC, msg, type: 'number_held' }]);
}
