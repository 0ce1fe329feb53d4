import { expandedNumber, newNumberSettings, numberLinkInput } from '../../domain/number.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { DomainError, invalidInput } from '../../platform/errors.ts';
import { inlineAgentReferences } from '../../store/agents.ts';
import { inboundAgentOf } from '../../store/inbound-agent.ts';
import { WritesRefused } from '../../store/listing-changes.ts';
import { addNumber } from '../../store/numbers.ts';
import { CREATE_RECORDS } from '../../store/records.ts';
import { loadExpandedNumber } from '../../store/shown-numbers.ts';
import { telephonyConnectionId } from '../../store/telephony-connection.ts';
import { requireTelephonyClient } from '../../telephony/accounts.ts';
import { tellVendorFault } from '../../telephony/vendor-fault.ts';
import { VendorNumbers } from '../../telephony/vendor-numbers.ts';

const LOC = ['body', 'phone_number'];

export const linkNumber = defineEndpoint({
  operation: 'linkNumber',
  method: 'POST',
  path: '/v1/numbers/link',
  summary: 'Bring a number along that your own account at the telephony vendor holds',
  body: numberLinkInput,
  response: expandedNumber,
  references: {
    telephony_account_connection: 'account_connection',
    ...inlineAgentReferences('inbound_agent'),
  },
  tableActions: ['BatchGetItem', ...CREATE_RECORDS],
  usesTelephony: true,
  async run({ userId, body, references }, { table, newId, randomBytes }) {
    const id = newId();
    const connection = telephonyConnectionId(body.telephony_account_connection, references);
    const agent = inboundAgentOf(body.inbound_agent, { userId, references, newId, randomBytes });
    const account = { user_id: userId, telephony_account_connection: connection };
    const vendor = new VendorNumbers(await requireTelephonyClient(table, account));
    const held = await vendor.find({ PhoneNumber: body.phone_number }).catch(tellVendorFault(connection));
    if (!held) {
      const msg = 'The account does not hold this number.';
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
    };
    await addNumber(table, number, { records: agent.records }).catch(tellHeld);
    return loadExpandedNumber(table, number);
  },
});

export const handler = serve(linkNumber);

function tellHeld(error: unknown): never {
  if (!(error instanceof WritesRefused)) throw error;
  const msg = 'This number is held already, by you or by another user.';
  throw new DomainError('conflict', [{ loc: LOC, msg, type: 'number_held' }]);
}
