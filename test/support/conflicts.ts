import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../lambdas/store/table/table.ts';

/** A refusal of DynamoDB: another write is in progress at the item, or the table is throttled. */
export type Conflict =
  | 'TransactionConflictException'
  | 'ProvisionedThroughputExceededException'
  | 'cancelled: TransactionConflict'
  | 'cancelled: ThrottlingError'
  | 'cancelled: ProvisionedThroughputExceeded';

/** Refuses a table's next writes as DynamoDB does; reads and all later writes reach the table. */
export class Conflicts {
  #pending: Conflict[] = [];

  constructor({ client }: Table) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const conflict = isWrite(commandName) ? this.#pending.shift() : undefined;
          if (conflict) throw exceptionOf(conflict, args.input);
          return next(args);
        },
      { step: 'initialize', name: 'Conflicts' },
    );
  }

  /** The next writes are refused with these, one each. */
  inject(...conflicts: readonly Conflict[]): void {
    this.#pending.push(...conflicts);
  }

  /** How many conflicts are still to come. */
  get left(): number {
    return this.#pending.length;
  }

  /** No more writes are refused. */
  clear(): void {
    this.#pending = [];
  }
}

const isWrite = (commandName: string) => /^(Put|Update|Delete|TransactWrite)/.test(commandName);

function exceptionOf(conflict: Conflict, input: object): Error {
  const about = { message: conflict, $metadata: {} };
  if (conflict === 'TransactionConflictException') return new TransactionConflictException(about);
  if (conflict === 'ProvisionedThroughputExceededException')
    return new ProvisionedThroughputExceededException(about);
  const { length } = (input as { TransactItems: unknown[] }).TransactItems;
  const Code = conflict.slice('cancelled: '.length);
  // The last write meets the conflict.
  const CancellationReasons = Array.from({ length }, (_, index) => ({
    Code: index === length - 1 ? Code : 'None',
  }));
  return new TransactionCanceledException({ ...about, CancellationReasons });
}
