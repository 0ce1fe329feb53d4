import * as z from 'zod';

/**
 * Production's thresholds of the alarms on people's experience, present or imminent. Shares are from 0 to 1. The names
 * are those of the sections of `docs/runbook.md`.
 */
export const ALARM_THRESHOLDS = {
  /** Milliseconds within which half of the callees hear an answer. */
  'turns-slow': 1500,
  /** Milliseconds within which 99 of a hundred callees hear an answer. */
  'turns-very-slow': 4000,
  /** Share of the telephony vendor's frames whose handling fails. */
  'frames-failing': 0.02,
  /** Share of the relay's connections and frames for which no function answers. */
  'relay-failing': 0.05,
  'calls-in-error': 0.05,
  /** Share of the telephony vendor's callbacks that fail (5xx). */
  'callbacks-failed': 0.01,
  /** Share of callbacks to valid addresses that lack the signature of the platform's account. */
  'callbacks-unsigned': 0.05,
  /** Share of requests to the callbacks' API that are refused (4xx), strangers' among them. */
  'callbacks-refused': 0.1,
  'models-failing': 0.1,
  /** Share of requests to the telephony vendor that it throttles, or that get no answer. */
  'telephony-failing': 0.1,
  /** Invocations that Lambda throttles in five minutes, of all functions of the account. */
  'functions-throttled': 10,
  /** Share that is in use: of the account's concurrency, or of a function's reservation. */
  'concurrency-high': 0.8,
  /** Reads and writes of the table and its indexes that DynamoDB throttles in five minutes. */
  'table-throttled': 10,
  /** Share of the API's requests that fail (5xx). */
  'api-failing': 0.01,
  /** Milliseconds that more than one request of the API in a hundred takes. */
  'api-slow': 5000,
  /** Seconds after which a change of the table is published. */
  'stream-late': 60,
  /** Seconds that a message waits to hang up, to be fanned out, or to schedule a call. */
  'queues-late': 300,
  /** Seconds after which one event in ten gets its first attempt to be delivered. */
  'deliveries-late': 60,
  /** Seconds for which a record has been due for reconciliation. */
  'reconciliation-late': 600,
  /** Invocations in five minutes that Lambda drops as a recursive loop. */
  'recursion-stopped': 0,
  /** Age of a vendor's secret in days. */
  'secrets-old': 365,
  /** Days before a certificate of a custom domain expires; ACM renews its own 60 days before. */
  'certificates-expiring': 30,
};

const threshold = z.number().min(0, 'must be at least 0').exactOptional();
type Thresholds = { [Section in keyof typeof ALARM_THRESHOLDS]: typeof threshold };

/** An alarm without a threshold does not exist. */
export const alarmThresholds = z.strictObject(
  Object.fromEntries(Object.keys(ALARM_THRESHOLDS).map((section) => [section, threshold])) as Thresholds,
);
export type AlarmThresholds = z.input<typeof alarmThresholds>;

/**
 * The name of an alarm on people's experience, by which stacks that are deployed before the alarm know it. `alarm`: its
 * section of the runbook, and its suffix if the section has several alarms.
 */
export const userFacingAlarmName = (environment: string, alarm: string): string =>
  `phone-call-agents-${environment}-${alarm}`;
