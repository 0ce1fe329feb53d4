// The recipes of docs/models.md, each with a server that answers and refuses as its vendor does.
import type { ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { withoutReasoning } from '../../../lambdas/vendors/llm/answer-limits.ts';
import { openAiCompatibleModel } from '../../../lambdas/vendors/llm/openai/openai-model.ts';
import type { ModelMessage } from '../../../lambdas/vendors/model/llm-message.ts';
import { startCommand, startOptions } from '../../../local/arguments.ts';
import { chooseModel, offeredModels } from '../../../local/language-model.ts';
import { answerOf } from '../../support/answer-of.ts';
import { Peer, type PeerRequest } from '../../support/peer.ts';
import { calls, chunk, ends, says } from './streams.ts';

interface Body {
  readonly [parameter: string]: unknown;
  readonly messages: readonly { readonly tool_calls?: readonly object[] }[];
}

interface Recipe {
  /** The options of `npm start`, and the variables that it reads. */
  readonly options: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The key that the server accepts. @default any */
  readonly key?: string;
  /** The names in the server's list of models. @default it has none */
  readonly lists?: readonly string[];
  /** The chosen model. */
  readonly model?: string;
  readonly effort?: 'none' | 'low';
  /** The body of the refusal of a request that the vendor refuses. */
  readonly refuses?: (body: Body) => unknown;
  /** The words of the answer, and its call of a tool. @default "Good day." and a usual one */
  readonly words?: string;
  readonly call?: string;
}

const callOf = (more: object) =>
  calls({ id: 'a', type: 'function', function: { name: 'look_up', arguments: '{}' }, ...more });
const CALL = callOf({ index: 0 }) + ends('tool_calls');
const USAGE = chunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } });
const GOOD_DAY = says('Good ') + says('day.');
const refusal = (message: string, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code: null },
});

const RECIPES: Readonly<Record<string, Recipe>> = {
  OpenAI: {
    options: '--llm openai',
    variables: { OPENAI_API_KEY: 'key', LLM_API_KEY: 'other' },
    key: 'key',
    lists: ['other', 'usual'],
    model: 'usual',
  },
  'a reasoning model of OpenAI': {
    options: '--llm openai --model gpt-5-mini',
    variables: { LLM_API_KEY: 'key' },
    key: 'key',
    model: 'gpt-5-mini',
    effort: 'low',
    refuses: ({ max_tokens, temperature }) => {
      if (max_tokens !== undefined) return refusal("Unsupported parameter: 'max_tokens'.", 'max_tokens');
      return temperature === undefined ? undefined : refusal('Unsupported value: 0.', 'temperature');
    },
  },
  'a model of OpenAI that reasons or calls tools': {
    options: '--llm openai --model gpt-5.6-luna',
    variables: { OPENAI_API_KEY: 'key' },
    model: 'gpt-5.6-luna',
    effort: 'none',
    refuses: ({ reasoning_effort }) =>
      reasoning_effort === 'none'
        ? undefined
        : refusal('Function tools with reasoning_effort are not supported.', 'reasoning_effort'),
  },
  Anthropic: {
    options: '--llm anthropic --model claude-haiku-4-5',
    variables: { ANTHROPIC_API_KEY: 'key' },
    key: 'key',
    model: 'claude-haiku-4-5',
    words: says(null) + GOOD_DAY,
  },
  Google: {
    options: '--llm google --model gemini-3-flash-preview',
    variables: { GEMINI_API_KEY: 'key' },
    key: 'key',
    lists: ['models/gemini-3-flash-preview'],
    model: 'gemini-3-flash-preview',
    refuses: ({ messages }) =>
      messages.some(({ tool_calls = [] }) => tool_calls.some((made) => !('extra_content' in made)))
        ? [{ error: { code: 400, message: 'Function call is missing a thought_signature.' } }]
        : undefined,
    call: callOf({ extra_content: { google: { thought_signature: 'AbC' } } }) + ends('stop'),
  },
  Ollama: {
    options: '--llm ollama',
    lists: ['qwen3:8b'],
    model: 'qwen3:8b',
    words: chunk({ choices: [{ index: 0, delta: { content: '', reasoning: 'They greet.' } }] }) + GOOD_DAY,
  },
  vLLM: {
    options: '--llm vllm',
    variables: { LLM_API_KEY: 'token' },
    key: 'token',
    lists: ['Qwen/Qwen3-8B'],
    model: 'Qwen/Qwen3-8B',
    words: ['\n<th', 'ink>They <greet', '>.</thi', 'nk>\n\nGood ', 'day.'].map(says).join(''),
  },
  'Amazon Bedrock': {
    options: '--llm https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1 --model openai.gpt-oss-20b-1:0',
    variables: { LLM_API_KEY: 'key' },
    key: 'key',
    model: 'openai.gpt-oss-20b-1:0',
    words: says('<reasoning>They greet.</reasoning>') + GOOD_DAY,
  },
};

