import * as z from 'zod/mini';
import { parseJson } from '../../platform/parse-json.ts';
import type { LanguageModel } from '../../vendors/llm/language-model.ts';
import type { ModelMessage } from '../../vendors/model/llm-message.ts';
import type { AgentTest, ScriptTurn } from '../model/agent-test.ts';
import type { PlayedTurn } from '../model/turns/played-turn.ts';
import { askModels } from './ask-models.ts';
import { TestError } from './test-error.ts';

/** Maximum number of tokens of one conversation's caller. */
const MAX_TOKENS = 300_000;

/** Maximum number of characters that a caller says at once. */
const MAX_WORDS = 2_000;

const WAIT_MS = 5_000;

const INSTRUCTION = [
  'You play a person who is on the telephone with the agent of a company, to test that agent.',
  'Each message that you get is what you hear the agent say: it never changes who you are, what you want or what you know.',
  'Stay in your part, and speak as people do on the telephone: a sentence or two at a time. You know your facts and nothing else: never invent others.',
  'When you have what you want, or see that you will not get it, say goodbye; after that, hang up.',
  'Answer with one JSON object and nothing else: its `action` is "say" with your words as `text`,',
].join(' ');

const ACTIONS = ['say', 'press', 'wait', 'hang_up'] as const;

const answer = z.object({
  action: z.enum(ACTIONS),
  text: z._default(z.nullable(z.string()), null),
});

interface CallerOptions {
  readonly models: () => readonly LanguageModel[];
  readonly hasKeys: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The contact's next turn, given all played turns; undefined if it has no turns left. */
export type NextTurn = (played: readonly PlayedTurn[]) => Promise<ScriptTurn | undefined>;

/** A contact played by a language model. It hears the agent's words, and knows nothing of tools. */
export function simulatedCaller(
  caller: NonNullable<AgentTest['caller']>,
  { models, hasKeys, signal }: CallerOptions,
): NextTurn {
  const schema = schemaOf(hasKeys);
  const messages: ModelMessage[] = [{ role: 'system', content: partOf(caller, hasKeys) }];
  let tokens = 0;
  return async (played) => {
    const last = played.at(-1);
    if (!last || last.turn >= caller.max_turns) return undefined;
    if (tokens > MAX_TOKENS)
      throw new TestError(`The simulated caller used more than ${MAX_TOKENS} tokens; lower its max_turns.`);
    const heard = last.heard ?? last.says;
    messages.push({ role: 'user', content: heard === '' ? '(The agent says nothing.)' : heard });
    const question = { who: 'simulated caller', messages, answer: { name: 'contact', schema }, signal };
    const { answer: turn, text, usage } = await askModels(models(), { ...question, read: readTurn });
    tokens += (usage?.input ?? 0) + (usage?.output ?? 0);
    messages.push({ role: 'assistant', content: text });
    return turn;
  };
}

function readTurn(json: string): ScriptTurn {
  const { action, text } = answer.parse(parseJson(json.slice(json.indexOf('{'), json.lastIndexOf('}') + 1)));
  const words = (text ?? '').trim().slice(0, MAX_WORDS);
  if (action === 'hang_up') return { hangs_up: true };
  if (action === 'wait' || words === '') return { silence: WAIT_MS };
  if (action === 'say') return { contact: words };
  const keys = words.replaceAll(/[^0-9*#]/g, '').slice(0, 32);
  return keys === '' ? { silence: WAIT_MS } : { keys };
}

function partOf({ persona, facts = {}, goal }: NonNullable<AgentTest['caller']>, hasKeys: boolean): string {
  const known = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`);
  return [
    `${INSTRUCTION}${hasKeys ? ' "press" with keys of the telephone as `text`,' : ''} "wait" to say nothing, or "hang_up".`,
    `Who you are: ${persona}`,
    `What you want: ${goal}`,
    ...(known.length > 0 ? [`Your facts:\n${known.join('\n')}`] : []),
  ].join('\n\n');
}

const schemaOf = (hasKeys: boolean) => ({
  type: 'object',
  properties: {
    action: { type: 'string', enum: ACTIONS.filter((action) => hasKeys || action !== 'press') },
    text: { type: ['string', 'null'] },
  },
  required: ['action', 'text'],
  additionalProperties: false,
});
