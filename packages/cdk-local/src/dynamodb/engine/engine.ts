import type { Answer } from '../store/answer.ts';
import type { Change, UserIdentity } from '../store/change.ts';
import type { DatabaseWrite } from '../store/database.ts';

export interface Engine {
  /** Runs an operation and stores the stream records of its changes, with the identity if one is given. */
  execute(operation: string, input: unknown, userIdentity?: UserIdentity): Promise<Answer>;
  /** Resolves when no write is under way. */
  idle(): Promise<void>;
}

/** The answer of an operation, and the writes to store after a success. */
export interface Outcome {
  readonly answer: Answer;
  readonly writes: DatabaseWrite[];
  readonly changes: Change[];
}
