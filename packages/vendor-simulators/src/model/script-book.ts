import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { analyzeRecord, fillForm } from './analyze-record.ts';
import { judgeRecord } from './judge-record.ts';
import { type Findings, type Rule, type RuleInput, ruleSchema } from './rules.ts';

/** A message's content: text, or parts. Only the texts of parts are read. */
const content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ text: z.string().optional() }))])
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.map((part) => part.text ?? '').join('') : (value ?? ''),
  );

/** The fields of a chat-completions request that the scripted model reads. */
export const completionRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content })).min(1),
  stream: z.literal(true),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .looseObject({
      json_schema: z.looseObject({
        schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
      }),
    })
    .nullish(),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string() }) }))
    .nullish()
    .transform((tools) => tools ?? []),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

interface Situation {
  readonly lastUser: string;
  readonly system: string;
  readonly model: string;
  readonly turn: number;
  /** The fields of the requested JSON object. Undefined if text is requested. */
  readonly fields: readonly string[] | undefined;
  /** The content of the last message if it is a tool's result. */
  readonly toolResult: string | undefined;
}

/** Extracts the parts that rules match. */
function situationOf({ model, messages, response_format: form }: CompletionRequest): Situation {
  const ofUser = messages.filter(({ role }) => role === 'user');
  const ofSystem = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const last = messages.at(-1);
  return {
    lastUser: ofUser.at(-1)?.content ?? '',
    system: ofSystem.map((message) => message.content).join('\n'),
    model,
    turn: ofUser.length,
    fields: form ? Object.keys(form.json_schema.schema.properties) : undefined,
    toolResult: last?.role === 'tool' ? last.content : undefined,
  };
}

export interface Decision {
  readonly rule: Rule;
  readonly text: string;
  readonly toolCall: { readonly name: string; readonly arguments: string } | undefined;
}

/** An ordered list of rules; the first match decides. */
export class ScriptBook {
  readonly #basic: readonly Rule[];
  #added: { readonly id: string; readonly rules: readonly Rule[] }[] = [];

  /** The advice ends the answer to words that no rule matches. */
  constructor(replies: readonly RuleInput[] = [], advice = '') {
    const last = { reply: `${NO_RULE} ${advice}`.trim() };
    this.#basic = [...replies, ...defaultRules, last].map((rule) => ruleSchema.parse(rule));
  }

  /** Adds rules before all others. Returns an id with which they can be removed. */
  prepend(rules: readonly Rule[]): string {
    const id = randomUUID();
    this.#added.unshift({ id, rules });
    return id;
  }

  remove(removed: string): void {
    this.#added = this.#added.filter(({ id }) => id !== removed);
  }

  reset(): void {
    this.#added = [];
  }

