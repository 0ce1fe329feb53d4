import type { Answer } from './answer.ts';
import type { Change } from './change.ts';
import type { DatabaseWrite } from './database.ts';

/** What an operation answers, and what is to be stored for it when the answer is a success. */
export interface Outcome {
  readonly answer: Answer;
  readonly writes: DatabaseWrite[];
  readonly changes: Change[];
}
