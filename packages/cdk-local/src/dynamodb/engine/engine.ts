import type { Answer } from '../store/answer.ts';
import type { UserIdentity } from '../store/change.ts';

/** A global secondary index to make. */
export interface GlobalSecondaryIndex {
  readonly IndexName: string;
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  readonly Projection: object;
}

/** Stores the items: dynalite's operations in this process, or another DynamoDB endpoint. */
export interface Engine {
  /** Runs an operation and stores the stream records of its changes, with the identity if one is given. */
  execute(operation: string, input: unknown, userIdentity?: UserIdentity): Promise<Answer>;
  /** Adds an index to an existing table, and fills it. */
  addIndex(
    tableName: string,
    index: GlobalSecondaryIndex,
    attributeDefinitions: readonly object[],
  ): Promise<void>;
  /** Resolves when no write is under way. */
  idle(): Promise<void>;
}
