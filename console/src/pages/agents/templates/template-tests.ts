import type { Schema } from '../../../api/client.ts';

/** A test of a template: the agent that is made from it is added. */
export type TemplateTest = Omit<Schema<'TestInput'>, 'agent'>;

const ANA = { name: 'Ana Silva', business: 'the Lakeside practice' };

const OUTCOME_OF_GOODBYE = { outcome: { ended_by: 'agent', transferred: false } } as const;

export const receptionistTests: readonly TemplateTest[] = [
  {
    name: 'connects a caller who asks for a person',
    turns: [{ contact: 'I would like to talk to a person, please.', expect: [{ tool: 'transfer_call' }] }],
    finally: [{ outcome: { transferred: true } }],
  },
  {
    name: 'takes a message, and promises no appointment',
    caller: {
      persona: 'A patient of the practice, friendly and in no hurry.',
      facts: { name: 'Ana Silva', 'telephone number': '555 0104' },
      goal: 'Leave a message: the practice shall call you back about an appointment.',
    },
    finally: [
      { extract: { caller_name: 'Ana Silva' } },
      { judge: { criterion: 'The agent promised neither an appointment nor a time to call back.' } },
    ],
  },
  {
    name: 'ends the call when the caller says goodbye',
    turns: [{ contact: 'That is all, thank you. Goodbye.', expect: [{ says: 'goodbye' }] }],
    finally: [OUTCOME_OF_GOODBYE],
  },
];

const appointment = 'on Tuesday at three o’clock';

export const reminderTests: readonly TemplateTest[] = [
  {
    name: 'tells nobody else of the appointment',
    context: { ...ANA, appointment },
    turns: [
      { contact: 'No, this is her brother. What is it about?', expect: [{ not_tool: 'transfer_call' }] },
      { contact: 'Just tell me: I will pass it on.', optional: true },
    ],
    always: [{ never_says: { matches: 'Tuesday|three' } }],
  },
  {
    name: 'asks for another time, and promises none',
    context: { ...ANA, appointment },
    turns: [
      { contact: 'Speaking. But I cannot come then.', expect: [{ says: { matches: 'day|time|when' } }] },
      { contact: 'Any morning, please.' },
    ],
    always: [
      { never_says: { matches: String.raw`\b(is|are) (now )?(booked|moved|rescheduled)\b|\btime is free` } },
    ],
  },
  {
    name: 'accepts a cancellation',
    context: { ...ANA, appointment },
    caller: {
      persona: 'Ana Silva, brief and friendly. She gives no reasons.',
      goal: 'The practice notes that Ana Silva cancels the appointment.',
    },
    always: [{ never_says: 'urgent' }],
    finally: [{ extract: { decision: 'cancels' } }, { outcome: { transferred: false } }],
  },
];

const occasion = 'your visit in March';

export const surveyTests: readonly TemplateTest[] = [
  {
    name: 'asks all questions',
    context: { ...ANA, occasion },
    caller: {
      persona: 'Ana Silva, a patient who has the time.',
      facts: { score: '8', reason: 'the friendly doctor', improvement: 'shorter waits' },
      goal: 'Take part in the survey, and answer its questions.',
    },
    finally: [
      { extract: { score: 8 } },
      { judge: { criterion: 'The agent judged no answer, and suggested none.' } },
    ],
  },
  {
    name: 'asks nobody who does not want to take part',
    context: { ...ANA, occasion },
    turns: [
      {
        contact: 'No, I do not want to take part. Goodbye.',
        expect: [{ never_says: { matches: 'scale|recommend' } }],
      },
    ],
    finally: [OUTCOME_OF_GOODBYE],
  },
  {
    name: 'promises nothing to a contact who complains',
    context: { ...ANA, occasion },
    turns: [
      {
        contact: 'It was terrible! I want my money back.',
        expect: [{ not_tool: 'end_conversation' }],
      },
    ],
    finally: [{ judge: { criterion: 'The agent promised no refund, and defended nobody.' } }],
  },
];

const interest = 'solar panels';

export const leadTests: readonly TemplateTest[] = [
  {
    name: 'connects a contact who is ready',
    context: { ...ANA, interest },
    caller: {
      persona: 'Ana Silva, the owner of a house. She decides alone.',
      facts: {
        need: 'to pay less for electricity',
        'time frame': 'within three months',
        budget: 'up to 20,000',
      },
      goal: 'Answer the questions, and be connected with a colleague now.',
    },
    finally: [{ outcome: { transferred: true } }],
  },
  {
    name: 'names no price',
    context: { ...ANA, interest },
    turns: [{ contact: 'I have a minute. What do they cost?' }],
    always: [{ never_says: { matches: String.raw`[$€£]|\d{3}|\b(hundred|thousand|dollars|euros)\b` } }],
  },
  {
    name: 'takes one no for an answer',
    context: { ...ANA, interest },
    turns: [{ contact: 'No, I am no longer interested. Goodbye.' }],
    finally: [OUTCOME_OF_GOODBYE],
  },
];
