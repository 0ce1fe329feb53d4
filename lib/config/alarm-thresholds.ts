import * as z from 'zod';

const threshold = z.number().min(0, 'must be at least 0').exactOptional();

/**
 * Thresholds of the alarms on people's experience, present or imminent. An alarm without a threshold does not exist.
 * Shares are from 0 to 1. The names are those of the sections of `docs/runbook.md`.
 */
export const alarmThresholds = z.strictObject({
  /** Milliseconds within which half of the callees hear an answer. */
  'turns-slow': threshold,
  /** Milliseconds within which 99 of a hundred callees hear an answer. */
  'turns-very-slow': threshold,
  /** Share of the telephony vendor's frames whose handling fails. */
  'frames-failing': threshold,
  /** Share of the relay's connections and frames for which no function answers. */
  'relay-failing': threshold,
  'calls-in-error': threshold,
  /** Share of the telephony vendor's callbacks that fail (5xx). */
  'callbacks-failed': threshold,
  /** Share of callbacks to valid addresses that lack the signature of the platform's account. */
  'callbacks-unsigned': threshold,
  /** Share of requests to the callbacks' API that are refused (4xx), strangers' among them. */
  'callbacks-refused': threshold,
  'models-failing': threshold,
  /** Share of requests to the telephony vendor that it throttles, or that get no answer. */
  'telephony-failing': threshold,
  /** Invocations that Lambda throttles in five minutes, of all functions of the account. */
  'functions-throttled': threshold,
  /** Share that is in use: of the account's concurrency, or of a function's reservation. */
  'concurrency-high': threshold,
  /** Reads and writes of the table and its indexes that DynamoDB throttles in five minutes. */
  'table-throttled': threshold,
  /** Share of the API's requests that fail (5xx). */
  'api-failing': threshold,
  /** Milliseconds that more than one request of the API in a hundred takes. */
  'api-slow': threshold,
  /** Seconds after which a change of the table is published. */
  'stream-late': threshold,
  /** Seconds that a message waits to hang up, to be fanned out, or to schedule a call. */
  'queues-late': threshold,
  /** Seconds after which one event in ten gets its first attempt to be delivered. */
  'deliveries-late': threshold,
  /** Seconds for which a record has been due for reconciliation. */
  'reconciliation-late': threshold,
  /** Invocations in five minutes that Lambda drops as a recursive loop. */
  'recursion-stopped': threshold,
  /** Age of a vendor's secret in days. */
  'secrets-old': threshold,
  /** Days before a certificate of a custom domain expires; ACM renews its own 60 days before. */
  'certificates-expiring': threshold,
});
export type AlarmThresholds = z.input<typeof alarmThresholds>;

/**
 * The name of an alarm on people's experience, by which stacks that are deployed before the alarm know it. `alarm`: its
 * section of the runbook, and its suffix if the section has several alarms.
 */
export const userFacingAlarmName = (environment: string, alarm: string): string =>
  `phone-call-agents-${environment}-${alarm}`;
