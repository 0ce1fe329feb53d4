import type { Answer } from '../store/answer.ts';
import type { Change } from '../store/change.ts';
import type { DatabaseWrite } from '../store/database.ts';

/** The answer of an operation, and the writes to store after a success. */
export interface Outcome {
  readonly answer: Answer;
  readonly writes: DatabaseWrite[];
  readonly changes: Change[];
}
