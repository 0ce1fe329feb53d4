import * as z from 'zod';

/** Production's thresholds for alarms that people notice or soon will. Shares are from 0 to 1. */
export const ALARM_THRESHOLDS = {
  /** Milliseconds until contacts hear an answer: the goal for half of them. It rings if too many wait longer (burn-rate.ts). */
  'turns-slow': 1500,
  /** Milliseconds until callees hear an answer, at p99. */
  'turns-very-slow': 4000,
  /** Share of the telephony vendor's frames whose handling fails. */
  'frames-failing': 0.02,
  /** Share of the relay's connections and frames that no function answers. */
  'relay-failing': 0.05,
  'calls-in-error': 0.05,
  /** Share of the telephony vendor's callbacks that fail (5xx). */
  'callbacks-failed': 0.01,
  /** Share of callbacks to valid addresses without the platform account's signature. */
  'callbacks-unsigned': 0.05,
  /** Share of requests to the callbacks API that are refused (4xx), including those of strangers. */
  'callbacks-refused': 0.1,
  'models-failing': 0.1,
  /** Share of requests to the telephony vendor that are throttled or get no answer. */
  'telephony-failing': 0.1,
  /** Invocations throttled by Lambda in five minutes, across all functions of the account. */
  'functions-throttled': 10,
  /** Share of the account's concurrency, or of a function's reservation, that is in use. */
  'concurrency-high': 0.8,
  /** Reads and writes of the table and its indexes throttled by DynamoDB in five minutes. */
  'table-throttled': 10,
  /** Share of the API's requests that fail (5xx). */
  'api-failing': 0.01,
  /** Milliseconds of an API request, at p99. */
  'api-slow': 5000,
  /** Seconds until a change of the table is published. */
  'stream-late': 60,
  /** Seconds that a message waits in the queues for hanging up, fanning out and scheduling calls. */
  'queues-late': 300,
  /** Seconds until an event's first delivery attempt, at p90. */
  'deliveries-late': 60,
  /** Seconds that a record is overdue for reconciliation. */
  'reconciliation-late': 600,
  /** Invocations in five minutes that Lambda drops as recursive. */
  'recursion-stopped': 0,
  /** Age of a vendor's secret in days. */
  'secrets-old': 365,
  /** Days until a custom domain's certificate expires; ACM renews its own 60 days ahead. */
  'certificates-expiring': 30,
};

const threshold = z.number().min(0, 'must be at least 0').exactOptional();
type Thresholds = { [Section in keyof typeof ALARM_THRESHOLDS]: typeof threshold };

/** An alarm without a threshold does not exist. */
export const alarmThresholds = z.strictObject(
  Object.fromEntries(Object.keys(ALARM_THRESHOLDS).map((section) => [section, threshold])) as Thresholds,
);
export type AlarmThresholds = z.input<typeof alarmThresholds>;

/** The name by which stacks deployed before it refer to a user-facing alarm: section of the runbook, and suffix. */
export const userFacingAlarmName = (environment: string, alarm: string): string =>
  `phone-call-agents-${environment}-${alarm}`;
