import {
  expandedNumber,
  newNumberSettings,
  numberLinkInput,
  type StoredNumber,
} from '../../domain/records/number.ts';
import { reconcileNumber } from '../../reconciliation/reconcile-number.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, invalidInput } from '../../rest/errors.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { callbackKey, telephonyAccount } from '../../runtime/grants.ts';
import { logger } from '../../runtime/logger.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { CALLBACK_BASE_URL } from '../../runtime/variables/resources.ts';
import { OUTBOUND_ALLOWED_NETWORKS, TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { WritesRefused } from '../../store/lists/changes.ts';
import { cancelNumber, deleteNumber } from '../../store/numbers/cancel-number.ts';
import { numberQuota } from '../../store/numbers/number-places.ts';
import { finishReconciliation } from '../../store/numbers/number-reconciliation.ts';
import { linkNumber as storeLinked } from '../../store/numbers/numbers.ts';
import { loadExpandedNumber } from '../../store/numbers/shown-numbers.ts';
import { inlineAgentReferences } from '../../store/records/agent-references.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import type { Table } from '../../store/table/table.ts';
import { VendorNumbers } from '../../telephony/numbers.ts';
import { VendorRefusal } from '../../telephony/vendor-errors.ts';
import { inboundAgentOf } from './agent-version.ts';
import { requireTelephonyClient, telephonyConnectionId, throwVendorFault } from './telephony-account.ts';

const LOC = ['body', 'phone_number'];

/** Milliseconds after which reconciliation sets the number's URLs again, unless that is known to be done. */
const RECONCILE_AFTER_MS = 60_000;

export const linkNumber = defineEndpoint({
  operation: 'linkNumber',
  method: 'POST',
  path: '/v1/numbers/link',
  summary: 'Link a number of your own account',
  body: numberLinkInput,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: expandedNumber,
  references: {
    telephony_account_connection: 'account_connection',
    ...inlineAgentReferences('inbound_agent'),
  },
  tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
  grants: [telephonyAccount, callbackKey],
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS, TELEPHONY_API_URL, CALLBACK_BASE_URL],
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    const id = newId();
    const connection = telephonyConnectionId(body.telephony_account_connection, references);
    const agent = inboundAgentOf(body.inbound_agent, { userId, references, newId, randomBytes });
    const account = { user_id: userId, telephony_account_connection: connection };
    const vendor = new VendorNumbers(await requireTelephonyClient(table, account));
    const held = await vendor.find({ PhoneNumber: body.phone_number }).catch(throwVendorFault(connection));
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
      settle_at: new Date(now().getTime() + RECONCILE_AFTER_MS).toISOString(),
    };
    await storeLinked(table, number, agent.records).catch(throwHeld);
    await turnToUs(table, number, now());
    return loadExpandedNumber(table, number);
  },
});

export const handler = serve(linkNumber);

/**
 * Sets our URLs for a number at the vendor. Reconciliation repeats a failure within minutes; if the account forbids it,
 * nothing is linked.
 */
async function turnToUs(table: Table, number: StoredNumber, now: Date): Promise<void> {
  try {
    await reconcileNumber(table, number, { interactive: true });
  } catch (error) {
    if (error instanceof VendorRefusal && error.status !== 429) {
      const cancelled = await cancelNumber(table, number, now);
      // The number stops counting; the vendor needs no change.
      await finishReconciliation(table, cancelled);
      await deleteNumber(table, cancelled);
      throwVendorFault(number.telephony_account_connection)(error);
    }
    logger.warn('A linked number has yet to be reconciled with the vendor.', { id: number.id, error });
  }
}

function throwHeld(error: unknown): never {
  if (!(error instanceof WritesRefused)) throw error;
  const msg = 'You or another user already hold this number; link another one.';
  throw new ApiError('conflict', [{ loc: LOC, msg, type: 'number_held' }]);
}
