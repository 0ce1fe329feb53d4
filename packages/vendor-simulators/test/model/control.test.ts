import { describe, expect, it } from 'vitest';
import { conversation, prepare, streamed, textOf } from './prepare.ts';

describe('the model’s control API', () => {
  it('prepends rules and removes them again', async () => {
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
    ['an invalid pattern', '[{"when":{"last_user":"("}}]', 'must be a regular expression'],
    ['an unknown key', '[{"replies":"x"}]', 'replies'],
  ])('refuses %s with a clear message', async (_, body, message) => {
    const { control } = await prepare();

    const response = await fetch(`${control}/rules`, { method: 'PUT', body });

    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain(message);
  });
});
