import { expect, it } from 'vitest';
import { awaitConclusion, missingEvents } from '../../../local/call/await-conclusion.ts';
import type { ShownCall } from '../../../local/call/call-plan.ts';

const callId = 'c-1';
const { signal } = new AbortController();

/** A call that has these states at successive requests; the last one stays. */
function apiWith(...states: Omit<ShownCall, 'id'>[]) {
  let asked = 0;
  let hook: { at: number; act: () => void } | undefined;
  const getCall = async () => {
    const state = states[Math.min(asked, states.length - 1)]!;
    asked += 1;
    if (asked === hook?.at) hook.act();
    return { id: callId, ...state };
  };
  const onAsked = (at: number, act: () => void) => {
    hook = { at, act };
  };
  return { getCall, onAsked, asked: () => asked };
}

const start_time = '2026-01-01T00:00:00.000Z';

const delivery = (kind: string, payload = {}) => ({ kind, payload, isRepeat: false });
const ended = [
  delivery('event_phone_call_connected'),
  delivery('event_phone_call_ended'),
  delivery('event_transcript', { messages: ['one', 'two'] }),
  delivery('event_message'),
  delivery('event_message'),
];

it('waits for the end of the call and all of its events', async () => {
  const deliveries = ended.slice(0, 4);
  const api = apiWith({ status: 'in_progress', start_time }, { status: 'ended', start_time });
  api.onAsked(4, () => deliveries.push(...ended.slice(4)));

  const { call, missing } = await awaitConclusion({ getCall: api.getCall, deliveries, findings: [], signal });

  expect(call.status).toBe('ended');
  expect(missing).toEqual([]);
  expect(api.asked()).toBe(4);
});

it('waits for the event that a call did not connect', async () => {
  const deliveries: ReturnType<typeof delivery>[] = [];
  const api = apiWith({ status: 'error' });
  api.onAsked(2, () => deliveries.push(delivery('event_phone_call_did_not_connect')));

  await awaitConclusion({ getCall: api.getCall, deliveries, findings: [], signal });

  expect(api.asked()).toBe(2);
});

it('waits for collected fields, and not for deliveries to another receiver', async () => {
  const api = apiWith(...Array(2).fill({ status: 'ended', start_time }), {
    status: 'ended',
    start_time,
    collected_fields: { email: null },
  });
  const asked = { getCall: api.getCall, deliveries: undefined, signal };

  await awaitConclusion({ ...asked, findings: [] });
  const without = api.asked();
  const { call } = await awaitConclusion({ ...asked, findings: ['collected_fields'] });

  expect([without, api.asked()]).toEqual([1, 3]);
  expect(call.collected_fields).toEqual({ email: null });
});

it.each([
  ['event_phone_call_ended', ended.filter(({ kind }) => kind !== 'event_phone_call_ended')],
  ['event_transcript', ended.filter(({ kind }) => kind !== 'event_transcript')],
  ['event_message', [...ended.slice(0, 4), { ...delivery('event_message'), isRepeat: true }]],
])('reports that %s is missing', (kind, deliveries) => {
  expect(missingEvents({ id: callId, status: 'ended', start_time }, deliveries)).toEqual([kind]);
});
