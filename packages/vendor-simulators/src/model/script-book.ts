import { type CompletionRequest, type Situation, situationOf } from './completion-request.ts';
import { defaultRules } from './default-rules.ts';
import { type Rule, type RuleInput, ruleSchema } from './rules.ts';

/** The decision about one request. */
export interface Decision {
  readonly rule: Rule;
  readonly text: string;
  readonly toolCall: { readonly name: string; readonly arguments: string } | undefined;
}

/** An ordered list of rules; the first match decides. */
export class ScriptBook {
  readonly #basic: readonly Rule[];
  readonly #uses = new Map<Rule, number>();
  #added: Rule[] = [];

  /** The given rules precede those of the default conversation. */
  constructor(replies: readonly RuleInput[]) {
    this.#basic = [...replies, ...defaultRules].map((rule) => ruleSchema.parse(rule));
  }

  /** Prepends rules, in their order. */
  prepend(rules: readonly Rule[]): void {
    this.#added = [...rules, ...this.#added];
  }

  /** Removes the prepended rules. */
  reset(): void {
    this.#added = [];
  }

  /** Decides the answer; a rotating rule advances by one. */
  decide(request: CompletionRequest): Decision {
    const situation = situationOf(request);
    const rule = [...this.#added, ...this.#basic].find((candidate) => applies(candidate, situation));
    if (!rule) throw new Error('The last of the default rules applies to everything.');
    const uses = this.#uses.get(rule) ?? 0;
    this.#uses.set(rule, uses + 1);
    const replies = typeof rule.reply === 'string' ? [rule.reply] : (rule.reply ?? ['']);
    const text = fill(replies[uses % replies.length] ?? '', situation);
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

function fill(reply: string, { lastUser, system, fields = [] }: Situation): string {
  const address = /[\w.+-]+@[\w-]+(\.[\w-]+)+/.exec(lastUser)?.[0] ?? null;
  const values: Readonly<Record<string, string>> = {
    last_user: lastUser,
    system,
    json: JSON.stringify(Object.fromEntries(fields.map((field) => [field, address]))),
  };
  // One pass, so that a placeholder in the user's words stays unchanged.
  return reply.replace(/\$\{(last_user|system|json)\}/g, (_, name) => values[name] ?? '');
}

function toolCallOf({ tool_call: call }: Rule, { tools }: CompletionRequest): Decision['toolCall'] {
  if (!call) return undefined;
  const offered = tools.find((tool) => tool.function.name.includes(call.name))?.function.name;
  const name = call.only_if_offered ? offered : call.name;
  return name === undefined ? undefined : { name, arguments: JSON.stringify(call.arguments) };
}
