// What is true of a call after every event, whatever is repeated, lost, late or concurrent.
import { expect } from 'vitest';
import type { TransferAttempt } from '../../../lambdas/calls/model/transfer/transfer.ts';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import type { Event } from '../../../lambdas/events/model/events.ts';
import { loadOpenCalls } from '../../../lambdas/usage/store/open-calls.ts';
import { GREETING, isOver, openingOf, read, type Seen, type World } from './world.ts';

const FIRST_WORDS = [GREETING, PHRASES.en.unreachable, PHRASES.en.interrupted];

/** Reads the call, which differs from what was last seen only as it may. */
export async function look(world: World): Promise<void> {
  const before = world.seen;
  const after = await read(world);
  world.seen = after;
  if (after.call.connection_id === before.call.connection_id) {
    expect(after.sent.startsWith(before.sent), 'words are sent in order').toBe(true);
    world.sent += after.sent.slice(before.sent.length);
  } else world.sent += after.sent;
  expectForward(before, after);
  expectAttempts(before, after);
  expectTurns(before, after);
  expectOnlySentWords(after, world);
  if (isOver(after)) expectEnded(after);
  else expect(after.call).not.toHaveProperty('end_time');
  const placed = world.vendor.calls.filter(({ callId }) => callId === world.callId);
  expect(placed.length, 'a callee is not called twice').toBeLessThan(2);
  if (!world.hasDied)
    expect(await loadOpenCalls(world.functions.table, world.userId), 'open calls').toBe(
      isOver(after) ? 0 : 1,
    );
}

const RANKS = { not_started: 0, in_progress: 1, ended: 2, error: 2 };

/** Fields that never change once they are set. */
const FACTS = ['start_time', 'telephony_id', 'recording_sid', 'human_detection_result', 'ended_by'] as const;

/** Fields that may change after the end of a call: the vendor's id, a recording, the detection result. */
const LATER: readonly string[] = [
  'dialing_at',
  'telephony_id',
  'telephony_metadata',
  'reconcile_at',
  'recording_sid',
  'recording_available',
  'recording_kept_at',
  'human_detection_result',
  'human_detected_at',
  'collected_fields',
];

const lasting = (call: object) => Object.entries(call).filter(([field]) => !LATER.includes(field));

/** A call moves forward only; what is over or closed stays as it is. */
function expectForward(before: Seen, after: Seen): void {
  expect(RANKS[after.call.status]).toBeGreaterThanOrEqual(RANKS[before.call.status]);
  for (const fact of FACTS)
    if (before.call[fact] !== undefined) expect(after.call[fact], fact).toBe(before.call[fact]);
  if (isOver(before)) expect(lasting(after.call), 'a call that is over').toEqual(lasting(before.call));
  if (before.call.connection_id !== undefined) expect(after.call.connection_id).toBeDefined();
  if (!before.session || after.call.connection_id !== before.call.connection_id) return;
  expect(after.session?.generation).toBeGreaterThanOrEqual(before.session.generation);
  if (before.session.closed) {
    expect(after.session?.closed, 'a closed conversation stays closed').toBe(true);
    expect(after.turns).toEqual(before.turns);
  }
}

const isOpen = ({ connected_at, failed_at }: TransferAttempt) => !connected_at && !failed_at;

/** Of a transfer that is under way, the last attempt may change; all others have an outcome that stays. */
function expectAttempts(before: Seen, after: Seen): void {
  const { transfer: former, transfer_attempts: earlier = [] } = before.call;
  const { transfer, transfer_attempts: attempts = [] } = after.call;
  const fixed = former?.state === 'dialing' ? earlier.length - 1 : earlier.length;
  expect(attempts.slice(0, fixed)).toEqual(earlier.slice(0, fixed));
  expect(attempts.length).toBeGreaterThanOrEqual(earlier.length);
  const begun = attempts.slice(earlier.length).filter((one) => one.failure_reason !== 'caller_hung_up');
  expect(begun.every(isOpen), 'the end of an attempt ends no later one').toBe(true);
  const open = attempts.slice(transfer?.first_attempt).filter(isOpen);
  expect(open, 'nobody rings unless a transfer is under way').toEqual(
    transfer?.state === 'dialing' ? attempts.slice(-1).filter(isOpen) : [],
  );
  if (!former || former.session_id !== transfer?.session_id) return;
  if (former.state !== 'dialing') expect(transfer, 'a transfer that is over').toEqual(former);
  if (former.verdict !== undefined && former.attempt === transfer.attempt)
    expect(transfer.verdict, 'the first verdict').toBe(former.verdict);
}

