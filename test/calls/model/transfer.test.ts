import { describe, expect, it } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import { planOf } from '../../../lambdas/actions/model/transfer-plan.ts';
import { withTransferOutcome } from '../../../lambdas/calls/model/opening.ts';
import {
  isUnderWay,
  type Transfer,
  type TransferredCall,
  transferAtEnd,
  withFailure,
  withNext,
} from '../../../lambdas/calls/model/transfer/transfer.ts';
import type { Turn } from '../../../lambdas/conversation/model/session.ts';
import { failureOf } from '../../../lambdas/vendors/model/call-status.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const ACTION = '01890a5d-ac96-774b-bcce-b302099a8021';
const now = new Date('2026-01-01T12:00:00.000Z');
const at = now.toISOString();
const about = { actionId: ACTION, now };

const transfer: Transfer = {
  action_id: ACTION,
  session_id: 'VX1',
  state: 'dialing',
  first_attempt: 1,
  attempt: 1,
};
const earlier = { action_id: ACTION, phone_number: '+15550000001', started_at: at, failed_at: at };
const ringing = { action_id: ACTION, phone_number: '+15550000002', started_at: at };
const call: TransferredCall = {
  status: 'in_progress',
  stage: 'transfer_started',
  transfer,
  transfer_attempts: [earlier, ringing],
};

const actionOf = (type: CallAction['type'], config: Record<string, unknown>): CallAction => ({
  id: ACTION,
  user_id: ACTION,
  type,
  config,
});

describe('the plan of an action', () => {
  it.each([
    ['action_transfer_call' as const, { phone_number: '+15550000001' }],
    ['action_add_to_conference' as const, { phone_number: '+15550000001', place_primary_on_hold: true }],
  ])('is one number that rings for 30 seconds and connects at once: %s', (type, config) => {
    expect(planOf(actionOf(type, config))).toEqual({
      actionId: ACTION,
      phoneNumbers: ['+15550000001'],
      ringSeconds: 30,
      maxSeconds: 30,
    });
  });

  it('is absent if the action does not transfer the call', () => {
    expect(planOf(actionOf('action_end_conversation', {}))).toBeUndefined();
  });
});

describe('an attempt', () => {
  it.each([
    ['the present one', call, 1, true],
    ['an earlier one', call, 0, false],
    ['none', call, undefined, false],
    ['one of a call that is over', { ...call, status: 'ended' }, 1, false],
    [
      'one of a transfer that failed',
      { ...call, transfer: { ...transfer, state: 'failed' as const } },
      1,
      false,
    ],
  ])('is under way or not: %s', (_, given, attempt, expected) => {
    expect(isUnderWay(given, attempt)).toBe(expected);
  });

  it('follows those whose numbers cannot be called', () => {
    const attempts = withNext([earlier], { refused: ['+15550000003'], next: '+15550000004' }, about);

    expect(attempts).toEqual([
      earlier,
      {
        action_id: ACTION,
        phone_number: '+15550000003',
        started_at: at,
        failed_at: at,
        failure_reason: 'invalid_number',
      },
      { action_id: ACTION, phone_number: '+15550000004', started_at: at },
    ]);
  });
});

it('the end of a call counts as a hang-up of the caller or callee if nobody accepted the call', () => {
  expect(transferAtEnd(call, now)).toEqual({
    transfer: { ...transfer, state: 'failed' },
    transfer_attempts: [earlier, { ...ringing, failed_at: at, failure_reason: 'caller_hung_up' }],
  });
});

it.each([
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['canceled', 'no_answer'],
  ['failed', 'invalid_number'],
  ['completed', 'declined'],
  ['answered', 'declined'],
  ['in-progress', 'vendor_error'],
  ['constructor', 'vendor_error'],
  ['', 'vendor_error'],
])('the reason of a failure of the vendor’s status %s is %s', (status, reason) => {
  expect(failureOf(status)).toBe(reason);
});

describe('the turns of a callee who returns', () => {
  const turnOf = (number: number, action_id: string): Turn => ({
    call_id: ACTION,
    user_id: ACTION,
    webhook_id: null,
    number,
    timestamp: at,
    action: { action_id, type: 'action_transfer_call', input: {}, output: {} },
  });
  const turns = [turnOf(1, ACTION), turnOf(2, ACTION)];
  const failed = { ...transfer, state: 'failed' as const };
  const attempts = withFailure(call, { reason: 'busy', now });

  it('contain the reason why the last transfer failed', () => {
    const returning = {
      ...storedCall({ id: ACTION, user_id: ACTION }),
      transfer: failed,
      transfer_attempts: attempts,
      connection_id: 'a',
      returning_from: 'a',
    };

    const outputs = withTransferOutcome(returning, turns).map(
      (turn) => 'action' in turn && turn.action.output,
    );

    expect(outputs).toEqual([{}, { failure_reason: 'busy', numbers_tried: 1 }]);
    expect(withTransferOutcome({ ...returning, connection_id: 'b' }, turns)).toEqual(turns);
  });
});
