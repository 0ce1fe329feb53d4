import { PRICED, PRICES, type Units, usdOf } from '../prices.ts';
import { number, type Table } from '../table.ts';

/** The AWS usage of one successful delivery: an event of less than 1 KB, for one webhook. */
const UNITS: Units = {
  events: 1,
  // Sent by the rule and by the fan-out function; each received and deleted.
  queueRequests: 6,
  // The delivery, and its attempt.
  tableWrites: 2,
  streamReads: 1,
  // The marks of all calls (2, strongly consistent), the webhook, the delivery with its webhook and circuit breaker.
  tableReads: 5,
  lambdaRequests: 2,
  // 512 MB for 25 ms (fan-out) and 80 ms (deliver, mostly waiting for the receiver).
  lambdaSeconds: 0.0525,
  logs: 0.6,
};

/** The price of a million deliveries, from the price table. */
export function deliveryCost(): Table {
  const rows = PRICED.flatMap((name) => {
    const count = UNITS[name];
    const { part, usd } = PRICES[name];
    return count === undefined ? [] : [[part, number(usd, 3), number(count, 4), number(usd * count, 2)]];
  });
  return {
    title: 'Cost of deliveries',
    note: 'List prices (us-east-1) of what a delivery takes that succeeds at once; the publishing of the event, which has other consumers too, is counted in full.',
    columns: ['part', 'USD a million', 'of a delivery', 'USD a million deliveries'],
    rows: [...rows, ['in all', '', '', number(usdOf(UNITS) * 1e6, 2)]],
  };
}
