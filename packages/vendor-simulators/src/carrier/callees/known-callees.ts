import type { CalleeInput, LineInput } from './callee-config.ts';

/** The person who was called comes to the telephone, and speaks first. */
const ANNA: LineInput[] = [
  { announce: 'Hello, this is Anna. What is it about?' },
  { say: 'Thank you, goodbye.' },
];
const GREETING = 'You have reached Anna Berger. Please leave a message after the tone.';
const STAY: LineInput = { announce: 'Thank you. Please stay on the line.' };
const IS_ASKED: LineInput = { until: 'answered' };
const BEEP: LineInput[] = [{ wait_ms: 1_000 }, { beep: true }, { wait_ms: 30_000 }];

/** iOS asks in one long sentence of a synthetic voice, which machine detection takes for a mailbox without a tone. */
const IOS_SCREENER: LineInput[] = [
  { announce: 'Hi. If you record your name and reason for calling, I will see if this person is available.' },
  IS_ASKED,
  STAY,
];

/** People and machines by name. A short first utterance counts as a person's, a longer one as a machine's. */
export const KNOWN_CALLEES: Readonly<Record<string, CalleeInput>> = {
  busy: { answer: 'busy' },
  'no-answer': { answer: 'no-answer' },
  failed: { answer: 'failed' },
  silent: { script: [{ wait_ms: 120_000 }] },
  /** A person of few words. */
  terse: { script: [{ announce: 'Yes?' }, 'Who is this?', 'Okay.', 'Bye.'] },
  /** A person who asks first, and connects the person that was called. */
  secretary: {
    script: [
      { announce: 'Berger and Sons, good morning.' },
      'Who is calling, please, and what is it about?',
      'One moment, I am putting you through.',
      { wait_ms: 3_000 },
      ...ANNA,
    ],
  },
  voicemail: { answered_by: 'machine_start', script: [{ announce: GREETING }, ...BEEP] },
  'voicemail-without-beep': {
    answered_by: 'machine_end_silence',
    script: [{ announce: GREETING.replace(' after the tone', '') }, { wait_ms: 30_000 }],
  },
  screener: {
    answered_by: 'machine_end_silence',
    script: [...IOS_SCREENER, { wait_ms: 4_000 }, ...ANNA],
  },
  'screener-voicemail': {
    answered_by: 'machine_end_silence',
    script: [...IOS_SCREENER, { wait_ms: 6_000 }, { announce: GREETING }, ...BEEP],
  },
  'screener-unanswered': {
    answered_by: 'machine_end_silence',
    script: [
      ...IOS_SCREENER,
      { wait_ms: 20_000 },
      { announce: 'The person you are calling cannot take your call. Goodbye.' },
      { hang_up: true },
    ],
  },
  /** Google's assistant begins with one word and a pause, so detection takes it for a person. */
  'screener-google': {
    answered_by: 'human',
    script: [
      { announce: 'Hi.' },
      { wait_ms: 1_300 },
      {
        announce:
          'The person you are calling is using a screening service and will get a copy of this conversation. Go ahead and say your name, and why you are calling.',
      },
      IS_ASKED,
      STAY,
      { wait_ms: 4_000 },
      ...ANNA,
    ],
  },
  /** A menu that connects a person once a key was pressed or words were said. */
  menu: {
    answered_by: 'machine_end_other',
    script: [
      {
        announce:
          'Welcome to Berger and Sons. For sales, press one. For appointments, press two. To hear this again, press star.',
      },
      IS_ASKED,
      { announce: 'Thank you. We are connecting you.' },
      { wait_ms: 3_000 },
      ...ANNA,
    ],
  },
  hold: {
    answered_by: 'machine_end_other',
    script: [
      { announce: 'Thank you for calling Berger and Sons. All lines are busy. Please stay on the line.' },
      { wait_ms: 6_000 },
      { announce: 'Please stay on the line. Your call will be answered shortly.' },
      { wait_ms: 6_000 },
      ...ANNA,
    ],
  },
  unavailable: {
    answered_by: 'machine_end_other',
    script: [
      { announce: 'The number you have dialed is not in service. Please check the number and dial again.' },
      { wait_ms: 2_000 },
      { hang_up: true },
    ],
  },
  fax: { answered_by: 'fax', script: [{ wait_ms: 30_000 }] },
};
