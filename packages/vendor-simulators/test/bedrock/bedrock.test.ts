import { describe, expect, it, onTestFinished } from 'vitest';
import { startBedrock } from '../../src/bedrock/bedrock.ts';

const NOVA = 'us.amazon.nova-lite-v1:0';

async function prepare() {
  const server = await startBedrock();
  onTestFinished(server.close);
  const ask = (body: object, model = NOVA) =>
    fetch(`${server.url}/model/${encodeURIComponent(model)}/converse-stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
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

describe('the simulated Amazon Bedrock', () => {
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

  it('refuses cache points for models that take none', async () => {
    const { ask } = await prepare();
    const cached = { messages: [user(text('a'), { cachePoint: { type: 'default' } })] };

    const answer = await ask(cached, 'meta.llama3-1-8b-instruct-v1:0');

    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: expect.stringContaining('prompt caching') });
  });
});
