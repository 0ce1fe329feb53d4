import { expect, it } from 'vitest';
import { orphansIn, planRevocation, type Token } from '../../../lambdas/tokens/model/token.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');

/** Tokens written as `a>b-`: it has the successor b, and has expired. */
const tokensOf = (text: string) =>
  text.split(' ').map((word) => {
    const [id = '', successor] = word.replace('-', '').split('>');
    const expires_at = word.endsWith('-') ? NOW.toISOString() : undefined;
    return { id, user_id: 'u', created_at: '', successor, expires_at } as Token;
  });

it.each([
  ['a', 'a', 'a', undefined],
  ['a>b b', 'a', 'b a', undefined],
  ['a>b b', 'b', 'b', undefined],
  ['a>b b>c- c', 'a', 'c b a', undefined],
  ['a>b- b', 'a', 'a', 'b'],
  ['a>b- b>c- c', 'b', 'b', 'c'],
  ['a>b- b>c- c', 'c', 'a b c', undefined],
  ['a>b b>c- c', 'c', 'b c', undefined],
  ['a>gone- b', 'a', 'a', undefined],
])('of %s, the revocation of %s removes %s, and hands on to %s', (text, id, removed, heir) => {
  const tokens = tokensOf(text);

  const plan = planRevocation(tokens, tokens.find((token) => token.id === id)!, NOW);

  expect(plan.removed.map((token) => token.id).join(' ')).toBe(removed);
  expect(plan.heir?.id).toBe(heir);
});

it('a token without one of its makers is an orphan', () => {
  const made = { b: 'a', c: 'gone', d: 'c', e: 'd' } as Record<string, string>;
  const tokens = tokensOf('e d c b a').map((token) => ({ ...token, made_with: made[token.id] }) as Token);

  expect(orphansIn(tokens).map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});
