import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../src/model/request-log.ts';
import { conversation, prepare, streamed } from './prepare.ts';

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
});
