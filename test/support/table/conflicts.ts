import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../lambdas/platform/table/table.ts';

/** A refusal of DynamoDB: another write is in progress at the item, or the table is throttled. */
export type Conflict =
  | 'TransactionConflictException'
  | 'ProvisionedThroughputExceededException'
  | 'cancelled: TransactionConflict'
  | 'cancelled: ThrottlingError'
  | 'cancelled: ProvisionedThroughputExceeded';

/** Refuses a table's next writes as DynamoDB does; reads and all later writes reach the table. */
export class Conflicts {
  #pending: (Conflict | 'none')[] = [];
  #lasting: Conflict | undefined;

  constructor({ client }: Table) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const conflict = isWrite(commandName)
            ? (this.#pending.shift() ?? this.#lastingOf(commandName))
            : undefined;
          if (conflict !== undefined && conflict !== 'none') throw exceptionOf(conflict, args.input);
          return next(args);
        },
      { step: 'initialize', name: 'Conflicts' },
    );
  }

  /** Refuses the next writes with these, one each; `none` lets one pass. */
  inject(...conflicts: readonly (Conflict | 'none')[]): void {
    this.#pending.push(...conflicts);
  }

  /** Refuses all transactions with this from now on. */
  keepRefusing(conflict: Conflict): void {
    this.#lasting = conflict;
  }

  #lastingOf(commandName: string): Conflict | undefined {
    return commandName.startsWith('TransactWrite') ? this.#lasting : undefined;
  }

  /** The number of conflicts that are still to come. */
  get left(): number {
    return this.#pending.length;
  }

  /** Refuses no more writes. */
  clear(): void {
    this.#pending = [];
    this.#lasting = undefined;
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
