/** Every combination of dimension values costs money, so metrics have few, and never a user or a call. */
export interface MetricDeclaration {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Dimensions besides the environment, with all their values. @default none */
  readonly dimensions?: Readonly<Record<string, readonly string[]>>;
  /** Combinations of values that never occur. @default all combinations occur */
  readonly never?: readonly Readonly<Record<string, string>>[];
}

/** The average of a metric of 0 or 1 is its rate, and its sample count the number of cases. */
export const METRICS = {
  /** From the arrival of the callee’s words at API Gateway to the request to the model. */
  TurnModelAsked: { unit: 'Milliseconds' },
  /** From the request to the model to its first token. */
  TurnFirstToken: { unit: 'Milliseconds' },
  /** From the model’s first token to the first text that was sent to be spoken. */
  TurnFirstText: { unit: 'Milliseconds' },
  /** From the first text that was sent to the last. */
  TurnLastText: { unit: 'Milliseconds' },
  /** From the arrival of the callee’s words to the first text of the answer: what the callee waits. */
  TurnSilence: { unit: 'Milliseconds' },
  /** 1 if the callee interrupted the answer or hung up, otherwise 0. */
  TurnInterrupted: { unit: 'Count' },
  /** 1 if the agent had to apologize for its models, otherwise 0. */
  TurnFailed: { unit: 'Count' },
  /** 1 for each frame of the telephony vendor whose handling failed; other frames are only invocations. */
  FrameFailed: { unit: 'Count' },
  /** Connections to the relay’s address that were refused because they were not signed. */
  ConnectionRefused: { unit: 'Count' },
  /** Callbacks to the address of a call or number that the platform’s telephony account did not sign. */
  CallbackUnsigned: { unit: 'Count' },
  /** 1 if a request to a language model failed in a conversation, otherwise 0. */
  ModelFailed: { unit: 'Count' },
  /** Requests to a fallback after another model failed. */
  ModelFallbacks: { unit: 'Count' },
  /** Tokens of conversations on the platform’s accounts, input and output. */
  ModelTokens: { unit: 'Count' },
  /** Requests to the telephony vendor, by outcome. */
  TelephonyRequests: {
    unit: 'Count',
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
  /** 1 if the telephony vendor throttled a request, could not be reached, or its answer was lost, otherwise 0. */
  TelephonyFailed: { unit: 'Count' },
  /** Calls in which a conversation began: the callee or the agent answered. */
  CallsStarted: { unit: 'Count', dimensions: { Direction: ['outbound', 'inbound'] } },
  /** Calls that have ended: after a conversation, unanswered (busy, or nobody picked up), cancelled before the answer, or by an error. */
  CallsEnded: {
    unit: 'Count',
    dimensions: {
      Direction: ['outbound', 'inbound'],
      Outcome: ['conversation', 'unanswered', 'cancelled', 'error'],
    },
    never: [
      { Direction: 'inbound', Outcome: 'unanswered' },
      { Direction: 'inbound', Outcome: 'cancelled' },
    ],
  },
  /** 1 if a call ended by an error, otherwise 0. */
  CallFailed: { unit: 'Count' },
  /** Calls that are ringing or in conversation, counted by each run of reconciliation. */
  CallsUnderWay: { unit: 'Count' },
  /** Attempts to deliver an event to a webhook, by what follows. */
  DeliveryAttempts: { unit: 'Count', dimensions: { Outcome: ['delivered', 'retried', 'given_up'] } },
  /** From an event to the first attempt to deliver it. */
  DeliveryWait: { unit: 'Milliseconds' },
  /** From an event to its delivery, failed attempts included. */
  DeliveryAge: { unit: 'Milliseconds' },
  /** Deliveries whose every attempt failed. */
  DeliveriesGivenUp: { unit: 'Count' },
  /** Webhooks that were disabled because they failed or are gone. */
  WebhooksSwitchedOff: { unit: 'Count' },
  /** How often users passed 80 % or 100 % of a quota. */
  QuotaSharesPassed: { unit: 'Count' },
  /** The age of each of the vendors’ secrets, measured every six hours. */
  SecretAge: { unit: 'Seconds' },
  /** How long the longest due record has been due when a reconciliation run begins. */
  ReconciliationLag: { unit: 'Seconds' },
  /** Due records that a reconciliation run leaves for the next. */
  ReconciliationLeft: { unit: 'Count' },
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
