import { number, type Table } from '../table.ts';

/** List prices in us-east-1, USD a million, and how many one delivery takes that succeeds at once: an event of less than 1 KB, for one webhook. */
const PARTS: readonly (readonly [part: string, price: number, count: number])[] = [
  ['EventBridge: events put', 1.0, 1],
  // Sent by the rule and by the fan-out function; each received and deleted.
  ['SQS: requests', 0.4, 6],
  ['DynamoDB: write units (delivery, attempt, stream record read by Lambda for free)', 0.625, 2],
  // The markers of all calls (2, strongly), the webhook, the delivery with its webhook and health.
  ['DynamoDB: read units', 0.125, 5],
  ['Lambda: requests', 0.2, 2],
  // 512 MB for 25 ms (fan-out) and 80 ms (deliver, mostly waiting for the receiver), on arm64: USD 13.33 a million GB-seconds.
  ['Lambda: GB-seconds', 13.33, 0.0525],
  // At 0.50 USD a GB.
  ['CloudWatch: kilobytes of log', 0.5, 0.6],
];

/** What a million deliveries cost, from the price table. */
export function deliveryCost(): Table {
  const rows = PARTS.map(([part, price, count]) => [
    part,
    number(price, 2),
    number(count, 4),
    number(price * count, 2),
  ]);
  const sum = PARTS.reduce((total, [, price, count]) => total + price * count, 0);
  return {
    title: 'Cost of deliveries',
    note: 'List prices (us-east-1) of what a delivery takes that succeeds at once; the publishing of the event, which has other consumers too, is counted in full.',
    columns: ['part', 'USD a million', 'of a delivery', 'USD a million deliveries'],
    rows: [...rows, ['in all', '', '', number(sum, 2)]],
  };
}
