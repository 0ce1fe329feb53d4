// Events on the service's side.
import { expect } from 'vitest';
import { type Kind, nothing, one, type State, type Step } from './expected.ts';
import { finished, told } from './state.ts';
import type { Placing } from './vendor.ts';

export const dialed = (placing: Placing): Kind => ({
  name: `dial(${placing})`,
  isRetried: true,
  when: () => true,
  happen(_, world) {
    let isOurs = false;
    const claim: Step = (state) => {
      isOurs = state.status === 'not_started' && !state.dialing;
      return isOurs ? { ...state, dialing: true } : state;
    };
    const ours = (step: Step) => (state: State) => (isOurs ? step(state) : state);
    const release = ours((state) => (state.sid ? state : { ...state, dialing: false }));
    const outcomes: Record<Placing, Step[]> = {
      placed: [ours((state) => ({ ...state, sid: true }))],
      lost: [],
      busy: [release],
      refused: [release, ours(finished({ status: 'error' }))],
    };
    return {
      steps: () => [claim, ...outcomes[placing]],
      async tell(functions) {
        world.vendor.placing.set(world.callId, placing);
        await functions.dial(world.call);
        // At most once, whatever happens: a callee must not be called twice.
        expect(world.vendor.calls.filter(({ callId }) => callId === world.callId).length).toBeLessThan(2);
      },
    };
  },
});

export const endedByOwner: Kind = {
  name: 'calls/end',
  isRetried: true,
  when: () => true,
  happen: (_, world) => ({
    steps: one(finished({ status: 'ended', endedBy: 'api' })),
    tell: (functions) => functions.end(world).catch(() => undefined),
  }),
};

/** Reconciliation with the vendor, `minutes` from now. */
export const reconciled = (vendorStatus: string, minutes = 0): Kind => ({
  name: `reconcile(${vendorStatus}, ${minutes})`,
  isRetried: true,
  when: () => true,
  happen(state, world) {
    const call = world.vendor.calls.find(({ callId }) => callId === world.callId);
    if (call) call.status = vendorStatus;
    const isHoped = state.dialing && call && minutes < 10;
    const gone = finished({ status: 'error' });
    const step = state.sid
      ? vendorStatus === 'unknown'
        ? gone
        : told(vendorStatus)
      : isHoped
        ? undefined
        : gone;
    const now = () => new Date(Date.now() + minutes * 60_000);
    return {
      steps: step ? one(step) : nothing,
      tell: (functions) => functions.reconcile(world, now).catch(() => undefined),
    };
  },
});
