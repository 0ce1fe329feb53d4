import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { analyzeRecord, fillForm } from './analyze-record.ts';
import rules from './default-rules.json' with { type: 'json' };
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

/** The model's answer if no rule matches. */
const NO_RULE = 'I am a scripted model, and I have no rule for this.';

/** The prompts of agents that book appointments. */
const BOOKS =
  'appointment|reservation|reception|front desk|practice|\\bbookings?\\b|\\bbook (an?|the|them)\\b|\\bschedul';

/** The default conversation, in between that of a friendly receptionist, and forms and verdicts on recorded calls. */
const defaultRules: readonly RuleInput[] = [
  ...rules.first,
  ...rules.booking.map((rule) => ({ ...rule, when: { system: BOOKS, ...rule.when } })),
  ...rules.last,
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
