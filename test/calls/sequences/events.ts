// Events of a call: when each can happen, how the functions are told, and what is true if nothing disturbs it.
import { expect } from 'vitest';
import type { Functions } from './functions.ts';
import type { Placing } from './vendor.ts';
import { isOver, type Seen, type World } from './world.ts';

export interface Told {
  /** Calls the functions. Returns their answer, if any. */
  readonly tell: (functions: Functions) => Promise<unknown>;
  readonly then?: (after: Seen) => void;
}

export interface Event {
  readonly name: string;
  /** Whether it is repeated when the function failed: WebSocket messages are not. */
  readonly isRetried: boolean;
  /** Whether a repeat has other words: the same words twice would be two utterances. */
  readonly isUtterance?: true;
  /** Undefined if it can't happen now. */
  readonly begin: (now: Seen, world: World) => Told | undefined;
}

/** The vendor's id of the call. */
export const sidOf = ({ callId }: World) => `CA${callId.replaceAll('-', '')}`;
export const OTHER_CALL = 'CAother';
export const isPlaced = ({ vendor, callId }: World) => vendor.calls.some((call) => call.callId === callId);

export const unchanged = (now: Seen) => (after: Seen) => expect(after).toEqual(now);

// Events on the service's side.

export const dialed = (placing: Placing): Event => ({
  name: `dial(${placing})`,
  isRetried: true,
  begin: ({ call }, world) => ({
    async tell(functions) {
      world.vendor.placing.set(world.callId, placing);
      await functions.dial(call);
    },
  }),
});

export const endedByOwner: Event = {
  name: 'calls/end',
  isRetried: true,
  begin: (_, world) => ({
    tell: (functions) => functions.end(world).catch(() => undefined),
    then: (after) => expect(isOver(after)).toBe(true),
  }),
};

/** Reconciliation with the vendor, `minutes` from now; `unknown`: the vendor does not know the call. */
export const reconciled = (value: string, minutes = 0): Event => ({
  name: `reconcile(${value}, ${minutes})`,
  isRetried: true,
  begin(_, world) {
    const call = world.vendor.calls.find(({ callId }) => callId === world.callId);
    if (call) call.status = value;
    const now = () => new Date(Date.now() + minutes * 60_000);
    return { tell: (functions) => functions.reconcile(world, now).catch(() => undefined) };
  },
});
