import { expect, it } from 'vitest';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import { afterFailedTurn } from '../../../lambdas/conversation/turn/speech.ts';
import { session } from '../../support/records.ts';

it.each([
  [0, 'trouble', false],
  [1, 'trouble', false],
  [2, 'farewell', true],
] as const)('after %i failed turns in a row, the agent says "%s" at the next one', (before, phrase, givesUp) => {
  const { failures, words, ...outcome } = afterFailedTurn({ ...session(), failures: before });

  expect([failures, words, outcome]).toEqual([before + 1, PHRASES.en[phrase], { givesUp }]);
});
