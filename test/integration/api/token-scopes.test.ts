import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorize } from '../../../lambdas/api/authorizer.ts';
import { createToken, listTokens } from '../../../lambdas/store/records/tokens.ts';
import { tableOfFile } from '../../support/table/table.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const table = await tableOfFile();

/** Creates a token; without scopes it may do everything. */
async function newToken(scopes?: readonly string[]) {
  const draft = { id: randomUUID(), user_id: randomUUID(), created_at: now.toISOString() };
  const text = await createToken(table, { ...draft, ...(scopes && { scopes: [...scopes] }) });
  return { ...draft, text };
}

const ask = (text: string, { method, path }: { method: string; path: string }, at = now) =>
  authorize(
    {
      headers: { Authorization: `Bearer ${text}` },
      httpMethod: method,
      resource: path,
      methodArn: `arn:aws:execute-api:us-east-1:123456789012:api/v1/${method}${path}`,
    },
    { table, now: at },
  );

const effectOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).policyDocument.Statement[0]?.Effect;

describe('a token with one scope', () => {
  it('may do what it permits, and nothing else', async () => {
    const { text } = await newToken(['agents:read']);

    expect(await effectOf(text, { method: 'GET', path: '/v1/agents' })).toBe('Allow');
    expect(await effectOf(text, { method: 'POST', path: '/v1/agents/update' })).toBe('Deny');
  });

  it('is told which scope an operation needs', async () => {
    const { text } = await newToken(['calls']);

    const { context } = await ask(text, { method: 'POST', path: '/v1/agents/update' });

    expect(context).toMatchObject({ scopes: 'calls', needed_scope: 'write or agents:write' });
  });
});

describe('the use of a token', () => {
  it('is noted when the token is checked, in a list without its text', async () => {
    const { id, user_id, text } = await newToken(['read']);

    await ask(text, { method: 'GET', path: '/v1/agents' });

    expect(await listTokens(table, user_id)).toEqual([
      { id, user_id, created_at: now.toISOString(), scopes: ['read'], last_used_at: now.toISOString() },
    ]);
  });
});
