import { systemClock } from '../platform/clock.ts';
import { logger } from '../platform/logger.ts';
import { type CallName, getCall, listCallsToSettle } from '../store/calls.ts';
import { stackTable, type Table } from '../store/table.ts';
import { settleCall } from './settle-call.ts';
import { platformTelephony, type TelephonyVendor } from './telephony.ts';

/** Settles the calls whose time has come; runs every minute. */
export async function handler(): Promise<void> {
  const table = stackTable();
  const names = await listCallsToSettle(table, systemClock());
  if (names.length === 0) return;
  const telephony = await platformTelephony();
  for (const name of names) await settleOne(table, telephony, name);
}

/** One call that cannot be settled now must not keep the others waiting. */
async function settleOne(table: Table, telephony: TelephonyVendor, name: CallName): Promise<void> {
  try {
    const call = await getCall(table, name);
    if (call) await settleCall(call, { table, telephony, now: systemClock });
  } catch (error) {
    logger.error('A call could not be settled.', { callId: name.callId, error });
  }
}
