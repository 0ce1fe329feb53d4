import { expect, it } from 'vitest';
import type { ShownCall } from '../../../local/call/api-client.ts';
import { awaitConclusion } from '../../../local/call/await-conclusion.ts';

const callId = 'c-1';
const { signal } = new AbortController();

/** A call that is in one state after the other, each time that it is asked for; the last one stays. */
function apiWith(...states: Omit<ShownCall, 'id'>[]) {
  let asked = 0;
  const getCall = async () => {
    const state = states[Math.min(asked, states.length - 1)]!;
    asked += 1;
    return { id: callId, ...state };
  };
  return { getCall, asked: () => asked };
}

const start_time = '2026-01-01T00:00:00.000Z';

it('waits for the call to end and for its transcript to be delivered', async () => {
  const api = apiWith({ status: 'in_progress', start_time }, { status: 'ended', start_time });
  const delivered = () => new Set(api.asked() >= 4 ? ['event_transcript'] : ['event_phone_call_ended']);

  const { call, missing } = await awaitConclusion({ api, callId, delivered, signal });

  expect(call.status).toBe('ended');
  expect(missing).toBeUndefined();
  expect(api.asked()).toBe(4);
});

it('waits for the news that a call did not connect', async () => {
  const api = apiWith({ status: 'error' });
  const delivered = () => new Set(api.asked() >= 2 ? ['event_phone_call_did_not_connect'] : []);

  await awaitConclusion({ api, callId, delivered, signal });

  expect(api.asked()).toBe(2);
});

it('waits for no delivery that goes elsewhere', async () => {
  const api = apiWith({ status: 'ended', start_time });

  const { missing } = await awaitConclusion({ api, callId, delivered: undefined, signal });

  expect(missing).toBeUndefined();
  expect(api.asked()).toBe(1);
});
