import { describe, expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { testFromCall } from '../../../lambdas/agent-tests/model/test-from-call.ts';
import { textOfKeys } from '../../../lambdas/conversation/model/keys/keypad.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { callFrom, external } from '../played-test.ts';
import { receptionist } from '../receptionist.ts';

const MOCKS: AgentTestInput['tools'] = {
  mocks: [
    { tool: 'find_slot', returns: { slots: [] }, latency_ms: 2_400 },
    { tool: 'book', sequence: [{ error: 503 }, { error: 'timeout' }, { returns: { id: 'A1' } }] },
  ],
};

const CALLS: Record<string, Pick<AgentTestInput, 'turns' | 'tools'>> = {
  'with tools, an interruption, keys and a goodbye': {
    tools: MOCKS,
    turns: [
      { contact: 'Tuesday please' },
      { interrupts_after_words: 5, contact: 'Stop, book it' },
      { contact: 'Try to book again' },
      { contact: 'Book now' },
      { keys: '12#' },
      { contact: 'Goodbye' },
    ],
  },
  'that the contact ends, after an interrupted greeting': {
    turns: [{ interrupts_after_words: 2, contact: 'Hello?' }, { contact: 'Hm' }, { hangs_up: true }],
  },
  'in which the contact speaks before a word of the agent': {
    turns: [
      { interrupts_after_words: 0, contact: 'Hello?' },
      { interrupts_after_words: 0, contact: 'Anybody?' },
      { contact: 'Hm' },
    ],
  },
  'with silence until the agent gives up': {
    turns: [{ contact: 'Hm' }, { silence: '20s' }, { silence: '60s' }],
  },
  'that waits on hold and is transferred': {
    turns: [
      { contact: 'Wait a moment' },
      { contact: 'Just a second' },
      { contact: 'Hello' },
      { contact: 'A person!' },
    ],
  },
  'that confirms an action': {
    tools: { mocks: [{ tool: 'cancel', when: { day: 'wed' }, returns: 'cancelled' }] },
    turns: [
      { contact: 'Cancel it', expect: [{ not_tool: 'cancel' }, { says: 'day: wed' }] },
      { contact: 'Yes, please.', expect: [{ tool: { name: 'cancel', args: { day: 'wed' } } }] },
    ],
  },
  'whose goodbye is interrupted': {
    turns: [{ contact: 'Bye' }, { interrupts_after_words: 1, contact: 'Bye bye' }],
  },
};

describe('a test from a call', () => {
  it.each(Object.entries(CALLS))('passes with the version that held a call %s', async (name, script) => {
    const play = await receptionist();
    const test: AgentTestInput = {
      name,
      clock: '2026-12-01T09:00:00.000Z',
      context: { patient: 'Ana' },
      ...script,
    };
    const call = await callFrom(play, test);

    const made = testFromCall(call)!;
    const again = await callFrom(play, made.test);
    const result = await play(made.test);

    expect(result).toMatchObject({ status: 'passed' });
    expect(made.test).toMatchObject({
      agent: `${call.agent_id}@3`,
      clock: test.clock,
      context: test.context,
    });
    expect(again.messages?.map(({ text }) => text)).toEqual(call.messages?.map(({ text }) => text));
    expect(again.actions_taken?.map(({ output }) => output)).toEqual(
      call.actions_taken?.map(({ output }) => output),
    );
  });

  it('has the contact’s turns, the tools’ answers in their order, and the tool calls as expectations', async () => {
    const play = await receptionist();
    const call = await callFrom(play, {
      name: 'booked',
      ...CALLS['with tools, an interruption, keys and a goodbye'],
    });

    expect(testFromCall(call)).toEqual({
      notes: [],
      test: {
        name: `Call ${call.id}`,
        agent: `${call.agent_id}@3`,
        clock: call.start_time,
        tools: {
          mocks: [
            { tool: 'find_slot', sequence: [{ returns: { slots: [] }, latency_ms: 2_400 }] },
            { tool: 'book', sequence: [{ error: 503 }, { error: 'timeout' }, { returns: { id: 'A1' } }] },
          ],
        },
        turns: [
          { contact: 'Tuesday please', expect: [{ tool: { name: 'find_slot', args: { day: 'tue' } } }] },
          {
            interrupts_after_words: 5,
            contact: 'Stop, book it',
            expect: [{ tool: { name: 'book', args: { day: 'wed' } } }],
          },
          { contact: 'Try to book again', expect: [{ tool: { name: 'book', args: { day: 'wed' } } }] },
          { contact: 'Book now', expect: [{ tool: { name: 'book', args: { day: 'wed' } } }] },
          { keys: '12' },
          { contact: 'Goodbye', expect: [{ tool: 'end_conversation' }] },
        ],
        finally: [{ outcome: { ended_by: 'agent', transferred: false } }],
      },
    });
  });

  it('notes what the record cannot tell', () => {
    const at = (second: number) => new Date(Date.UTC(2026, 11, 1, 9, 0, second)).toISOString();
    const book = external('book');
    const { agent } = storedCall();
    const call = storedCall({
      agent: { ...agent, actions: [book] },
      stage_outcome: 'human_unanswered',
      spoken_language: 'es',
      detects_do_not_call: true,
      run_do_not_call_detection: true,
      messages: [
        { sender: 'human', text: 'My number is', timestamp: at(1) },
        { sender: 'human', text: textOfKeys('••••'), timestamp: at(2) },
        { sender: 'agent', text: 'Thank you.', timestamp: at(3) },
        { sender: 'human', text: 'x'.repeat(2_001), timestamp: at(9) },
        { sender: 'agent', text: 'I see.', timestamp: at(10) },
      ],
      actions_taken: [
        {
          action_id: book.id,
          type: 'action_external',
          input: { pin: '••••', day: 'tue' },
          output: { shortened: '{"result":[1,' },
          timestamp: at(3),
          after_messages: 2,
        },
      ],
      turns: [{ number: 1, never_final: true }],
    });

    const { test, notes } = testFromCall(call)!;

    expect(test.turns?.[1]).toEqual({
      keys: '0000',
      expect: [{ tool: { name: 'book', args: { day: 'tue' } } }],
    });
    expect(test.tools).toEqual({ mocks: [{ tool: 'book', sequence: [{ returns: '{"result":[1,' }] }] });
    expect(test.finally).toBeUndefined();
    expect(notes).toEqual([
      'The call has no version of its agent, so the test names none.',
      'The call did not detect do-not-call requests as its agent does.',
      'The call switched to another language (es); a test cannot specify the language heard.',
      'Turn 1: the words were never final, but are final in the test.',
      'Turn 2: the call hides which keys were pressed; replace the zeros.',
      'Turn 2: a tool’s arguments or answer are too long for the record; the test has their beginning.',
      'Turn 5: only the first 2000 characters of the words are in the test.',
      'The call does not show who ended it, so the test expects nothing of its end.',
    ]);
  });

  it('is none of a call that kept no words, or in which the contact said none', async () => {
    const play = await receptionist();
    const call = await callFrom(play, { name: 'private', turns: [{ contact: 'Hm' }] });

    expect(testFromCall({ ...call, hipaa_compliant: true })).toBeUndefined();
    expect(testFromCall(storedCall())).toBeUndefined();
  });
});
