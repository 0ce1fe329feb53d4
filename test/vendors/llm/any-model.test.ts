import { startModel } from 'vendor-simulators/model/model.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../lambdas/vendors/llm/language-model.ts';
import { openAiCompatibleModel } from '../../../lambdas/vendors/llm/openai/openai-model.ts';
import type { ModelMessage } from '../../../lambdas/vendors/model/llm-message.ts';
import type { ModelTraits } from '../../../lambdas/vendors/model/model-traits.ts';
import { answerOf } from '../../support/answer-of.ts';
import { put } from '../../support/scene.ts';

const server = await startModel({
  replies: [{ when: { json: true }, reply: '{"a":1}' }, { reply: 'Good day.' }],
});
afterAll(() => server.close());
const simulator = (path: string) => server.url.replace(/v1$/, `simulator/${path}`);

let count = 0;
/** A new model at the simulated vendor. */
async function modelThat(takes: object): Promise<string> {
  count += 1;
  const name = `model-${count}`;
  await put(simulator(`models/${name}`), takes);
  return name;
}

const tool = { name: 'look_up', description: 'Looks it up.', parameters: { type: 'object', properties: {} } };

/** Asks a model with everything that a request may carry. */
async function ask(
  model: string,
  { traits, ...more }: Partial<ModelRequest> & { readonly traits?: ModelTraits } = {},
): Promise<string> {
  const asked = openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl: server.url, model, traits }));
  const { text, error } = await answerOf(asked, {
    tools: [tool],
    mayUseTools: false,
    reasoningEffort: 'low',
    ...more,
  });
  if (error) throw error;
  return text;
}

/** The bodies of a model's requests, in their order. */
async function bodies(model: string): Promise<Record<string, unknown>[]> {
  const entries = (await (await fetch(simulator('requests'))).json()) as { body: Record<string, unknown> }[];
  return entries.map(({ body }) => body).filter((body) => body.model === model);
}

const PARAMETERS = [
  'max_tokens',
  'temperature',
  'stream_options',
  'tool_choice',
  'reasoning_effort',
] as const;

describe.each(['openai', 'none'])('a model that refuses as %s does', (words) => {
  it('answers although it refuses all that it may, and never receives a parameter again', async () => {
    const model = await modelThat({ refuses: [...PARAMETERS, 'max_completion_tokens'], words });

    for (let turn = 1; turn <= 7; turn++) expect(await ask(model)).toBe('Good day.');

    const sent = await bodies(model);
    const last = sent.at(-1) ?? {};
    expect(PARAMETERS.filter((parameter) => parameter in last)).toEqual([]);
    expect(sent.length).toBeLessThanOrEqual(7 + PARAMETERS.length + 1);
  });
});

it('a model with another name for the limit gets it from the second request on, with tokens for its reasoning', async () => {
  const model = await modelThat({ refuses: ['max_tokens'] });

  await ask(model, { reasoningEffort: null });
  await ask(model, { reasoningEffort: null });

  const [first, retry, next] = await bodies(model);
  expect(first).toMatchObject({ max_tokens: 400, temperature: 0 });
  expect(retry).not.toHaveProperty('max_completion_tokens');
  expect(next).toMatchObject({ max_completion_tokens: 2_400, temperature: 0 });
});

const SCHEMA = { type: 'object', properties: { a: { type: 'number' } } };

it.each<[string, Partial<ModelRequest>, string]>([
  ['tool_choice', {}, 'words'],
  ['response_format', { answer: { name: 'fields', schema: SCHEMA }, tools: [] }, 'JSON Schema'],
])('what a model does not take is said in words: %s', async (parameter, more, words) => {
  const model = await modelThat({ refuses: [parameter] });

  await ask(model, more);

  const [, retry] = await bodies(model);
  expect(retry).not.toHaveProperty(parameter);
  expect(JSON.stringify(retry?.messages)).toContain(words);
});

it('a model with a strict chat template gets one message of the system, and the others in turn', async () => {
  const model = await modelThat({ strict_order: true });
  const messages: ModelMessage[] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'system', content: 'It is noon.' },
    { role: 'assistant', content: 'Good day.' },
    { role: 'user', content: 'Hello.' },
    { role: 'system', content: 'It is one.' },
    { role: 'user', content: 'How late is it?' },
  ];

  const asking = { messages, mayUseTools: true };
  const answers = [await ask(model, asking), await ask(model, asking)];

  const [, retry, next] = await bodies(model);
  expect(answers).toEqual(['Good day.', 'Good day.']);
  expect(retry?.messages).toEqual([
    { role: 'system', content: 'Be kind.\n\nIt is noon.' },
    { role: 'user', content: '[The call is connected.]' },
    { role: 'assistant', content: 'Good day.' },
    { role: 'user', content: 'Hello.\n\nIt is one.\n\nHow late is it?' },
  ]);
  expect(next).toMatchObject({ temperature: 0, messages: retry?.messages });
});
