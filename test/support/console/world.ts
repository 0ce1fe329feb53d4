import { addModelRules, makeAgent, newNumber, setCallee } from '../scene.ts';
import { Api } from '../service/api.ts';
import { tokenOfNewUser } from '../service/new-user.ts';
import type { Connection } from '../service/service-process.ts';

/** A user of the console with a number and an agent. */
export interface ConsoleUser {
  readonly api: Api;
  readonly token: string;
  readonly number: string;
  readonly agent: { readonly id: string };
  readonly webhook: { readonly id: string };
}

const PROMPT = 'You book appointments for a dental practice. Be brief.';

/** The agent's analysis of its calls, with the scripted model's answers. */
const ANALYSIS = {
  summary: true,
  success_rubric: 'An appointment is booked.',
  sentiment: true,
  extract: {
    type: 'object',
    properties: { day: { type: 'string', description: 'The day of the appointment.' }, insurer: {} },
  },
};

const ANSWERS = [
  {
    question: 'summary',
    value: 'The caller wanted an appointment on Monday.',
    quotations: ['I need an appointment'],
  },
  { question: 'success', value: 'true', quotations: ['Thank you, goodbye.'] },
  { question: 'sentiment', value: 'positive', quotations: ['Thank you, goodbye.'] },
  { question: 'field:day', value: '"Monday"', quotations: ['I need an appointment on Monday.'] },
  { question: 'field:insurer', value: null, quotations: [] },
];

/** The behaviour of the scripted model in calls of the console's agent. */
const RULES = [
  { when: { json: true, system: ANALYSIS.success_rubric }, reply: JSON.stringify({ answers: ANSWERS }) },
  {
    when: { system: PROMPT, last_user: 'which dentist' },
    tool_call: { name: 'find_dentist', arguments: { day: 'Monday' } },
  },
  {
    when: { system: PROMPT, last_user: 'press one' },
    tool_call: { name: 'press_keys', arguments: { digits: '1' } },
  },
  {
    when: { system: PROMPT, last_user: 'opening hours' },
    reply: `We are open from eight${', and then from nine'.repeat(12)}, until five.`,
  },
];

/** An action that asks the receiver of the webhook. */
const findDentist = (url: string) => ({
  type: 'action_external',
  config: {
    name: 'find_dentist',
    description: 'Finds a dentist who is free.',
    url,
    input_schema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    speak_on_send: false,
    speak_on_receive: true,
  },
});

/** Makes a user with a number, an agent and its webhook. */
export async function consoleUser(connection: Connection, webhookUrl: string): Promise<ConsoleUser> {
  const token = await tokenOfNewUser(connection, 'staging');
  const api = new Api(connection.base_url, token);
  const { number } = await api.created('/v1/numbers/buy', {});
  await addModelRules(connection, RULES);
  const { agent, webhook } = await makeAgent(api, {
    prompt: PROMPT,
    actions: [{ type: 'action_end_conversation' }, { type: 'action_dtmf' }, findDentist(webhookUrl)],
    initialMessage: 'Good morning, the dental practice. How can I help you?',
    webhookUrl,
    settings: { name: 'Front desk', analysis: ANALYSIS, dtmf_input: {} },
  });
  await api.created(`/v1/numbers/update?phone_number=${encodeURIComponent(number)}`, {
    inbound_agent: agent.id,
    label: 'Reception',
  });
  return { api, token, number, agent, webhook };
}

/** Places a call in which the callee says these lines and hangs up; resolves when it is over. */
export async function wholeCall(connection: Connection, user: ConsoleUser, lines: readonly string[]) {
  const { id } = await openCall(connection, user, {
    answer: 'answer',
    script: lines.map((say) => ({ say })),
    patience_ms: 60_000,
  });
  return user.api.callWhen(id, ({ status, transcript }) => status === 'ended' && transcript !== undefined);
}

/** Places a call with an action, keys of both parties and a barge-in; resolves when it was analyzed. */
export async function eventfulCall(connection: Connection, user: ConsoleUser) {
  const script = [
    { say: 'I need an appointment on Monday.' },
    { say: 'Which dentist is free?' },
    { say: 'What are your opening hours?' },
    { interrupt: 'Never mind.', after_words: 3 },
    { dtmf: '42#' },
    { say: 'Please press one.' },
    { wait_ms: 4_000 },
    { interrupt: 'Thank you, goodbye.', after_words: 0 },
  ];
  const { id } = await openCall(connection, user, { answer: 'answer', script });
  return user.api.callWhen(id, ({ status, analysis }) => status === 'ended' && analysis !== undefined);
}

/** Places a call to a callee with this behaviour. */
export async function openCall(connection: Connection, { api, number, agent }: ConsoleUser, callee: object) {
  const to = newNumber();
  await setCallee(connection, to, callee);
  return api.created('/v1/calls/create', { from_number: number, to_number: to, agent: agent.id });
}

/** Rehearses these lines with the user's agent. Returns the rehearsal. */
export async function rehearse({ api, agent }: ConsoleUser, lines: readonly string[]) {
  const { id } = await api.created('/v1/rehearsals/create', { agent: agent.id });
  for (const text of lines) await api.created(`/v1/rehearsals/say?id=${id}`, { text });
  return { id: String(id) };
}
