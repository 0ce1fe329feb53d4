import { describe, expect, it } from 'vitest';
import { callStatus } from '../../../../lambdas/domain/calls/call.ts';
import { isFinal, transitions } from '../../../../lambdas/domain/calls/call-state.ts';

describe('the states of a call', () => {
  it('move in one direction: no transition leaves a final state or returns to an earlier one', () => {
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
