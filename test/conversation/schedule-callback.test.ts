// Calls that contacts ask for: what the model is told, and which call is created.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { placeCall } from '../../lambdas/calls/dialing/place-call.ts';
import { WITHHELD } from '../../lambdas/calls/model/call.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import { callEffects } from '../../lambdas/calls/relay/call-effects.ts';
import { messageWorker } from '../../lambdas/calls/relay/message.ts';
import { getCallWithSnapshot, insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import { noteOfCall } from '../../lambdas/conversation/model/model-input.ts';
import { loadCallCounts } from '../../lambdas/usage/store/open-calls.ts';
import { ACTION } from '../support/records.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { stubVariables } from '../support/table/variables.ts';
import { plannedCall } from './planned-call.ts';
import { PLAIN, playedConversation, table, untilAsked } from './played-conversation.ts';

const [AGENT, CONTACT] = ['+815550001111', '+81312345678'];
const WORDS = 'Call me again in three days at five, please.';
const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const WISH = { local_time: `${DAY}T17:00`, timezone: 'Asia/Tokyo', consent: WORDS, notes: 'About the roof.' };
const AT = `${DAY}T08:00:00.000Z`;
const CALLBACK: CallAction = { id: ACTION, user_id: ACTION, type: 'action_schedule_callback', config: {} };

beforeEach(() => stubVariables(messageWorker.variables ?? []));

/** A stored call in which the contact asks for another one; `session`: what its conversation has besides. */
async function talking(changes: Partial<CallWithSnapshot> = {}, session = {}) {
  const played = await playedConversation({ ...PLAIN, actions: [CALLBACK], session });
  const { user_id, call_id: id } = (await played.stored())!.session;
  const own = { user_id, id, connection_id: played.connectionId, start_time: new Date().toISOString() };
  const numbers = { from_number: AGENT, to_number: CONTACT };
  const call = storedCall({ ...own, ...numbers, status: 'in_progress', counted: true, ...changes });
  await insertCall(table, call);
  const load = () => loadCall(table, { userId: user_id, callId: id });
  return {
    ...played,
    call,
    /** What the model is told of its wish. */
    async asks(wish: object = {}, words = WORDS) {
      const before = played.model.requests.length;
      const turn = played.final(words);
      await untilAsked(played.model, before + 1);
      const input = JSON.stringify({ ...WISH, ...wish });
      const tool = { id: randomUUID(), name: 'schedule_callback', arguments: input };
      played.model.requests[before]?.answer({ kind: 'tool', call: tool });
      await untilAsked(played.model, before + 2);
      const results = played.model.requests[before + 1]?.request.messages ?? [];
      played.model.requests[before + 1]?.answer('All right.');
      await turn;
      return JSON.parse(String(results.at(-1)?.content));
    },
    load,
    async callback() {
      const callId = (await load())?.callback_call_id;
      return callId === undefined ? undefined : getCallWithSnapshot(table, { userId: user_id, callId });
    },
    scheduled: async () => (await loadCallCounts(table, user_id)).sums.scheduled_calls,
  };
}

describe('a callback', () => {
  it.each([
    ['outbound', { purpose: 'marketing', subject: 'roofs' }],
    ['inbound', { from_number: CONTACT, to_number: AGENT, purpose: 'informational' }],
  ] as const)('of an %s call is a scheduled call with what was known', async (direction, changes) => {
    const steps = { step: 'end', visits: {}, turn: 0, moves: 0, silences: 0, attempts: 0, always_at: {} };
    const values = {
      city: { value: 'Oslo', source: 'contact' },
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`v${at}`, { value: at, source: 'contact' }]),
      ),
      pin: { value: '4711', source: 'contact', secure: true },
    };
    const talk = await talking(
      {
        ...{ direction, ...changes, context: { name: 'Anna', old: 'x' }, override_do_not_call: true },
        given_context: { name: 'Anna' },
      },
      { steps: { ...steps, values } },
    );

    const output = await talk.asks({ notes: 'About the roof, PIN 4711.' });

    const callback = (await talk.callback())!;
    const time = `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date(AT))} at 17:00`;
    const local_time = `${time} (Asia/Tokyo)`;
    expect(output).toEqual({ callback_call_id: callback.id, scheduled_at: AT, local_time });
    const context = { name: 'Anna', city: 'Oslo', callback_notes: 'About the roof, PIN [secure].' };
    const { purpose } = changes;
    expect(callback).toMatchObject({
      ...{ callback_of: talk.call.id, status: 'not_started', direction: 'outbound', scheduled_at: AT },
      ...{ from_number: AGENT, to_number: CONTACT, agent: { actions: [CALLBACK] }, purpose },
    });
    expect(callback.context).toMatchObject(context);
    expect(Object.keys(callback.context ?? {})).toHaveLength(50);
    expect(callback.context).not.toHaveProperty('old');
    expect(JSON.stringify(noteOfCall(sessionOf(callback), undefined))).toContain('About the roof');
  });

  it('is scheduled once, also by two invocations, and no other time replaces it', async () => {
    const talk = await talking();
    const effects = callEffects(table, { conversationId: talk.connectionId });
    const wish = { at: new Date(AT), notes: '' };
    const session = sessionOf(talk.call);

    const both = await Promise.all([1, 2].map(() => effects.scheduleCallback(session, wish)));
    const again = await talk.asks();
    const other = await talk.asks({ local_time: `${DAY}T18:00` });

    const { callback_call_id } = (await talk.load())!;
    expect([...both, again].map((each) => each.callback_call_id)).toEqual(Array(3).fill(callback_call_id));
    expect(other).toEqual({ error: expect.stringMatching(/17:00 .*already/) });
    expect(await talk.scheduled()).toBe(1);
  });

  it('takes no words along from a HIPAA-compliant call', async () => {
    const talk = await talking({ hipaa_compliant: true, context: { name: 'A' } }, { hipaa_compliant: true });

    await talk.asks();

    expect(await talk.callback()).toMatchObject({ context: { name: 'A' }, hipaa_compliant: true });
    expect((await talk.callback())?.context).not.toHaveProperty('callback_notes');
  });

  it('is not dialed if the contact asks not to be called, later in the call', async () => {
    const talk = await talking();
    await talk.asks();

    await talk.final('Please stop calling me.');

    const telephony = { placeCall: vi.fn() };
    const now = () => new Date();
    expect(await placeCall((await talk.callback())!, { table, telephony, now })).toBe('refused');
    expect(await talk.callback()).toMatchObject({ status: 'error' });
    expect(telephony.placeCall).not.toHaveBeenCalled();
  });

  it('has a result in a conversation without a call, as in rehearsals and tests', async () => {
    const local_time = '2026-01-02T09:00';
    const input = { local_time, timezone: 'UTC', consent: WORDS };
    const talk = await plannedCall({ actions: [CALLBACK], replies: [[['schedule_callback', input]]] });

    await talk.says(WORDS);

    expect(await talk.results()).toContainEqual({
      ...{
        scheduled_at: `${local_time}:00.000Z`,
        local_time: expect.stringMatching(/^Friday.* 09:00 \(UTC\)$/),
      },
    });
  });
});

