import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { getCall } from '../store/calls/calls.ts';
import { listUnsettled, postponeSettling, type Unsettled } from '../store/calls/due-for-reconciliation.ts';
import { finishSettling } from '../store/numbers/number-reconciliation.ts';
import { getPurchase } from '../store/numbers/purchases.ts';
import { getRecord } from '../store/records/records.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { settlePurchase } from '../telephony/buy-number.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { VendorRefusal } from '../telephony/client.ts';
import { VendorNumbers } from '../telephony/numbers.ts';
import { failLostCall, settleCall } from './reconcile-call.ts';
import { settleNumber } from './reconcile-number.ts';
import { nextSettling } from './times.ts';

/** Settles the calls, purchases and numbers whose time has come; runs every minute. */
export async function handler(): Promise<void> {
  const table = stackTable();
  for (const unsettled of await listUnsettled(table, systemClock())) await settleOne(table, unsettled);
}

const SETTLING = { call: settleOneCall, number: settleOneNumber, purchase: settleOnePurchase };

/** One that cannot be settled now must not keep the others waiting. */
async function settleOne(table: Table, unsettled: Unsettled): Promise<void> {
  const { kind, id } = unsettled;
  try {
    await SETTLING[kind](table, unsettled);
  } catch (error) {
    logger.error('Something could not be settled.', { kind, id, error });
    await postponeSettling(table, unsettled, nextSettling(systemClock()));
  }
}

async function settleOneCall(table: Table, { userId, id }: Unsettled): Promise<void> {
  const call = await getCall(table, { userId, callId: id });
  if (!call) return;
  const client = await telephonyClientOf(table, call);
  if (client) await settleCall(call, { table, telephony: new VendorCalls(client), now: systemClock });
  else await failLostCall(call, { table, now: systemClock });
}

async function settleOneNumber(table: Table, { userId, id }: Unsettled): Promise<void> {
  const number = await getRecord(table, userId, 'number', id);
  if (!number) return;
  try {
    await settleNumber(table, number);
  } catch (error) {
    // What its owner's account may not do is no debt of ours. 429: too many requests just now.
    if (!(number.linked && error instanceof VendorRefusal && error.status !== 429)) throw error;
    logger.warn('The vendor refused what was to become of a linked number.', { id, error });
    await finishSettling(table, number);
  }
}

async function settleOnePurchase(table: Table, { userId, id }: Unsettled): Promise<void> {
  const purchase = await getPurchase(table, userId, id);
  const client = purchase && (await telephonyClientOf(table, purchase.number));
  if (!client) return;
  const dependencies = { table, vendor: new VendorNumbers(client), now: systemClock };
  if (!(await settlePurchase(purchase, dependencies)))
    await postponeSettling(table, { kind: 'purchase', userId, id }, nextSettling(systemClock()));
}
