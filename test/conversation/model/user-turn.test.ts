import { expect, it } from 'vitest';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { afterUserTurn } from '../../../lambdas/conversation/model/user-turn.ts';
import { at, session } from '../../support/records.ts';

const GREETING = 'Please leave a message after the beep.';

it.each<[string, Partial<Session>, string, number, string]>([
  ['is answered', {}, 'Hello.', 9, 'answer'],
  ['awaits the beep of a machine', { leaves_message: true }, GREETING, 9, 'await_beep'],
  ['finds a mailbox that the call hangs up on', { hangs_up_on_machines: true }, GREETING, 9, 'hang_up'],
  ['is a machine’s when the agent leaves', { leaves_message: true, ending: true }, GREETING, 9, 'leave'],
  ['is on a line on hold', {}, 'All lines are busy. Please hold.', 9, 'wait'],
  ['is a caller’s', { answerer: undefined }, 'All lines are busy. Please hold.', 9, 'answer'],
  ['is answered by an agent that leaves no message', {}, GREETING, 9, 'answer'],
  ['is heard on hold', { holding: true }, 'One moment.', 9, 'stay_on_hold'],
  ['ends a hold', { holding: true }, 'Hello?', 9, 'answer'],
  ['comes when the agent leaves', { ending: true }, 'Hello?', 9, 'leave'],
  ['comes before the last minute of the call', {}, 'So I said', 539, 'answer'],
  ['comes in the last minute of the call', {}, 'So I said', 541, 'say_farewell'],
  ['comes without tokens', { out_of_tokens: true }, 'Hello.', 9, 'end_for_tokens'],
])('a turn that %s', (_, changes, text, seconds, nextStep) => {
  const begun = { ...session('Hello!'), ...changes };

  const change = afterUserTurn(
    { session: begun, turns: [] },
    { text, droppedTokens: 0 },
    { now: at(seconds), maxCallSeconds: 600 },
  );

  expect(change?.nextStep).toBe(nextStep);
});
