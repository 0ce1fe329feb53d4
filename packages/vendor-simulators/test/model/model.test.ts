import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { conversation, prepare, streamed, textOf } from './prepare.ts';

const endTool: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'action_end_conversation', parameters: { type: 'object', properties: {} } },
};

describe('the scripted model', () => {
  it('streams a reply word by word, then the requested usage', async () => {
    const { openai } = await prepare({ replies: [{ reply: 'You said ${last_user} under "${system}"' }] });

    const chunks = await streamed(openai, conversation('$& this'), {
      stream_options: { include_usage: true },
    });

    expect(textOf(chunks)).toBe('You said $& this under "Be brief."');
    expect(chunks.filter((chunk) => chunk.choices[0]?.delta.content)).toHaveLength(7);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 4, completion_tokens: 7, total_tokens: 11 });
  });

  it('says goodbye and calls the tool that ends the conversation, if there is one', async () => {
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

  it('transfers who asks for a person, if there is a tool', async () => {
    const { openai } = await prepare();
    const messages = conversation('I would like to talk to a person, please.');
    const transferTool = { ...endTool, function: { ...endTool.function, name: 'transfer_call' } };

    const chunks = await streamed(openai, messages, { tools: [endTool, transferTool] });

    const calls = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    expect(calls[0]?.function?.name).toBe('transfer_call');
  });

  it('rotates the replies of a rule within a conversation, and begins another with the first', async () => {
    const { openai } = await prepare({ replies: [{ reply: ['One.', 'Two.'] }] });
    const said = (content: string) => ({ role: 'assistant', content }) as const;
    const longer = [...conversation('a'), said('One.'), ...conversation('b')];

    const answers = [
      conversation('a'),
      longer,
      conversation('a'),
      [...longer, said('Two.'), ...conversation('c')],
    ];
    const texts = answers.map(async (messages) => textOf(await streamed(openai, messages)));

    expect(await Promise.all(texts)).toEqual(['One.', 'Two.', 'One.', 'One.']);
  });

  it('refuses a wrong key and a request without messages in the API’s own format', async () => {
    const { openai } = await prepare();
    const stranger = openai.withOptions({ apiKey: 'wrong' });

    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    await expect(streamed(openai, [])).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
    expect((await openai.models.list()).data[0]?.id).toBe('scripted');
  });
});
