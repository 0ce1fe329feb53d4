import OpenAI from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { startModel } from '../../src/model/model.ts';
import { prepare, withRelay } from './prepare.ts';

it('the default callee and the default model book an appointment between them', async () => {
  const model = await startModel();
  onTestFinished(model.close);
  const openai = new OpenAI({ baseURL: model.url, apiKey: 'none' });
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  const { client, application } = await prepare({
    ...withRelay('welcomeGreeting="Good morning!"'),
    onFrame: async (frame, send) => {
      if (frame.type !== 'prompt') return;
      messages.push({ role: 'user', content: String(frame.voicePrompt) });
      const stream = await openai.chat.completions.create({ model: 'any', messages, stream: true });
      for await (const { choices } of stream) send({ type: 'text', token: choices[0]?.delta.content ?? '' });
      send({ type: 'text', token: '', last: true });
    },
  });

  const { transcript } = await client.finished(await client.place(application));

  expect(transcript.map(({ speaker }) => speaker).join(' ')).toBe(`agent${' callee agent'.repeat(6)}`);
  expect(transcript.at(-3)?.text).toContain('your appointment is booked');
  expect(transcript.at(-1)?.text).toBe('Thank you for calling. Goodbye!');
});
