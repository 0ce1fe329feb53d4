import type { NewRecord } from '../records/model/kind.ts';
import { getRecord } from '../records/store/records.ts';
import type { VendorNumbers } from '../vendors/telephony/numbers.ts';
import { VendorRefusal, VendorResponseLost, VendorUnreachable } from '../vendors/telephony/vendor-errors.ts';
import { numberKind, type StoredNumber } from './model/number.ts';
import { numberUrls } from './number-urls.ts';
import { type PurchaseDependencies, RECONCILE_AFTER_MS, reconcilePurchase } from './reconcile-number.ts';
import {
  beginPurchase,
  completePurchase,
  dropPurchase,
  getPurchase,
  type Purchase,
  putPurchase,
} from './store/purchases.ts';

/** A number to buy, before a specific one is chosen. */
export interface PurchaseRequest {
  readonly number: Omit<StoredNumber, 'number' | 'vendor_sid'>;
  readonly records: readonly NewRecord[];
  readonly areaCode: string | undefined;
  /** The exact number to buy (E.164). @default any number of the area code */
  readonly phoneNumber?: string | undefined;
}

/** Buys a number, or undefined. Repeats buy no second one. VendorResponseLost leaves the outcome to reconciliation. */
export async function purchaseNumber(
  request: PurchaseRequest,
  dependencies: PurchaseDependencies,
): Promise<StoredNumber | undefined> {
  const { table } = dependencies;
  const { user_id, id } = request.number;
  const begun = await getPurchase(table, user_id, id);
  const bought = begun
    ? await reconcilePurchase(begun, dependencies)
    : await getRecord(table, user_id, numberKind, id);
  if (bought) return bought;
  if (begun) throw unknownOutcome();
  return buyAvailable(request, dependencies);
}

/** The outcome if another run of the request began the purchase and may still be working. */
const unknownOutcome = () => new VendorResponseLost('The outcome of the purchase is not yet known.');

/** Maximum searches for available numbers: the vendor offers all buyers the same few, and others may buy them first. */
const MAX_OFFERS = 3;
const OFFER_SIZE = 5;

/** Buys the first of the offered numbers that is still available, and counts it for the quota. */
async function buyAvailable(
  request: PurchaseRequest,
  dependencies: PurchaseDependencies,
): Promise<StoredNumber | undefined> {
  const { table, now } = dependencies;
  let purchase: Purchase | undefined;
  for await (const phoneNumber of offersOf(dependencies.vendor, request)) {
    const draft = purchaseOf(phoneNumber, request, now());
    // The purchase is counted once, on the day on which it began.
    const record = purchase?.counted_at === undefined ? draft : { ...draft, counted_at: purchase.counted_at };
    if (purchase) await putPurchase(table, record);
    else if (!(await beginPurchase(table, record))) throw unknownOutcome();
    purchase = record;
    const sold = await tryToBuy(purchase, dependencies);
    if (sold) return sold;
  }
  if (purchase) await dropPurchase(table, purchase);
  return undefined;
}

/** The numbers that the vendor offers, and more if none of them could be bought. */
async function* offersOf(
  vendor: VendorNumbers,
  { areaCode, phoneNumber }: Pick<PurchaseRequest, 'areaCode' | 'phoneNumber'>,
): AsyncGenerator<string> {
  if (phoneNumber !== undefined) {
    // The vendor also sells numbers of other kinds and countries at other prices: only numbers that a search finds
    // are bought.
    const [, area] = /^\+1(\d{3})\d{7}$/.exec(phoneNumber) ?? [];
    if (area === undefined) return;
    const offers = await vendor.findAvailable({ areaCode: area, contains: phoneNumber, size: 1 });
    if (offers.some((offer) => offer.phone_number === phoneNumber)) yield phoneNumber;
    return;
  }
  for (let offers = 0; offers < MAX_OFFERS; offers++) {
    const numbers = await vendor.findAvailable({ areaCode, size: OFFER_SIZE });
    if (numbers.length === 0) return;
    yield* numbers.map((offer) => offer.phone_number);
  }
}

function purchaseOf(phoneNumber: string, { number, records }: PurchaseRequest, begunAt: Date): Purchase {
  return {
    ...(number.counted_as === 'numbers' && { counted_at: begunAt.toISOString() }),
    number: { ...number, number: phoneNumber, vendor_sid: '' },
    records: [...records],
    begun_at: begunAt.toISOString(),
    reconcile_at: new Date(begunAt.getTime() + RECONCILE_AFTER_MS).toISOString(),
  };
}

/** Returns undefined if the number is no longer available. */
async function tryToBuy(
  purchase: Purchase,
  dependencies: PurchaseDependencies,
): Promise<StoredNumber | undefined> {
  const { table, vendor } = dependencies;
  const { number } = purchase;
  try {
    const urls = await numberUrls(number);
    const sold = await vendor.buy(number.number, { friendlyName: number.id, urls });
    return sold && (await completePurchase(table, purchase, sold.sid));
  } catch (error) {
    if (error instanceof VendorRefusal || error instanceof VendorUnreachable)
      await dropPurchase(table, purchase);
    const lost = error instanceof VendorResponseLost;
    const reconciled = lost && (await reconcilePurchase(purchase, dependencies).catch(() => undefined));
    if (reconciled) return reconciled;
    throw error;
  }
}
