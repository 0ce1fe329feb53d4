import { describe, expect, it } from 'vitest';
import { callStatus } from '../../../../lambdas/domain/calls/call.ts';
import { isFinal, judgeVendorStatus, transitions } from '../../../../lambdas/domain/calls/call-state.ts';

describe('the states of a call', () => {
  it('move one way: nothing leaves a final state, and nothing returns', () => {
    const order = ['not_started', 'in_progress', 'ended', 'error'];

    const backward = Object.values(transitions).filter(({ to, from }) =>
      from.some((state) => isFinal(state) || order.indexOf(state) >= order.indexOf(to)),
    );

    expect(backward).toEqual([]);
    expect(callStatus.options.filter(isFinal).sort()).toEqual(['ended', 'error']);
  });

  it('can all be reached', () => {
    const reached = new Set(['not_started', ...Object.values(transitions).map(({ to }) => to)]);

    expect([...reached].sort()).toEqual([...callStatus.options].sort());
  });
});

describe('judgeVendorStatus', () => {
  it.each([
    ['queued', 'pending', undefined],
    ['initiated', 'pending', undefined],
    ['ringing', 'pending', undefined],
    ['in-progress', 'connected', undefined],
    ['completed', 'ended', undefined],
    ['busy', 'failed', 'human_unanswered'],
    ['no-answer', 'failed', 'human_unanswered'],
    ['failed', 'failed', 'call_did_not_connect'],
    ['canceled', 'failed', 'call_did_not_connect'],
    ['a-status-of-tomorrow', 'pending', undefined],
  ])('takes %s for %s', (status, kind, outcome) => {
    const verdict = judgeVendorStatus(status);

    expect(verdict.kind).toBe(kind);
    expect(verdict.kind === 'failed' ? verdict.outcome : undefined).toBe(outcome);
  });
});
