import {
  expandedNumber,
  type NumberPurchase,
  newNumberSettings,
  numberPurchaseInput,
} from '../../domain/records/number.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { type ApiError, invalidInput } from '../../rest/errors.ts';
import { limitVainPurchases } from '../../rest/limits/number-search-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { callbackKey, telephonyAccount } from '../../runtime/grants.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { CALLBACK_BASE_URL } from '../../runtime/variables/resources.ts';
import {
  NUMBER_SEARCHES_PER_MINUTE,
  OUTBOUND_ALLOWED_NETWORKS,
  TELEPHONY_API_URL,
} from '../../runtime/variables/settings.ts';
import { numberQuota } from '../../store/numbers/number-places.ts';
import { loadExpandedNumber } from '../../store/numbers/shown-numbers.ts';
import { inlineAgentReferences } from '../../store/records/agent-references.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { buyNumber as buy } from '../../telephony/buy-number.ts';
import { VendorNumbers } from '../../telephony/numbers.ts';
import { inboundAgentOf } from './agent-version.ts';
import { requireTelephonyClient, telephonyConnectionId, throwVendorFault } from './telephony-account.ts';

export const buyNumber = defineEndpoint({
  operation: 'buyNumber',
  method: 'POST',
  path: '/v1/numbers/buy',
  summary: 'Buy a number',
  body: numberPurchaseInput,
  bodyIsOptional: true,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: expandedNumber,
  references: {
    telephony_account_connection: 'account_connection',
    ...inlineAgentReferences('inbound_agent'),
  },
  tableActions: ['BatchGetItem', 'DeleteItem', ...CREATE_RECORDS],
  grants: [telephonyAccount, callbackKey],
  variables: [
    OUTBOUND_ALLOWED_NETWORKS,
    PLATFORM_MODELS,
    TELEPHONY_API_URL,
    CALLBACK_BASE_URL,
    NUMBER_SEARCHES_PER_MINUTE,
  ],
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    const wanted = wantedOf(body);
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
    const request = { number, records: agent.records, ...wanted };
    const vendor = new VendorNumbers(client);
    const bought = await limitVainPurchases(table, { userId, now: now() }, () =>
      buy(request, { table, vendor, now }).catch(throwVendorFault(connection)),
    );
    if (bought) return loadExpandedNumber(table, bought);
    throw notForSale(wanted.phoneNumber);
  },
});

function wantedOf({ area_code, phone_number }: NumberPurchase) {
  const [areaCode, phoneNumber] = [area_code ?? undefined, phone_number ?? undefined];
  if (areaCode === undefined || phoneNumber === undefined) return { areaCode, phoneNumber };
  const msg = 'Send either area_code or phone_number, not both.';
  throw invalidInput([{ loc: ['body', 'area_code'], msg, type: 'rules_out_area_code' }]);
}

function notForSale(phoneNumber: string | undefined): ApiError {
  if (phoneNumber === undefined) {
    const msg = 'The telephony vendor has no such number for sale at present; try another area code.';
    return invalidInput([{ loc: ['body', 'area_code'], msg, type: 'no_number_available' }]);
  }
  const msg = 'The telephony vendor does not sell this number, or sold it meanwhile; search for another one.';
  return invalidInput([{ loc: ['body', 'phone_number'], msg, type: 'number_not_for_sale' }]);
}

export const handler = serve(buyNumber);
