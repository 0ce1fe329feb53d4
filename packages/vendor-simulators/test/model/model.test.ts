import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { RuleInput } from '../../src/model/rules.ts';
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

  it.each([
    ['You sell pizza.', 'I would like a large one.', /no rule for this. Start it with --llm.$/],
    ['You sell pizza.', 'Yes, Tuesday at three.', /no rule for this/],
    ['You sell books.', 'Hello, is it open today?', /no rule for this/],
    ['You sell books.', 'Hello?', /^Hello! How can I help you\?$/],
    ['You book appointments.', 'The weather is nice.', /no rule for this/],
    ['You book appointments.', 'On Tuesday.', /What time would you like\?$/],
  ])('under "%s" answers "%s" by a rule, or says that it has none', async (system, content, expected) => {
    const { openai } = await prepare({ advice: 'Start it with --llm.' });

    const chunks = await streamed(openai, [
      { role: 'system', content: system },
      { role: 'user', content },
    ]);

    expect(textOf(chunks)).toMatch(expected);
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

describe('a recorded call', () => {
  const RECORD = [
    { sender: 'agent', text: 'You are booked for Friday, and get a mail at us@example.com.' },
    { sender: 'human', text: 'Great, thank you, yes! Tuesday the 4th of May, not twelve. My name is Li.' },
    { sender: 'human', text: 'Write to a@example.com. No, to b@example.com.' },
  ];
  const FIELDS = ['email', 'date_of_birth', 'name'];

  /** Asks an unscripted model, or one with what rules find, for JSON about the record. */
  async function ask(system: string, finds?: RuleInput['finds']) {
    const { openai } = await prepare(finds && { replies: [{ finds }] });
    const schema = { properties: Object.fromEntries(FIELDS.map((name) => [name, {}])) };
    const chunks = await streamed(
      openai,
      [
        { role: 'system', content: system },
        { role: 'user', content: JSON.stringify(RECORD) },
      ],
      { response_format: { type: 'json_schema', json_schema: { name: 'json', schema } } },
    );
    return JSON.parse(textOf(chunks));
  }

  const analysis = `You analyze the record.\n${['summary', 'success', 'sentiment', ...FIELDS.map((name) => `field:${name}`)].map((name) => `- ${name}: any`).join('\n')}`;
  const values = async (finds?: RuleInput['finds']) =>
    (await ask(analysis, finds)).answers.map(({ value }: { value: string | null }) => value);

  it('has no value that no rule proves', async () => {
    const unproven = { summary: { value: 'All is well.', quotation: 'All is very well' } };

    expect(await values()).toEqual([null, null, null, null, null, null]);
    expect(await values(unproven)).toEqual([null, null, null, null, null, null]);
  });

  it('has the values of rules whose quotation is in it', async () => {
    const finds = {
      success: { value: true, quotation: 'booked for Friday' },
      name: { value: 'Li', quotation: 'My name is Li.' },
    };

    expect(await values(finds)).toEqual([null, 'true', null, null, null, '"Li"']);
    expect((await ask('Fill in a form.', finds)).name).toBe('Li');
  });

  it('fills only a field for an e-mail address without a rule, with the contact’s latest', async () => {
    const form = '- email (Mail), an e-mail address\n- name (Name), a postal address: no e-mail address';

    expect(await ask(form)).toEqual({ email: 'b@example.com', date_of_birth: null, name: null });
  });
});
