import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Display } from '../../../local/call/display.ts';
import type { ShownEvent } from '../../../local/call/follow-call.ts';
import { Screen } from '../../../local/call/screen.ts';
import type { Delivery } from '../../../local/call/webhook-receiver.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const timeAt = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const word = (seconds: number, text: string): ShownEvent => ({ type: 'agent', at: timeAt(seconds), text });
const endOfTurn = (seconds: number, interrupted = false, silence_ms?: number): ShownEvent => ({
  type: 'agent_turn',
  at: timeAt(seconds),
  text: '',
  interrupted,
  silence_ms,
});
const delivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  kind: 'event_message',
  payload: { sender: 'human', text: 'Hi' },
  isVerified: true,
  isRepeat: false,
  receivedAt: new Date(start + 4000),
  ...overrides,
});

function prepare(terminal: { isTTY?: boolean; columns?: number } = {}) {
  const output = Object.assign(new PassThrough(), terminal);
  let written = '';
  output.on('data', (chunk) => {
    written += chunk;
  });
  const display = new Display(new Screen(output));
  display.begin(new Date(start));
  return { display, written: () => written, lines: () => written.split('\n').slice(0, -1) };
}

describe('the display of a call in a file or pipe', () => {
  it('prints each utterance on a line with its time, and the silence before the agent’s', () => {
    const { display, lines } = prepare();

    display.event(word(1.25, 'Good'));
    display.event(word(1.5, ' morning.'));
    display.event(endOfTurn(2, false, 480));
    display.event({ type: 'callee', at: timeAt(63), text: 'Hello.', interrupting: false });

    expect(lines()).toEqual(['00:01.2  Agent    Good morning. (after 480 ms)', '01:03.0  Callee   Hello.']);
  });

  it('keeps the agent’s words in one piece and in order when something arrives meanwhile', () => {
    const { display, lines } = prepare();

    display.event(word(3, 'You are'));
    display.delivery(delivery());
    display.event(word(4.5, ' welcome.'));
    display.event(endOfTurn(5));

    expect(lines()).toEqual([
      '00:03.0  Agent    You are welcome.',
      '00:04.0  webhook  ✓ signed  event_message  human: “Hi”',
    ]);
  });

  it('marks interrupted words, and those that the call’s end cut off', () => {
    const { display, lines } = prepare();

    display.event(word(1, 'Which day'));
    display.event(endOfTurn(2, true));
    display.event(word(3, 'That'));
    display.finish();

    expect(lines()).toEqual(['00:01.0  Agent    Which day — (interrupted)', '00:03.0  Agent    That']);
  });

  it('uses no colours, removes terminal control characters, and omits states that nobody would notice', () => {
    const { display, written } = prepare();

    display.event({ type: 'state', at: timeAt(0), status: 'queued' });
    display.event({ type: 'callee', at: timeAt(1), text: 'a\u001b[2Jb\rc\nd', interrupting: false });
    display.event({ type: 'state', at: timeAt(2), status: 'busy' });

    expect(written()).toBe('00:01.0  Callee   ab c d\n00:02.0  call     the line is busy\n');
  });

  it.each([
    [{ isVerified: false }, '✗ WRONG SIGNATURE  event_message  human: “Hi”'],
    [{ isRepeat: true }, '✓ signed  event_message (again)  human: “Hi”'],
    [
      { kind: 'event_phone_call_ended', payload: { duration_seconds: 7, stage_outcome: 'bot_disconnected' } },
      '✓ signed  event_phone_call_ended  after 7 s, bot_disconnected',
    ],
    [
      { kind: 'event_phone_call_did_not_connect', payload: { telephony_status: 'busy' } },
      '✓ signed  event_phone_call_did_not_connect  busy',
    ],
    [{ kind: 'event_transcript', payload: { messages: [1, 2] } }, '✓ signed  event_transcript  2 messages'],
    [{ kind: 'event_action', payload: { a: 1 } }, '✓ signed  event_action  {"a":1}'],
  ])('summarises the delivery %j', (overrides, summary) => {
    const { display, lines } = prepare();

    display.delivery(delivery(overrides));

    expect(lines()).toEqual([`00:04.0  webhook  ${summary}`]);
  });
});

describe('the display of a call in a terminal', () => {
  const ERASE = '\u001b[0J';
  /** The successive states of the redrawn row. */
  const frames = (written: string) => written.split(ERASE).slice(1).map(stripVTControlCharacters);

  it('shows words while they are spoken, and no row wider than the terminal', () => {
    const { display, written } = prepare({ isTTY: true, columns: 32 });

    display.event(word(1, 'You asked us'));
    display.event(word(2, ' to call back.'));
    display.event(endOfTurn(3));

    expect(frames(written())).toEqual([
      '00:01.0  Agent    You asked us',
      '00:01.0  Agent    You asked us\n                  to call back.',
      '                  to call back.\n',
    ]);
  });

  it('prints what arrives meanwhile above the growing row', () => {
    const { display, written } = prepare({ isTTY: true, columns: 120 });

    display.event(word(3, 'You are'));
    display.delivery(delivery());
    display.event(word(4.5, ' welcome.'));

    expect(frames(written()).slice(1)).toEqual([
      '00:04.0  webhook  ✓ signed  event_message  human: “Hi”\n00:03.0  Agent    You are',
      '00:03.0  Agent    You are welcome.',
    ]);
  });
});