let recipe: Recipe;
const server = new Peer(({ target, headers, text }: PeerRequest, response: ServerResponse) => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const { key, lists, refuses, words = GOOD_DAY, call = CALL } = recipe;
  if (key && headers.authorization !== `Bearer ${key}`) return json(401, refusal('No such key.'));
  if (target === '/models') return json(lists ? 200 : 404, { data: lists?.map((id) => ({ id })) });
  const refused = refuses?.(JSON.parse(text));
  if (refused) return json(400, refused);
  return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(words + call + USAGE);
});
afterAll(() => server.close());
const llm = await server.listen();

/** What `npm start` makes of the options, with the recorded server in place of the vendor's. */
async function chosen({ options, variables = {} }: Recipe) {
  const given = startCommand()
    .configureOutput({ writeErr: () => undefined })
    .parse(options.split(' '), { from: 'user' });
  return chooseModel({ ...startOptions(given.opts()), llm }, 'usual', variables);
}

const tool = { name: 'look_up', description: 'Looks it up.', parameters: { type: 'object', properties: {} } };
const AFTER_A_CALL: readonly ModelMessage[] = [
  { role: 'user', content: 'Hello?' },
  { role: 'assistant', content: null, toolCalls: [{ id: 'a', name: 'look_up', arguments: '{}' }] },
  { role: 'tool', toolCallId: 'a', content: 'Nothing.' },
];

it.each(
  Object.entries(RECIPES),
)('the recipe for %s gives words and calls, also after a call', async (_, given) => {
  recipe = given;
  const { apiKey = 'local-api-key', model = '' } = await chosen(given);
  const asked = openAiCompatibleModel(async () => ({ apiKey, model, baseUrl: llm }));
  const request = { tools: [tool], reasoningEffort: given.effort ?? null };

  const answers = [
    await answerOf(asked, request),
    await answerOf(asked, { ...request, messages: AFTER_A_CALL }),
  ];

  expect(model).toBe(given.model);
  for (const { text, calls: made, error } of answers)
    expect({ text: withoutReasoning(text).trim(), made, error }).toEqual({
      text: 'Good day.',
      made: [{ id: 'a', name: 'look_up', arguments: '{}' }],
      error: undefined,
    });
});

it.each<[string, Partial<Recipe>, RegExp]>([
  ['--llm anthropic', {}, /^--llm anthropic needs a key: set ANTHROPIC_API_KEY, or LLM_API_KEY\.$/],
  ['--llm gemini', { variables: { GEMINI_API_KEY: '' } }, /set GEMINI_API_KEY/],
  [`--llm ${llm}`, { variables: { LLM_API_KEY: 'wrong' }, key: 'key' }, /refuses the key\.$/],
  [`--llm ${llm}`, { variables: { OPENAI_API_KEY: 'key' }, key: 'key' }, /refuses the key \(none\)\.$/],
  ['--llm ollama', { lists: ['a', 'b', 'c\u001b[2J'] }, /^--llm: name a model with --model: \S+ has a, b\.$/],
  ['--llm vllm', { lists: [...'abcdefghijkl'] }, /has a, b, c, d, e, f, g, h, i, j and 2 more\.$/],
  ['--llm ollama', {}, /lists none\.$/],
  ['--llm constructor', {}, /It must be an http or https URL/],
  ['--model x', {}, /^--model needs --llm/],
])('a start with %s and %j is refused in a sentence', async (options, given, expected) => {
  recipe = { options, ...given };

  await expect(chosen(recipe)).rejects.toThrow(expected);
});

it('a real model is offered, and not used unasked', async () => {
  const variables = { OPENAI_API_KEY: 'x', GEMINI_API_KEY: 'x', LLM_API_KEY: 'x' };

  expect((await offeredModels(variables)).slice(0, 2)).toEqual([
    '--llm openai (OPENAI_API_KEY is set)',
    '--llm google (GEMINI_API_KEY is set)',
  ]);
  expect(await chooseModel({}, 'usual', variables)).toEqual({});
});
