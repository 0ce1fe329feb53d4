import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import { type ModelOptions, startModel } from '../../src/model/model.ts';

type Message = OpenAI.ChatCompletionMessageParam;

export async function prepare(options: ModelOptions = {}) {
  const model = await startModel({ apiKey: 'key', ...options });
  onTestFinished(model.close);
  const openai = new OpenAI({ baseURL: model.url, apiKey: 'key', maxRetries: 0, timeout: 30_000 });
  const control = model.url.replace('/v1', '/simulator');
  return { openai, control };
}

export const conversation = (...user: string[]): Message[] => [
  { role: 'system', content: 'Be brief.' },
  ...user.map((content): Message => ({ role: 'user', content })),
];

export async function streamed(openai: OpenAI, messages: Message[], extra: object = {}) {
  const stream = await openai.chat.completions.create({ model: 'any', messages, stream: true, ...extra });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

export const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
