import OpenAI from 'openai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ModelOptions, startModel } from '../../../local/model/model.ts';
import type { LoggedRequest } from '../../../local/model/request-log.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

type Message = OpenAI.ChatCompletionMessageParam;

async function prepare(options: ModelOptions = {}) {
  const model = await startModel({ apiKey: 'key', ...options });
  cleanups.push(model.close);
  const openai = new OpenAI({ baseURL: model.url, apiKey: 'key', maxRetries: 0, timeout: 5000 });
  const control = model.url.replace('/v1', '/simulator');
  return { openai, control };
}

const conversation = (...user: string[]): Message[] => [
  { role: 'system', content: 'Be brief.' },
  ...user.map((content): Message => ({ role: 'user', content })),
];

async function streamed(openai: OpenAI, messages: Message[], extra: object = {}) {
  const stream = await openai.chat.completions.create({ model: 'any', messages, stream: true, ...extra });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');

const endTool: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'action_end_conversation', parameters: { type: 'object', properties: {} } },
};

describe('the scripted model', () => {
  it('streams a reply word by word, then the usage that was asked for', async () => {
    const { openai } = await prepare({ replies: [{ reply: 'You said ${last_user} under "${system}"' }] });

    const chunks = await streamed(openai, conversation('$& this'), {
      stream_options: { include_usage: true },
    });

    expect(textOf(chunks)).toBe('You said $& this under "Be brief."');
    expect(chunks.filter((chunk) => chunk.choices[0]?.delta.content)).toHaveLength(7);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 4, completion_tokens: 7, total_tokens: 11 });
  });

  it('answers whole when no stream is asked for', async () => {
    const { openai } = await prepare({ replies: [{ reply: ['one', 'two'] }] });
    const ask = () => openai.chat.completions.create({ model: 'any', messages: conversation('x') });

    const answers = [await ask(), await ask(), await ask()];

    expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(['one', 'two', 'one']);
  });

  it('books an appointment by default', async () => {
    const { openai } = await prepare();
    const said = ['Hello, I would like to book an appointment.', 'Tuesday would suit me.'];
    said.push('At three in the afternoon, please.', 'My name is Anna Berger.', 'Yes, that is right.');

    const replies: string[] = [];
    for (const text of said) replies.push(textOf(await streamed(openai, conversation(text))));

    expect(replies).toEqual([
      'With pleasure. Which day would suit you?',
      'That day is free. What time would you like?',
      'I have put that down. May I have your name, please?',
      'Thank you. Shall I book the appointment as you said?',
      'Wonderful, your appointment is booked. Is there anything else I can do for you?',
    ]);
  });

  it('says goodbye and calls the tool that ends the conversation, when there is one', async () => {
    const { openai } = await prepare();
    const messages = conversation('Thank you, goodbye.');

    const withTool = await streamed(openai, messages, { tools: [endTool] });
    const without = await streamed(openai, messages);

    expect(textOf(withTool)).toBe('Thank you for calling. Goodbye!');
    const calls = withTool.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    expect(calls[0]?.function?.name).toBe('action_end_conversation');
    expect(calls.map((call) => call.function?.arguments).join('')).toBe('{}');
    expect(withTool.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(without.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('does not call a tool again once it has answered', async () => {
    const call = { name: 'look_up', arguments: { day: 'Tuesday' } };
    const { openai } = await prepare({
      replies: [{ tool_call: call }, { when: { tool_result: 'free' }, reply: 'It is free.' }],
    });
    const asked = conversation('Is Tuesday free?');
    const first = await openai.chat.completions.create({ model: 'any', messages: asked });
    const message = first.choices[0]!.message;

    const second = await openai.chat.completions.create({
      model: 'any',
      messages: [
        ...asked,
        message,
        { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'free' },
      ],
    });

    expect(message.tool_calls).toMatchObject([
      { function: { name: 'look_up', arguments: '{"day":"Tuesday"}' } },
    ]);
    expect(second.choices[0]?.message.content).toBe('It is free.');
  });

  it('notices that a stream was aborted', async () => {
    const { openai, control } = await prepare({
      replies: [{ reply: 'one two three', fault: 'hang', after_tokens: 2 }],
    });
    const stream = await openai.chat.completions.create({
      model: 'any',
      messages: conversation('x'),
      stream: true,
    });

    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === ' two') break;

    const request = await vi.waitFor(async () => {
      const entries = (await (await fetch(`${control}/requests`)).json()) as LoggedRequest[];
      expect(entries[0]?.aborted_at).not.toBeNull();
      return entries[0]!;
    });
    expect(request).toMatchObject({ sent_text: 'one two', finished_at: null, body: { stream: true } });
    expect(request.first_token_at).not.toBeNull();
  });

  it.each([
    ['http_500', /500/],
    ['http_429', /429/],
    ['cut', /terminated|Premature close|connection/i],
    ['garbage', /JSON|Could not parse|Unterminated/i],
  ] as const)('fails with %s when a rule says so', async (fault, message) => {
    const { openai } = await prepare({ replies: [{ reply: 'one two three four', fault }] });

    const attempt = streamed(openai, conversation('x'));

    await expect(attempt).rejects.toThrow(message);
  });

  it('ends without a word when a rule says so', async () => {
    const { openai } = await prepare({ replies: [{ reply: 'one', fault: 'empty' }] });

    const chunks = await streamed(openai, conversation('x'));

    expect(textOf(chunks)).toBe('');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('refuses a wrong key and a request without messages in the API’s own shape', async () => {
    const { openai } = await prepare();
    const stranger = openai.withOptions({ apiKey: 'wrong' });

    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    await expect(openai.chat.completions.create({ model: 'any', messages: [] })).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
    expect((await openai.models.list()).data[0]?.id).toBe('scripted');
  });
});

describe('the model’s control side', () => {
  it('puts rules before the others and forgets them again', async () => {
    const { openai, control } = await prepare({ replies: [{ reply: 'given' }] });
    const put = (body: unknown) => fetch(`${control}/rules`, { method: 'PUT', body: JSON.stringify(body) });
    const ask = async () => textOf(await streamed(openai, conversation('x')));

    await put([{ reply: 'first' }]);
    await put({ rules: [{ when: { turn: 2 }, reply: 'not now' }, { reply: 'second' }] });
    const changed = await ask();
    await fetch(`${control}/rules`, { method: 'DELETE' });

    expect(changed).toBe('second');
    expect(await ask()).toBe('given');
  });

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['a pattern that is none', '[{"when":{"last_user":"("}}]', 'must be a regular expression'],
    ['an unknown key', '[{"replies":"x"}]', 'replies'],
    ['an unknown fault', '[{"fault":"explode"}]', 'http_500'],
  ])('refuses %s with a clear message', async (_, body, message) => {
    const { control } = await prepare();

    const response = await fetch(`${control}/rules`, { method: 'PUT', body });

    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain(message);
  });
});
