import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { requestBudgetKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Seconds for which it is kept after its minute. */
const KEPT_SECONDS = 24 * 3600;

/** The budget of a user for requests of one kind. */
export interface RequestBudget {
  readonly userId: string;
  /** The kind, in one word. */
  readonly kind: string;
  readonly perMinute: number;
}

/** Takes one request from a user's budget of the current minute. Returns false if it is used up. */
export async function takeRequest(table: Table, budget: RequestBudget, now: Date): Promise<boolean> {
  const minute = Math.floor(now.getTime() / 60_000);
  const write = (update: FieldUpdate) =>
    isWritten(() =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: requestBudgetKey(budget.userId, budget.kind),
          ...fieldUpdate(update),
        }),
      ),
    );
  const takeNext = () =>
    write({
      add: { taken: 1 },
      condition: 'of_minute = :minute AND taken < :most',
      values: { ':minute': minute, ':most': budget.perMinute },
    });
  const takeFirst = () =>
    write({
      set: { of_minute: minute, taken: 1, expires_at: minute * 60 + KEPT_SECONDS },
      condition: 'attribute_not_exists(of_minute) OR of_minute < :minute',
      values: { ':minute': minute },
    });
  // Another request may have begun the minute in between.
  return (await takeNext()) || (await takeFirst()) || (await takeNext());
}
