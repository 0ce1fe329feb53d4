import { invalidInput } from '../../domain/errors.ts';
import { expandedNumber, newNumberSettings, numberPurchaseInput } from '../../domain/records/number.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { callbackKey, telephonyAccount } from '../../runtime/grants.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { CALLBACK_BASE_URL } from '../../runtime/variables/resources.ts';
import { OUTBOUND_ALLOWED_NETWORKS, TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { numberQuota } from '../../store/numbers/number-places.ts';
import { loadExpandedNumber } from '../../store/numbers/shown-numbers.ts';
import { inlineAgentReferences } from '../../store/records/agents.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { requireTelephonyClient } from '../../telephony/accounts.ts';
import { buyNumber as buy } from '../../telephony/buy-number.ts';
import { VendorNumbers } from '../../telephony/numbers.ts';
import { tellVendorFault } from '../../telephony/vendor-fault.ts';
import { inboundAgentOf } from './inbound-agent.ts';
import { telephonyConnectionId } from './telephony-connection.ts';

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
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS, TELEPHONY_API_URL, CALLBACK_BASE_URL],
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
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
    const bought = await buy(
      { number, records: agent.records, areaCode: body.area_code ?? undefined },
      { table, vendor: new VendorNumbers(client), now },
    ).catch(tellVendorFault(connection));
    if (bought) return loadExpandedNumber(table, bought);
    const msg = 'The telephony vendor has no such number for sale at present.';
    throw invalidInput([{ loc: ['body', 'area_code'], msg, type: 'no_number_available' }]);
  },
});

export const handler = serve(buyNumber);
