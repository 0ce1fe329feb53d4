import { describe, expect, it } from 'vitest';
import { callee } from './client.ts';
import { echo, prepare } from './prepare.ts';

describe('the carrier’s control API', () => {
  it.each([
    ['no JSON', '{', 'not JSON'],
    ['an unknown answer', '{"answer":"maybe"}', 'no-answer'],
    ['an unknown key', '{"anwser":"busy"}', 'anwser'],
    ['an invalid line', '{"script":[{"sing":"la"}]}', 'script'],
  ])('refuses a callee with %s', async (_, body, message) => {
    const { client } = await prepare();

    const response = await fetch(`${client.url}/simulator/callees/${callee}`, { method: 'PUT', body });

    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain(message);
  });

  it('sends lines for an interactive callee, and shows the call live', async () => {
    const { client, application } = await prepare({ onFrame: echo });
    await client.setCallee({ interactive: true, script: [] });
    const sid = await client.place(application);
    const say = (line: unknown) =>
      fetch(`${client.url}/simulator/calls/${sid}/say`, { method: 'POST', body: JSON.stringify(line) });
    const stream = fetch(`${client.url}/simulator/calls/${sid}/events`).then((response) => response.text());

    await say({ say: 'Hello' });
    const texts = async () => (await client.details(sid)).transcript.map(({ text }) => text);
    await expect.poll(texts).toEqual(['Hello', 'You said: Hello']);
    await say({ hang_up: true });
    const events = (await stream)
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)));

    const spoken = events.filter(({ type }) => type === 'agent').map(({ text }) => text);
    expect(spoken.join('')).toBe('You said: Hello');
    expect(spoken.length).toBeGreaterThan(2);
    expect(events.find(({ type }) => type === 'callee')).toMatchObject({ text: 'Hello' });
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'completed' });
    expect((await say({ say: 'Too late' })).status).toBe(409);
  });
});
