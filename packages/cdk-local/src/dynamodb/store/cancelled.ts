import { Refusal } from './answer.ts';

/** Why an action of a transaction was cancelled; `None` if another action was the cause. */
export interface CancellationReason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: unknown;
}

export function cancelled(reasons: readonly CancellationReason[]): Refusal {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new Refusal({
    status: 400,
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons,
    },
  });
}
