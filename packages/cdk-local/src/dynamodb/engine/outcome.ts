import type { Answer } from '../store/answer.ts';
import type { Change } from '../store/change.ts';
import type { DatabaseWrite } from '../store/database.ts';

/** What an operation answers, and what is to be stored for it when the answer is a success. */
export interface Outcome {
  readonly answer: Answer;
  readonly writes: DatabaseWrite[];
  readonly changes: Change[];
}
