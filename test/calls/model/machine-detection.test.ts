import { expect, it } from 'vitest';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import {
  asksForDetection,
  mayBePerson,
  stepsOfAnswerer,
} from '../../../lambdas/calls/model/machine-detection.ts';
import { answererReported } from '../../../lambdas/conversation/model/session-events.ts';
import { afterUserTurn } from '../../../lambdas/conversation/model/user-turn.ts';
import type { EventKind } from '../../../lambdas/webhooks/model/webhook.ts';
import { at, knownCall, session } from '../../support/records.ts';

it.each<[StoredCall['on_no_human_answer'], EventKind[], boolean]>([
  ['continue', [], false],
  ['continue', ['event_message'], false],
  ['continue', ['event_human_detection'], true],
  ['hangup', [], true],
])('detection is asked for in a call that is to %s, with the subscriptions %j: %s', (on_no_human_answer, subscriptions, asks) => {
  const call = knownCall({ on_no_human_answer });
  const webhook = call.agent.webhook && { ...call.agent.webhook, subscriptions };

  expect(asksForDetection({ ...call, agent: { ...call.agent, webhook } })).toBe(asks);
});

const call_screening = { identity: 'Ada', purpose: 'Your order.' };

it.each([
  ['nothing was heard', undefined, {}, false],
  ['nothing was heard, and a screener would get an answer', undefined, { call_screening }, true],
  ['a short reply was heard', 'Yes?', {}, true],
  ['a screener was heard', 'Please state your name and reason for calling.', {}, true],
  ['a greeting was heard', 'Please leave a message after the tone.', { call_screening }, false],
])('a detected machine may be a person if %s: %s, %j: %s', (_, text, settings, maybe) => {
  const begun = session();
  const state = { session: { ...begun, settings: { ...begun.settings, ...settings } }, turns: [] };
  const heard = text
    ? afterUserTurn(state, { text, droppedTokens: 0 }, { now: at(2), maxCallSeconds: 600 })
    : state;

  const reported = heard && answererReported(heard.session, 'machine', at(3));

  expect(mayBePerson(reported?.session)).toBe(maybe);
  expect(reported && answererReported(reported.session, 'machine', at(4))).toBeUndefined();
});

it('what answered a call without a conversation is what was detected', () => {
  const detected = { human_detection_result: 'no_human', human_detected_at: at(3).toISOString() } as const;

  expect(stepsOfAnswerer(detected)).toEqual([
    { answered_by: 'voicemail', at: at(3).toISOString(), from: 'detection' },
  ]);
  expect(stepsOfAnswerer({})).toEqual([]);
});
