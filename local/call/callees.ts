import type { CalleeInput } from 'vendor-simulators/carrier/callees/callee-config.ts';

/** A callee who is no friendly person, and what the call needs for them. */
interface KnownCallee {
  readonly callee: CalleeInput;
  readonly call?: Readonly<Record<string, unknown>>;
}

const LEAVES_MESSAGE = { on_no_human_answer: 'leave_message' };

/** The callees of `--callee`, by name. */
export const CALLEES: Readonly<Record<string, KnownCallee>> = {
  busy: { callee: { answer: 'busy' } },
  'no-answer': { callee: { answer: 'no-answer' } },
  failed: { callee: { answer: 'failed' } },
  silent: { callee: { script: [{ wait_ms: 120_000 }] } },
  voicemail: {
    callee: {
      answered_by: 'machine_start',
      script: [
        { announce: 'You have reached Anna Berger. Please leave a message after the tone.' },
        { wait_ms: 1000 },
        { beep: true },
        { wait_ms: 30_000 },
      ],
    },
    call: LEAVES_MESSAGE,
  },
  screener: {
    callee: {
      answered_by: 'machine_start',
      script: [
        {
          announce: 'If you record your name and reason for calling, I will see if this person is available.',
        },
        { wait_ms: 12_000 },
        'Hello, Anna here. What is it about?',
        'Thank you, goodbye.',
      ],
    },
    call: LEAVES_MESSAGE,
  },
  fax: { callee: { answered_by: 'fax', script: [{ wait_ms: 30_000 }] }, call: LEAVES_MESSAGE },
};
