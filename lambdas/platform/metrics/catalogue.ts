/** Every combination of dimension values costs money, so metrics have few, and never a user or a call. */
export interface MetricDeclaration {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  readonly meaning: string;
  /** Dimensions besides the environment, with all their values. @default none */
  readonly dimensions?: Readonly<Record<string, readonly string[]>>;
  /** Combinations of values that never occur. @default all combinations occur */
  readonly never?: readonly Readonly<Record<string, string>>[];
}

/** The average of a metric of 0 or 1 is its rate, and its sample count the number of cases. */
export const METRICS = {
  TurnModelAsked: {
    unit: 'Milliseconds',
    meaning: 'From the arrival of the callee’s words at API Gateway to the request to the model',
  },
  TurnFirstToken: { unit: 'Milliseconds', meaning: 'From the request to the model to its first token' },
  TurnFirstText: {
    unit: 'Milliseconds',
    meaning: 'From the model’s first token to the first text that was sent to be spoken',
  },
  TurnLastText: { unit: 'Milliseconds', meaning: 'From the first text that was sent to the last' },
  TurnSilence: {
    unit: 'Milliseconds',
    meaning: 'From the arrival of the callee’s words to the first text of the answer: what the callee waits',
  },
  TurnInterrupted: {
    unit: 'Count',
    meaning: '1 if the callee interrupted the answer or hung up, otherwise 0',
  },
  TurnFailed: { unit: 'Count', meaning: '1 if the agent had to apologize for its models, otherwise 0' },
  FrameFailed: {
    unit: 'Count',
    meaning:
      '1 for each frame of the telephony vendor whose handling failed; other frames are only invocations',
  },
  ConnectionRefused: {
    unit: 'Count',
    meaning: 'Connections to the relay’s address that were refused because they were not signed',
  },
  CallbackUnsigned: {
    unit: 'Count',
    meaning:
      'Callbacks to the address of a call or number that the platform’s telephony account did not sign',
  },
  ModelFailed: {
    unit: 'Count',
    meaning: '1 if a request to a language model failed in a conversation, otherwise 0',
  },
  ModelFallbacks: { unit: 'Count', meaning: 'Requests to a fallback after another model failed' },
  ModelTokens: {
    unit: 'Count',
    meaning: 'Tokens of conversations on the platform’s accounts, input and output',
  },
  TelephonyRequests: {
    unit: 'Count',
    meaning: 'Requests to the telephony vendor, by outcome',
    dimensions: {
      Outcome: [
        'ok',
        'throttled',
        'not_authorized',
        'not_found',
        'number_refused',
        'otherwise_refused',
        'unreachable',
        'answer_lost',
      ],
    },
  },
  TelephonyFailed: {
    unit: 'Count',
    meaning:
      '1 if the telephony vendor throttled a request, could not be reached, or its answer was lost, otherwise 0',
  },
  CallsStarted: {
    unit: 'Count',
    meaning: 'Calls in which a conversation began: the callee or the agent answered',
    dimensions: { Direction: ['outbound', 'inbound'] },
  },
  CallsEnded: {
    unit: 'Count',
    meaning:
      'Calls that have ended: after a conversation, unanswered (busy, or nobody picked up), cancelled before the answer, or by an error',
    dimensions: {
      Direction: ['outbound', 'inbound'],
      Outcome: ['conversation', 'unanswered', 'cancelled', 'error'],
    },
    never: [
      { Direction: 'inbound', Outcome: 'unanswered' },
      { Direction: 'inbound', Outcome: 'cancelled' },
    ],
  },
  CallFailed: { unit: 'Count', meaning: '1 if a call ended by an error, otherwise 0' },
  CallsUnderWay: {
    unit: 'Count',
    meaning: 'Calls that are ringing or in conversation, counted by each run of reconciliation',
  },
  DeliveryAttempts: {
    unit: 'Count',
    meaning: 'Attempts to deliver an event to a webhook, by what follows',
    dimensions: { Outcome: ['delivered', 'retried', 'given_up'] },
  },
  DeliveryWait: { unit: 'Milliseconds', meaning: 'From an event to the first attempt to deliver it' },
  DeliveryAge: { unit: 'Milliseconds', meaning: 'From an event to its delivery, failed attempts included' },
  DeliveriesGivenUp: { unit: 'Count', meaning: 'Deliveries whose every attempt failed' },
  WebhooksSwitchedOff: {
    unit: 'Count',
    meaning: 'Webhooks that were disabled because they failed or are gone',
  },
  QuotaSharesPassed: { unit: 'Count', meaning: 'How often users passed 80 % or 100 % of a quota' },
  SecretAge: {
    unit: 'Seconds',
    meaning: 'The age of each of the vendors’ secrets, measured every six hours',
  },
  ReconciliationLag: {
    unit: 'Seconds',
    meaning: 'How long the longest due record has been due when a reconciliation run begins',
  },
  ReconciliationLeft: { unit: 'Count', meaning: 'Due records that a reconciliation run leaves for the next' },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

export type MetricName = keyof typeof METRICS;

/** The dimensions of a metric, besides the environment, with one of their values each. */
export type DimensionsOf<Name extends MetricName> = (typeof METRICS)[Name] extends {
  readonly dimensions: infer Declared extends Readonly<Record<string, readonly string[]>>;
}
  ? { readonly [Dimension in keyof Declared]: Declared[Dimension][number] }
  : Readonly<Record<never, never>>;

export const METRIC_NAMESPACE = 'phone-call-agents';

export const ENVIRONMENT_DIMENSION = 'Environment';

type Dimensions = Readonly<Record<string, string>>;

export function occurs(name: MetricName, dimensions: Dimensions): boolean {
  const { never = [] }: MetricDeclaration = METRICS[name];
  return !never.some((together) =>
    Object.entries(together).every(([dimension, value]) => dimensions[dimension] === value),
  );
}
