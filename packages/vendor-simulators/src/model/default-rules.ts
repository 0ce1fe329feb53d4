import type { RuleInput } from './rules.ts';

/** Part of the name of a tool that ends the conversation. */
const END_TOOL = 'end_conversation';
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|next week';
const TIMES =
  "\\d{1,2}[:.]\\d\\d|\\b\\d{1,2} ?(am|pm)\\b|o'clock|\\bnoon\\b|morning|afternoon|evening|\\bat (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d)";

/** The model's analysis of every call: only that it took place. */
const ANALYSIS = JSON.stringify({
  answers: [{ question: 'summary', value: null, quotations: [] }],
});

/** The default conversation: a friendly receptionist who books appointments. */
export const defaultRules: RuleInput[] = [
  { when: { json: true, system: 'You analyze the record' }, reply: ANALYSIS },
  { when: { json: true }, reply: `\${json}` },
  { when: { tool_result: '' }, reply: 'That is done. Is there anything else I can do for you?' },
  { when: { turn: 0 }, reply: 'Hello, thank you for calling. How can I help you?' },
  {
    when: { last_user: "\\b(good ?bye|bye|that(’|')?s all|that is all|nothing else)\\b" },
    reply: 'Thank you for calling. Goodbye!',
    tool_call: { name: END_TOOL, only_if_offered: true },
  },
  {
    when: { last_user: '\\b(are you (a )?(robot|human|real|machine|bot)|an? ai)\\b' },
    reply: 'I am an automated assistant. I can book an appointment for you. Which day would suit you?',
  },
  {
    when: { last_user: `(${DAYS}).*(${TIMES})|(${TIMES}).*(${DAYS})` },
    reply: 'That time is free. May I have your name, please?',
  },
  { when: { last_user: TIMES }, reply: 'I have put that down. May I have your name, please?' },
  { when: { last_user: `\\b(${DAYS})\\b` }, reply: 'That day is free. What time would you like?' },
  {
    when: { last_user: "\\b(my name is|my name(’|')s|this is|i am|i(’|')m)\\b" },
    reply: 'Thank you. Shall I book the appointment as you said?',
  },
  {
    when: { last_user: '\\b(yes|right|correct|sure|please do|confirm|exactly|okay|ok)\\b' },
    reply: 'Wonderful, your appointment is booked. Is there anything else I can do for you?',
  },
  {
    when: { last_user: '\\b(no|not|wrong|neither|different)\\b' },
    reply: 'All right. Which day and time would suit you better?',
  },
  {
    when: { last_user: '\\b(appointment|book|reserv|schedule|meeting|table)' },
    reply: 'With pleasure. Which day would suit you?',
  },
  {
    when: { last_user: '\\b(hello|hi|hey|good (morning|afternoon|evening))\\b' },
    reply: 'Hello! I can book an appointment for you. Which day would suit you?',
  },
  { when: { last_user: '\\bthank' }, reply: 'You are welcome. Is there anything else I can do for you?' },
  {
    reply: [
      'I see. Which day would suit you for an appointment?',
      'Could you say that in another way, please?',
      'I am sorry, I did not quite get that. Which day would you like to come?',
    ],
  },
];
