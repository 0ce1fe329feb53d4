import { EventStreamCodec } from '@smithy/core/event-streams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BedrockOptions, startBedrock } from '../../src/bedrock/bedrock.ts';

const NOVA = 'us.amazon.nova-lite-v1:0';

async function prepare(options: BedrockOptions = {}) {
  const server = await startBedrock(options);
  onTestFinished(server.close);
  const ask = (body: object, { model = NOVA, headers = {} }: { model?: string; headers?: object } = {}) =>
    fetch(`${server.url}/model/${encodeURIComponent(model)}/converse-stream`, {
      method: 'POST',
      headers: { ...headers },
      body: JSON.stringify(body),
    });
  return { ask };
}

const user = (...content: object[]) => ({ role: 'user', content });
const agent = (...content: object[]) => ({ role: 'assistant', content });
const text = (words: string) => ({ text: words });
const toolUse = { toolUse: { toolUseId: 'a', name: 'look_up', input: {} } };
const toolResult = { toolResult: { toolUseId: 'a', content: [text('{}')] } };
const toolConfig = {
  tools: [{ toolSpec: { name: 'look_up', inputSchema: { json: { type: 'object' } } } }],
};

/** The events of a body, with their types; checksums are verified. */
function eventsOf(body: Buffer): [string, unknown][] {
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes).toString(),
    (words) => Buffer.from(words),
  );
  const events: [string, unknown][] = [];
  for (let at = 0; at < body.length; at += body.readUInt32BE(at)) {
    const message = codec.decode(body.subarray(at, at + body.readUInt32BE(at)));
    const type = message.headers[':event-type'] ?? message.headers[':exception-type'];
    events.push([String(type?.value), JSON.parse(Buffer.from(message.body).toString())]);
  }
  return events;
}

describe('the simulated Amazon Bedrock', () => {
  it('streams the events of an answer with a tool call', async () => {
    const { ask } = await prepare({
      replies: [{ reply: 'One moment.', tool_call: { name: 'look_up', arguments: { day: 1 } } }],
    });

    const answer = await ask({ messages: [user(text('Hello?'))], toolConfig });

    expect(answer.headers.get('content-type')).toBe('application/vnd.amazon.eventstream');
    const events = eventsOf(Buffer.from(await answer.arrayBuffer()));
    expect(events.map(([type]) => type)).toEqual([
      'messageStart',
      ...['contentBlockDelta', 'contentBlockDelta', 'contentBlockStop'],
      ...['contentBlockStart', 'contentBlockDelta', 'contentBlockDelta', 'contentBlockStop'],
      ...['messageStop', 'metadata'],
    ]);
    expect(events.at(-2)?.[1]).toMatchObject({ stopReason: 'tool_use' });
    expect(events.at(-1)?.[1]).toMatchObject({ usage: { inputTokens: 1, outputTokens: 2 } });
  });

  it('ends a stream by an exception if a rule says so', async () => {
    const { ask } = await prepare({
      replies: [{ reply: 'One two three', exception: 'ThrottlingException', after_tokens: 1 }],
    });

    const answer = await ask({ messages: [user(text('Hello?'))] });

    const events = eventsOf(Buffer.from(await answer.arrayBuffer()));
    expect(events.map(([type]) => type)).toEqual([
      'messageStart',
      'contentBlockDelta',
      'throttlingException',
    ]);
  });

  it.each<[string, object, string]>([
    ['begins with the agent', { messages: [agent(text('Hello!'))] }, 'must start with a user message'],
    ['does not alternate', { messages: [user(text('a')), user(text('b'))] }, 'must alternate'],
    [
      'ends with the agent',
      { messages: [user(text('a')), agent(text('b'))] },
      'must end with a user message',
    ],
    ['has a blank text', { messages: [user(text(' '))] }, 'messages.0.content.0 is blank'],
    [
      'lacks the result of a tool',
      { messages: [user(text('a')), agent(toolUse), user(text('b'))], toolConfig },
      'Expected toolResult blocks at messages.2.content for the following Ids: a',
    ],
    [
      'has a result without a call',
      { messages: [user(text('a')), agent(text('b')), user(toolResult)], toolConfig },
      'exceeds the number of toolUse blocks',
    ],
    [
      'has results without tools',
      { messages: [user(text('a')), agent(toolUse), user(toolResult)] },
      'The toolConfig field must be defined',
    ],
    ['has an unknown field', { messages: [user(text('a'))], temperature: 1 }, 'temperature'],
    [
      'has a temperature above 1',
      { messages: [user(text('a'))], inferenceConfig: { temperature: 2 } },
      'temperature',
    ],
  ])('refuses a conversation that %s', async (_, body, words) => {
    const { ask } = await prepare();

    const answer = await ask(body);

    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-amzn-errortype')).toMatch(/^ValidationException:/);
    expect(await answer.json()).toEqual({ message: expect.stringContaining(words) });
  });

  it('refuses a request without a signature, and cache points elsewhere', async () => {
    const signed = await prepare({
      credentials: { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' },
    });
    const open = await prepare();
    const cached = { messages: [user(text('a'), { cachePoint: { type: 'default' } })] };

    const unsigned = await signed.ask({ messages: [user(text('a'))] });
    const elsewhere = await open.ask(cached, { model: 'meta.llama3-1-8b-instruct-v1:0' });

    expect(unsigned.headers.get('x-amzn-errortype')).toMatch(/^MissingAuthenticationTokenException/);
    expect([unsigned.status, elsewhere.status]).toEqual([403, 403]);
    expect(await elsewhere.json()).toEqual({ message: expect.stringContaining('prompt caching') });
  });
});
