import { expect, it } from 'vitest';
import { bothSpoke } from '../../../lambdas/domain/calls/synthetic-call.ts';

it.each([
  ['AGENT: Hi\nHUMAN: It is the Test Line!\nAGENT: Thanks', true],
  ['HUMAN: test, line\nAGENT: Thanks', true],
  ['AGENT: Hi\nHUMAN: It is the test line', false],
  ['AGENT: the test line\nHUMAN: yes\nAGENT: Thanks', false],
  ['HUMAN: contest lines\nAGENT: Thanks', false],
  ['HUMAN: the test line\nAGENT: ', false],
  ['', false],
])('in %j, both sides spoke: %s', (transcript, talked) => {
  expect(bothSpoke(transcript, 'test line')).toBe(talked);
});