/** No turn is lost, changed or stored twice; an action may be stored before what was said meanwhile. */
function expectTurns(before: Seen, after: Seen): void {
  const kept = after.turns[Symbol.iterator]();
  const lost = before.turns.filter((turn) => {
    for (const other of kept) if (other === turn) return false;
    return true;
  });
  expect(lost, 'turns that were lost').toEqual([]);
  const ofContact = (seen: Seen) => seen.turns.filter((turn) => turn.startsWith('human: '));
  expect(new Set(ofContact(after)).size, 'words are one turn').toBe(ofContact(after).length);
  const isSame = before.session && after.call.connection_id === before.call.connection_id;
  if (isSame && ofContact(after).length > ofContact(before).length)
    expect(after.session?.generation).toBeGreaterThan(before.session.generation);
}

/** The agent said only what was sent to the vendor, and answers each utterance at most once. */
function expectOnlySentWords({ turns }: Seen, { sent, mayHaveUnsent }: World): void {
  const answers = sent.match(/alpha\d+/g) ?? [];
  expect(new Set(answers).size, 'each utterance has one answer').toBe(answers.length);
  if (mayHaveUnsent) return;
  const words = [sent, ...FIRST_WORDS].join(' ').replaceAll(/\s+/g, ' ');
  const said = turns.filter((turn) => turn.startsWith('agent: ')).map((turn) => turn.slice(7));
  expect(
    said.filter((text) => !words.includes(text)),
    'words that were not sent',
  ).toEqual([]);
}

/** A call that is over has ended all that it began, and has the record of its conversation. */
function expectEnded({ call, session, turns }: Seen): void {
  expect(call).toMatchObject({ end_time: expect.any(String), stage_outcome: expect.any(String) });
  expect(call).not.toHaveProperty('open');
  expect(call.transfer?.state).not.toBe('dialing');
  if (session) expect(session.closed, 'the conversation of a call that is over').toBe(true);
  const messages = (call.messages ?? []).map(({ sender, text }) => `${sender}: ${text}`);
  expect(messages).toEqual(turns.filter((turn) => !turn.startsWith('did: ')));
}

/** The vendor's instructions fit the call: nobody is connected who should not be. */
export function expectInstructions(markup: string, seen: Seen): void {
  const { status, transfer } = seen.call;
  const greeting = /welcomeGreeting="([^"]*)"/.exec(markup)?.[1];
  // A repeated request to answer the call gets the same answer.
  if (greeting !== undefined)
    expect([status, greeting]).toEqual(['in_progress', openingOf(seen) ?? GREETING]);
  if (/<(Dial|Gather) /.test(markup)) expect([status, transfer?.state]).toEqual(['in_progress', 'dialing']);
  if (!markup.includes('<Gather ')) return;
  expect(transfer?.verdict).toBeUndefined();
  expect(markup, 'only the person who rings now is asked').toContain(`attempt=${transfer?.attempt}`);
}

/** Each fact of a call that is over is one event. */
export function expectEvents(events: readonly Event[], { call, turns }: Seen): void {
  const expected = [
    ...(call.start_time
      ? ['event_phone_call_connected', 'event_phone_call_ended', 'event_transcript']
      : ['event_phone_call_did_not_connect']),
    ...(call.human_detection_result ? ['event_human_detection'] : []),
    ...(call.ended_by ? ['call_end_requested'] : []),
    ...(call.recording_sid ? ['recording_made'] : []),
    ...turns.map((turn) => (turn.startsWith('did: ') ? 'event_action' : 'event_message')),
  ];
  expect(events.map(({ type }) => type).sort()).toEqual(expected.sort());
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.map(({ agent_version }) => agent_version)).toEqual(events.map(() => 1));
  const messages = events
    .filter(({ type }) => type === 'event_message')
    .sort((a, b) => a.sequence - b.sequence);
  expect(messages.map(({ payload }) => payload)).toEqual(call.messages ?? []);
  const transcripts = events.filter(({ type }) => type === 'event_transcript');
  for (const { payload } of transcripts) expect(payload).toMatchObject({ messages: call.messages });
}
