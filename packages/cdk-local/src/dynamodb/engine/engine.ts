import type { Answer } from '../store/answer.ts';
import type { UserIdentity } from '../store/change.ts';

export interface Engine {
  /** Runs an operation and stores the stream records of its changes, with the identity if one is given. */
  execute(operation: string, input: unknown, userIdentity?: UserIdentity): Promise<Answer>;
  /** Resolves when no write is under way. */
  idle(): Promise<void>;
}
