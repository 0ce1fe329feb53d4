export type RequestFault =
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly status: number;
      readonly details?: object;
    }
  /** The request is executed, and the connection breaks before the answer. */
  | { readonly kind: 'answer lost' }
  | { readonly kind: 'done but failed'; readonly code: string; readonly status: number }
  | { readonly kind: 'slow' }
  /** Some entries of a batch are executed; the service reports the others as failed. */
  | { readonly kind: 'partial' }
  /** The container that sent it ends before the request has an effect. */
  | { readonly kind: 'cut before' }
  /** The container that sent it ends after the request had its effect. */
  | { readonly kind: 'cut after' };

const refused = (code: string, status = 400, details?: object): RequestFault => ({
  kind: 'refused',
  code,
  status,
  ...(details && { details }),
});
const failedAfter = (code: string): RequestFault => ({ kind: 'done but failed', code, status: 500 });

/** Faults that can hit any service: networks break, answers are late, and containers end at any moment. */
const ANYWHERE: readonly RequestFault[] = [
  { kind: 'answer lost' },
  { kind: 'slow' },
  { kind: 'cut before' },
  { kind: 'cut after' },
];

/** The errors that each service documents as retryable. A 500 "may have succeeded": it comes before or after. */
const BY_SERVICE: Readonly<Record<string, readonly RequestFault[]>> = {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  dynamodb: [
    refused('InternalServerError', 500),
    failedAfter('InternalServerError'),
    refused('ProvisionedThroughputExceededException'),
    refused('ThrottlingException'),
    refused('RequestLimitExceeded'),
  ],
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
  sqs: [
    refused('InternalError', 500),
    failedAfter('InternalError'),
    refused('ServiceUnavailable', 503),
    refused('RequestThrottled', 403),
  ],
  // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
  events: [
    refused('InternalException', 500),
    failedAfter('InternalException'),
    refused('ThrottlingException'),
  ],
  // https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
  scheduler: [
    refused('InternalServerException', 500),
    failedAfter('InternalServerException'),
    refused('ThrottlingException', 429),
  ],
  // https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
  secretsmanager: [refused('InternalServiceError', 500), refused('ThrottlingException')],
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  s3: [
    refused('InternalError', 500),
    failedAfter('InternalError'),
    refused('SlowDown', 503),
    refused('ServiceUnavailable', 503),
  ],
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
  connections: [refused('LimitExceededException', 429), refused('InternalServerError', 500)],
};

/** Another request is using the item (transaction conflict handling). */
const conflict = refused('TransactionConflictException');

const conflicts: Readonly<Record<string, (items: number) => RequestFault>> = {
  PutItem: () => conflict,
  UpdateItem: () => conflict,
  DeleteItem: () => conflict,
  TransactWriteItems: cancelledBy,
};

/** A transaction that another one cancelled, at its first item. */
function cancelledBy(items: number): RequestFault {
  const CancellationReasons = Array.from({ length: Math.max(1, items) }, (_, index) =>
    index === 0
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  return refused('TransactionCanceledException', 400, { CancellationReasons });
}

const PARTIAL: ReadonlySet<string> = new Set(['PutEvents', 'SendMessageBatch', 'BatchGetItem']);

/** All faults that may hit a request; `items` is the size of a transaction. */
export function requestFaults(
  service: string,
  operation: string,
  items: number,
): readonly [RequestFault, ...RequestFault[]] {
  const conflictOf = service === 'dynamodb' ? conflicts[operation] : undefined;
  // Conflicts are the usual fault of a write, so they are listed twice.
  const contended = conflictOf ? [conflictOf(items), conflictOf(items)] : [];
  const partial: RequestFault[] = PARTIAL.has(operation) ? [{ kind: 'partial' }, { kind: 'partial' }] : [];
  return [{ kind: 'answer lost' }, ...ANYWHERE, ...(BY_SERVICE[service] ?? []), ...contended, ...partial];
}