describe('no callback', () => {
  it.each([
    ['in the past', {}, { local_time: '2026-01-01T10:00' }, 'past'],
    ['that nobody asked for', {}, { consent: 'Yes, call me tomorrow.' }, 'did not say that'],
    ['to a withheld number', { direction: 'inbound', from_number: WITHHELD }, {}, 'withholds'],
  ] as const)('%s', async (_, changes, wish, words) => {
    const talk = await talking(changes as object);

    expect(await talk.asks(wish)).toEqual({ error: expect.stringContaining(words) });
    expect(await talk.callback()).toBeUndefined();
  });

  it('in quiet hours, of which the model learns the end, nor against the law', async () => {
    const quiet = { LAW_MODE: 'enforce', LAW_QUIET_HOURS: '21:00-08:00', LAW_PERMITTED_PLACES: '*' };
    stubVariables(messageWorker.variables ?? [], quiet);
    const talk = await talking({ contact_location: { timezone: 'Asia/Tokyo' } });
    const late = await talk.asks({ local_time: `${DAY}T04:59` });
    stubVariables(messageWorker.variables ?? [], { LAW_MODE: 'enforce' });
    const never = await talk.asks();

    expect(late).toEqual({
      error: expect.stringMatching(/nearest permitted time is .* 08:00 \(Asia\/Tokyo/),
    });
    expect(never).toEqual({ error: expect.stringContaining('law') });
    expect(await talk.scheduled()).toBe(0);
  });
});
