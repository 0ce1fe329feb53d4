/**
 * Thresholds of the alarms on people's experience, present or imminent. An alarm without a threshold does not exist.
 * Shares are from 0 to 1. The names are those of the sections of `docs/operations.md`.
 */
export interface AlarmThresholds {
  /** Milliseconds within which half of the callees hear an answer. */
  readonly 'turns-slow'?: number;
  /** Milliseconds within which 99 of a hundred callees hear an answer. */
  readonly 'turns-very-slow'?: number;
  /** Share of the telephony vendor's frames whose handling fails. */
  readonly 'frames-failing'?: number;
  readonly 'calls-in-error'?: number;
  /** Share of the telephony vendor's callbacks that fail (5xx). */
  readonly 'callbacks-failed'?: number;
  /** Share of callbacks that are refused (4xx). */
  readonly 'callbacks-refused'?: number;
  readonly 'models-failing'?: number;
  /** Share of requests to the telephony vendor that it throttles, or that get no answer. */
  readonly 'telephony-failing'?: number;
  /** Invocations that Lambda throttles in five minutes, of all functions of the account. */
  readonly 'functions-throttled'?: number;
  /** Share of the account's concurrency that is in use. */
  readonly 'concurrency-high'?: number;
  /** Reads and writes of the table and its indexes that DynamoDB throttles in five minutes. */
  readonly 'table-throttled'?: number;
  /** Share of the API's requests that fail (5xx). */
  readonly 'api-failing'?: number;
  /** Milliseconds that more than one request of the API in a hundred takes. */
  readonly 'api-slow'?: number;
  /** Seconds after which a change of the table is published. */
  readonly 'stream-late'?: number;
  /** Seconds that a message waits to hang up, to be fanned out, or to schedule a call. */
  readonly 'queues-late'?: number;
  /** Seconds after which one event in ten gets its first attempt to be delivered. */
  readonly 'deliveries-late'?: number;
  /** Seconds for which a record has been due for reconciliation. */
  readonly 'reconciliation-late'?: number;
  /** Invocations in five minutes that Lambda drops as a recursive loop. */
  readonly 'recursion-stopped'?: number;
  /** Age of a vendor's secret in days. */
  readonly 'secrets-old'?: number;
  /** Days before a certificate of a custom domain expires; ACM renews its own 60 days before. */
  readonly 'certificates-expiring'?: number;
}

/** The names of the thresholds. The compiler compares them with the type. */
const NAMES: Readonly<Record<keyof AlarmThresholds, true>> = {
  'turns-slow': true,
  'turns-very-slow': true,
  'frames-failing': true,
  'calls-in-error': true,
  'callbacks-failed': true,
  'callbacks-refused': true,
  'models-failing': true,
  'telephony-failing': true,
  'functions-throttled': true,
  'concurrency-high': true,
  'table-throttled': true,
  'api-failing': true,
  'api-slow': true,
  'stream-late': true,
  'queues-late': true,
  'deliveries-late': true,
  'reconciliation-late': true,
  'recursion-stopped': true,
  'secrets-old': true,
  'certificates-expiring': true,
};

export const isAlarm = (name: string): boolean => Object.hasOwn(NAMES, name);

/**
 * The name of an alarm on people's experience, by which stacks that are deployed before the alarm know it. `alarm`: its
 * section of the runbook, and its suffix if the section has several alarms.
 */
export const feltAlarmName = (environment: string, alarm: string): string =>
  `phone-call-agents-${environment}-${alarm}`;
