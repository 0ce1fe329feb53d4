import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { getCall } from '../store/calls/calls.ts';
import {
  type DueRecord,
  listDueForReconciliation,
  postponeReconciliation,
} from '../store/calls/due-for-reconciliation.ts';
import { finishReconciliation } from '../store/numbers/number-reconciliation.ts';
import { getPurchase } from '../store/numbers/purchases.ts';
import { getRecord } from '../store/records/records.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { reconcilePurchase } from '../telephony/buy-number.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { VendorRefusal } from '../telephony/client.ts';
import { VendorNumbers } from '../telephony/numbers.ts';
import { failLostCall, reconcileCall } from './reconcile-call.ts';
import { reconcileNumber } from './reconcile-number.ts';
import { nextReconciliation } from './times.ts';

/** Settles the calls, purchases and numbers whose time has come; runs every minute. */
export async function handler(): Promise<void> {
  const table = stackTable();
  for (const dueRecord of await listDueForReconciliation(table, systemClock()))
    await reconcileOne(table, dueRecord);
}

const RECONCILERS = { call: reconcileOneCall, number: reconcileOneNumber, purchase: reconcileOnePurchase };

/** One that cannot be settled now must not keep the others waiting. */
async function reconcileOne(table: Table, dueRecord: DueRecord): Promise<void> {
  const { kind, id } = dueRecord;
  try {
    await RECONCILERS[kind](table, dueRecord);
  } catch (error) {
    logger.error('Something could not be settled.', { kind, id, error });
    await postponeReconciliation(table, dueRecord, nextReconciliation(systemClock()));
  }
}

async function reconcileOneCall(table: Table, { userId, id }: DueRecord): Promise<void> {
  const call = await getCall(table, { userId, callId: id });
  if (!call) return;
  const client = await telephonyClientOf(table, call);
  if (client) await reconcileCall(call, { table, telephony: new VendorCalls(client), now: systemClock });
  else await failLostCall(call, { table, now: systemClock });
}

async function reconcileOneNumber(table: Table, { userId, id }: DueRecord): Promise<void> {
  const number = await getRecord(table, userId, 'number', id);
  if (!number) return;
  try {
    await reconcileNumber(table, number);
  } catch (error) {
    // What its owner's account may not do is no debt of ours. 429: too many requests just now.
    if (!(number.linked && error instanceof VendorRefusal && error.status !== 429)) throw error;
    logger.warn('The vendor refused what was to become of a linked number.', { id, error });
    await finishReconciliation(table, number);
  }
}

async function reconcileOnePurchase(table: Table, { userId, id }: DueRecord): Promise<void> {
  const purchase = await getPurchase(table, userId, id);
  const client = purchase && (await telephonyClientOf(table, purchase.number));
  if (!client) return;
  const dependencies = { table, vendor: new VendorNumbers(client), now: systemClock };
  if (!(await reconcilePurchase(purchase, dependencies)))
    await postponeReconciliation(table, { kind: 'purchase', userId, id }, nextReconciliation(systemClock()));
}
