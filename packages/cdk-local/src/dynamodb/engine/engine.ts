import type { Answer } from '../store/answer.ts';
import type { UserIdentity } from '../store/change.ts';

/** A global secondary index to make. */
export interface GlobalSecondaryIndex {
  readonly IndexName: string;
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  readonly Projection: object;
}

/** What serves the items: dynalite's operations in this process, or another DynamoDB endpoint. */
export interface Engine {
  /** Runs one operation and stores the stream records of what it changed, as the identity's doing if one is given. */
  execute(operation: string, input: unknown, userIdentity?: UserIdentity): Promise<Answer>;
  /** Adds an index to a table that exists, and fills it. */
  addIndex(
    tableName: string,
    index: GlobalSecondaryIndex,
    attributeDefinitions: readonly object[],
  ): Promise<void>;
  /** Resolves when no write is under way. */
  idle(): Promise<void>;
}
