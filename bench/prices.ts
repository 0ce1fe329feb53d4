import { number, type Table } from './table.ts';

/**
 * AWS prices in us-east-1, without the free tier: USD for a million units, and the unit. From the services' pages at
 * https://aws.amazon.com/pricing/ in November 2026.
 */
export const PRICES = {
  lambdaSeconds: { part: 'Lambda, arm64: running', unit: 'GB-second', usd: 13.3334 },
  lambdaRequests: { part: 'Lambda: invocations', unit: 'request', usd: 0.2 },
  restRequests: { part: 'API Gateway: REST', unit: 'request', usd: 3.5 },
  socketMessages: { part: 'API Gateway: WebSocket', unit: 'message of up to 32 KB, in or out', usd: 1 },
  socketMinutes: { part: 'API Gateway: WebSocket open', unit: 'connection minute', usd: 0.25 },
  tableWrites: { part: 'DynamoDB on demand: writes', unit: 'write unit', usd: 0.625 },
  tableReads: { part: 'DynamoDB on demand: reads', unit: 'read unit', usd: 0.125 },
  streamReads: { part: 'DynamoDB streams', unit: 'read by Lambda', usd: 0 },
  events: { part: 'EventBridge: custom events', unit: 'event of up to 64 KB', usd: 1 },
  queueRequests: { part: 'SQS', unit: 'request', usd: 0.4 },
  objectPuts: { part: 'S3: puts', unit: 'request', usd: 5 },
  logs: { part: 'CloudWatch Logs: taken in', unit: 'KB', usd: 0.5 },
  keyRequests: { part: 'KMS', unit: 'request', usd: 3 },
  secretRequests: { part: 'Secrets Manager', unit: 'request', usd: 5 },
} as const satisfies Readonly<Record<string, { part: string; unit: string; usd: number }>>;

/** A priced unit of AWS. */
export type Priced = keyof typeof PRICES;

/** A number of each unit. */
export type Units = Readonly<Partial<Record<Priced, number>>>;

/** All priced units, in the order of the price table. */
// Object.keys() loses the type of the keys.
export const PRICED: readonly Priced[] = Object.keys(PRICES).filter((name): name is Priced => name in PRICES);

/** The price of units, in USD. */
export function usdOf(units: Units): number {
  return PRICED.reduce((sum, name) => sum + ((units[name] ?? 0) * PRICES[name].usd) / 1e6, 0);
}

/** The price table of docs/cost.md. */
export function priceTable(): Table {
  return {
    title: 'Prices',
    note: 'List prices in us-east-1, without the free tier.',
    columns: ['part', 'unit', 'USD a million'],
    rows: PRICED.map((name) => [PRICES[name].part, PRICES[name].unit, number(PRICES[name].usd, 3)]),
  };
}

/**
 * What monitoring costs in us-east-1, without the free tier: USD a month for each. From
 * https://aws.amazon.com/cloudwatch/pricing/ and https://aws.amazon.com/kms/pricing/ in November 2026.
 */
export const MONTHLY_PRICES = {
  metric: { part: 'metrics that have values all the time', usd: 0.3 },
  alarmMetric: { part: 'metrics that alarms watch, each as often as an alarm names it', usd: 0.1 },
  compositeAlarm: { part: 'alarms of alarms', usd: 0.5 },
  dashboard: { part: 'dashboards', usd: 3 },
  key: { part: 'key of the topic', usd: 1 },
} as const satisfies Readonly<Record<string, { part: string; usd: number }>>;
