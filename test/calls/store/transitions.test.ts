import { describe, expect, it } from 'vitest';
import { type CallStatus, callStatus } from '../../../lambdas/calls/model/call.ts';
import { isPermitted, type Transition } from '../../../lambdas/calls/model/call-state.ts';
import { recordHumanDetection } from '../../../lambdas/calls/store/call-fields.ts';
import { type CallKey, connectCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { changeSession } from '../../../lambdas/conversation/change-session.ts';
import { answererReported } from '../../../lambdas/conversation/model/session-events.ts';
import { afterUserTurn } from '../../../lambdas/conversation/model/user-turn.ts';
import { beginConversation } from '../../../lambdas/conversation/store/begin-conversation.ts';
import { tableStore } from '../../../lambdas/conversation/store/conversations.ts';
import { interposed } from '../../support/table/interposed.ts';
import { newCallIn, sessionOf } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const SID = 'CA00000000000000000000000000000001';

/** Written out, so that a change of the table of transitions must also be made here. */
const AFTER: Readonly<Record<CallStatus, Readonly<Record<Transition, CallStatus>>>> = {
  not_started: { connect: 'in_progress', end: 'ended', fail: 'error' },
  in_progress: { connect: 'in_progress', end: 'ended', fail: 'error' },
  ended: { connect: 'ended', end: 'ended', fail: 'ended' },
  error: { connect: 'error', end: 'error', fail: 'error' },
};

const make: Readonly<Record<Transition, (key: CallKey) => Promise<unknown>>> = {
  connect: (key) => connectCall(table, key, { sid: SID, now }),
  end: (key) => finishCall(table, key, { transition: 'end', now }),
  fail: (key) => finishCall(table, key, { transition: 'fail', now, errorMessage: 'Broken.' }),
};

const names = Object.keys(make) as Transition[];

describe.each(callStatus.options)('a call that is %s', (status) => {
  it.each(names)('has the right state after the transition %s', async (transition) => {
    const { key } = await newCallIn(table, { status, dialing_at: now.toISOString(), counted: true });
    const before = await loadCall(table, key);

    await make[transition](key);

    const after = await loadCall(table, key);
    expect(after?.status).toBe(AFTER[status][transition]);
    if (!isPermitted(transition, status)) expect(after).toEqual(before);
  });
});

it('a call that is answered while it is being ended keeps the time of its answer', async () => {
  const { key } = await newCallIn(table, { dialing_at: now.toISOString(), counted: true });
  let isFirst = true;
  const interrupted = interposed(table, async ({ input }) => {
    if (!isFirst || !input.TransactItems) return;
    isFirst = false;
    await make.connect(key);
  });

  const ended = await finishCall(interrupted, key, { transition: 'end', now });

  expect(ended).toMatchObject({ start_time: now.toISOString(), stage: 'picked_up' });
  expect(await loadCall(table, key)).toMatchObject({ status: 'ended', start_time: now.toISOString() });
});

const SCREENER = 'If you record your name and reason for calling, I will see if this person is available.';

it.each([
  ['leave_message', 'no_human', 'You have reached Anna.', 'human_unanswered'],
  ['leave_message', 'no_human', SCREENER, 'screened'],
  ['leave_message', 'human', 'Hello?', 'human_disconnected'],
  ['leave_message', 'no_human', 'Yes?', 'human_disconnected'],
  ['hangup', 'no_human', 'Please leave a message after the tone.', 'human_unanswered'],
  ['continue', 'no_human', 'Please leave a message after the tone.', 'human_disconnected'],
] as const)('with %s, %s and "%s", an end without a message is %s', async (wish, result, words, outcome) => {
  const dialed = { dialing_at: now.toISOString(), on_no_human_answer: wish };
  const { call, key } = await newCallIn(table, dialed);
  await make.connect(key);
  const connectionId = `connection-${call.id}`;
  await beginConversation(table, connectionId, { session: sessionOf(call), now });
  const context = { store: tableStore(table, connectionId), now: () => now };
  const limits = { now, maxCallSeconds: 600 };
  await changeSession(context, (session) =>
    afterUserTurn({ session, turns: [] }, { text: words, droppedTokens: 0 }, limits),
  );
  const answerer = result === 'human' ? 'human' : 'machine';
  await changeSession(context, (session) => answererReported(session, answerer, now));
  await recordHumanDetection(table, key, { result, now });

  await make.end(key);

  expect((await loadCall(table, key))?.stage_outcome).toBe(outcome);
});
