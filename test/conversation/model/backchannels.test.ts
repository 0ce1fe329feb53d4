import { describe, expect, it } from 'vitest';
import { isBackchannel, mayBeAnswered } from '../../../lambdas/conversation/model/backchannels.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';
import { rowsOf } from '../../support/rows.ts';

const ROWS = rowsOf<[Language, boolean, string]>(import.meta.url, 'corpus/backchannels.jsonl');

it.each(ROWS)('in %s it is %s that a contact only listens who says %j', (language, listens, said) => {
  expect(isBackchannel(said, language)).toBe(listens);
});

describe('words of the agent', () => {
  const said = (text: string, left: number, complete = true) => ({
    answer: { text, complete, timestamp: '2026-05-04T12:00:00.000Z' },
    played_characters: text.length - left,
  });

  it.each([
    ['a question whose last word is not reported yet', said('Are you the owner of the account?', 8)],
    ['a question of which most was played', said('Are you the owner of the account?', 16)],
    ['a question in Japanese', said('ご本人様でいらっしゃいますか？', 7)],
    ['a quoted question', said('Did she say “are you the owner?” ', 15)],
    ['a statement whose last word is not reported yet', said('I will connect you now to sales.', 6)],
  ])('may be answered: %s', (_, session) => {
    expect(mayBeAnswered(session)).toBe(true);
  });

  it.each([
    ['a question of which less than half was played', said('Are you the owner of the account?', 20)],
    ['a statement of which some words are left', said('I will connect you now to sales.', 12)],
    ['a question that goes on', said('Are you the owner? I ask because', 14)],
    ['words that are still being sent', said('Are you the owner?', 0, false)],
  ])('are only listened to: %s', (_, session) => {
    expect(mayBeAnswered(session)).toBe(false);
  });
});