  /** Decides the answer: the same one to the same request. */
  decide(request: CompletionRequest): Decision {
    const situation = situationOf(request);
    const rules = [...this.#added.flatMap((added) => added.rules), ...this.#basic];
    const rule = rules.find((candidate) => !candidate.finds && applies(candidate, situation));
    if (!rule) throw new Error('The last of the default rules applies to everything.');
    const replies = typeof rule.reply === 'string' ? [rule.reply] : (rule.reply ?? ['']);
    const uses = request.messages.filter(
      ({ role, content: said }) => role === 'assistant' && replies.includes(said),
    ).length;
    const findings = rules.flatMap(({ finds = {} }) => Object.entries(finds));
    const text = fill(replies[uses % replies.length] ?? '', situation, { request, findings });
    return { rule, text, toolCall: toolCallOf(rule, request) };
  }
}

function applies(rule: Rule, situation: Situation): boolean {
  const { when = {} } = rule;
  const { last_user: lastUser, system, model, json, turn, tool_result: toolResult } = when;
  // After a tool's result, rules on the user's words no longer match; otherwise a rule would call its tool endlessly.
  const isAboutWords = toolResult === undefined && (lastUser !== undefined || rule.tool_call !== undefined);
  const isDealtWith = situation.toolResult !== undefined && isAboutWords;
  return (
    !isDealtWith &&
    (lastUser === undefined || new RegExp(lastUser, 'i').test(situation.lastUser)) &&
    (system === undefined || new RegExp(system, 'i').test(situation.system)) &&
    (model === undefined || new RegExp(model, 'i').test(situation.model)) &&
    (json === undefined || json === (situation.fields !== undefined)) &&
    (turn === undefined || turn === situation.turn) &&
    (toolResult === undefined ||
      (situation.toolResult !== undefined && new RegExp(toolResult, 'i').test(situation.toolResult)))
  );
}

function fill(
  reply: string,
  { lastUser, system, fields = [] }: Situation,
  { request, findings }: { readonly request: CompletionRequest; readonly findings: Findings },
): string {
  const values: Readonly<Record<string, () => string>> = {
    last_user: () => lastUser,
    system: () => system,
    contact: () => playContact(request),
    verdict: () => judgeRecord(request),
    analysis: () => analyzeRecord(request, findings),
    form: () => fillForm(request, fields, findings),
  };
  // One pass, so that a placeholder in the user's words stays unchanged.
  return reply.replace(
    /\$\{(last_user|system|form|analysis|verdict|contact)\}/g,
    (_, name) => values[name]?.() ?? '',
  );
}

function toolCallOf({ tool_call: call }: Rule, { tools }: CompletionRequest): Decision['toolCall'] {
  if (!call) return undefined;
  const offered = tools.find((tool) => tool.function.name.includes(call.name))?.function.name;
  const name = call.only_if_offered ? offered : call.name;
  return name === undefined ? undefined : { name, arguments: JSON.stringify(call.arguments) };
}

const END_TOOL = 'end_conversation';
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|next week';
const TIMES =
  "\\d{1,2}[:.]\\d\\d|\\b\\d{1,2} ?(am|pm)\\b|o'clock|\\bnoon\\b|morning|afternoon|evening|\\bat (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d)";

/** The model's answer if no rule matches. */
const NO_RULE = 'I am a scripted model, and I have no rule for this.';

/** The prompts of agents that book appointments. */
const BOOKS =
  'appointment|reservation|reception|front desk|practice|\\bbookings?\\b|\\bbook (an?|the|them)\\b|\\bschedul';

/** The conversation of an agent that books appointments: a friendly receptionist. */
const bookingRules: RuleInput[] = [
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
];

/** The default conversation, whatever the agent's task is, and forms and verdicts on recorded calls. */
const defaultRules: RuleInput[] = [
  { when: { json: true, system: 'You analyze the record' }, reply: `\${analysis}` },
  { when: { json: true, system: 'You judge the record' }, reply: `\${verdict}` },
  { when: { json: true, system: 'You play a person who is on the telephone' }, reply: `\${contact}` },
  { when: { json: true }, reply: `\${form}` },
  {
    when: { last_user: 'reached a voicemail' },
    reply: 'We tried to reach you. Please call us back. Goodbye.',
  },
  { when: { tool_result: '' }, reply: 'That is done. Is there anything else I can do for you?' },
  { when: { turn: 0 }, reply: 'Hello, thank you for calling. How can I help you?' },
  {
    when: { last_user: "\\b(good ?bye|bye|that(’|')?s all|that is all|nothing else)\\b" },
    reply: 'Thank you for calling. Goodbye!',
    tool_call: { name: END_TOOL, only_if_offered: true },
  },
  {
    when: { last_user: '\\b(talk|speak|connected) (to|with) an? (person|human|colleague)\\b' },
    reply: 'Of course.',
    tool_call: { name: 'transfer_call', only_if_offered: true },
  },
  {
    when: { last_user: '\\b(are you (a )?(robot|human|real|machine|bot)|an? ai)\\b' },
    reply: 'I am an automated assistant, and a scripted model speaks for me.',
  },
  ...bookingRules.map((rule) => ({ ...rule, when: { system: BOOKS, ...rule.when } })),
  {
    when: { last_user: '^(hello|hi|hey|good (morning|afternoon|evening))( there)?\\W*$' },
    reply: 'Hello! How can I help you?',
  },
  { when: { last_user: '\\bthank' }, reply: 'You are welcome. Is there anything else I can do for you?' },
];

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The simulated contact of a test: says what it wants, then each of its facts, then goodbye, and hangs up. */
function playContact({ messages }: Request): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const goal = /^What you want: (.+)$/m.exec(system)?.[1] ?? '';
  const facts = [...system.matchAll(/^- (.+?): (.+)$/gm)];
  const lines = [goal, ...facts.map(([, name, value]) => `My ${name} is ${value}.`), 'Goodbye.'];
  const text = lines[messages.filter(({ role }) => role === 'assistant').length];
  return JSON.stringify({ action: text === undefined ? 'hang_up' : 'say', text: text ?? null });
}
