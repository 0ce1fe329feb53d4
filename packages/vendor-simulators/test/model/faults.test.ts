import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../src/model/request-log.ts';
import { conversation, prepare, streamed, textOf } from './prepare.ts';

describe('a stream of the scripted model', () => {
  it('stops when the client disconnects', async () => {
    const reply = 'one two three four five six seven eight nine ten';
    const { openai, control } = await prepare({ replies: [{ reply, token_ms: 10 }] });
    const request = { model: 'any', messages: conversation('x'), stream: true } as const;

    for await (const chunk of await openai.chat.completions.create(request)) {
      if (chunk.choices[0]?.delta.content === ' two') break;
    }
    await streamed(openai, conversation('y'));

    const entries = (await (await fetch(`${control}/requests`)).json()) as LoggedRequest[];
    expect(entries[1]?.sent_text).toBe(reply);
    expect(entries[0]?.sent_text.length).toBeLessThan(reply.length);
  });

  it('records that a stream was aborted', async () => {
    const { openai, control } = await prepare({
      replies: [{ reply: 'one two three', fault: 'hang', after_tokens: 2 }],
    });
    const stream = await openai.chat.completions.create({
      model: 'any',
      messages: conversation('x'),
      stream: true,
    });

    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === ' two') break;

    const request = async () => {
      const [entry] = (await (await fetch(`${control}/requests`)).json()) as LoggedRequest[];
      return entry;
    };
    await expect.poll(async () => (await request())?.aborted_at).toEqual(expect.any(String));
    expect(await request()).toMatchObject({
      sent_text: 'one two',
      first_token_at: expect.any(String),
      finished_at: null,
      body: { stream: true },
    });
  });

  it.each([
    ['http_500', /500/],
    ['http_429', /429/],
    ['cut', /terminated|Premature close|connection/i],
    ['garbage', /JSON|Could not parse|Unterminated/i],
  ] as const)('fails with %s if a rule says so', async (fault, message) => {
    const { openai } = await prepare({ replies: [{ reply: 'one two three four', fault }] });

    const attempt = streamed(openai, conversation('x'));

    await expect(attempt).rejects.toThrow(message);
  });

  it('ends without text if a rule says so', async () => {
    const { openai } = await prepare({ replies: [{ reply: 'one', fault: 'empty' }] });

    const chunks = await streamed(openai, conversation('x'));

    expect(textOf(chunks)).toBe('');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });
});
