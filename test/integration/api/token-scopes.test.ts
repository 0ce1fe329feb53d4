import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize } from '../../../lambdas/api/authorizer.ts';
import { catalogue } from '../../../lambdas/api/catalogue.ts';
import { OPERATION_GROUPS, SCOPES } from '../../../lambdas/domain/tokens/scopes.ts';
import { createToken, listTokens } from '../../../lambdas/store/records/tokens.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const operations = Object.values(catalogue).map(({ operation, method, path }) => ({
  operation,
  method,
  path,
}));

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

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

/** The operations of a scope, stated independently: a test of the rule by the rule would find nothing. */
function isFor(scope: string, { operation, method, path }: (typeof operations)[number]): boolean {
  if (/Session$/.test(operation)) return true;
  if (scope === 'tokens') return /Tokens?$/.test(operation);
  if (/Tokens?$/.test(operation)) return false;
  if (scope === 'calls') return ['createCall', 'createCallBatch', 'endCall'].includes(operation);
  if (['createCall', 'createCallBatch', 'endCall'].includes(operation)) return false;
  const [group, kind] = scope.includes(':') ? scope.split(':') : [undefined, scope];
  const isOfGroup = group === undefined || path === `/v1/${group}` || path.startsWith(`/v1/${group}/`);
  return isOfGroup && kind === (method === 'GET' ? 'read' : 'write');
}

describe('a token with one scope', () => {
  it.each(SCOPES.map((scope) => [scope]))('may do what %s permits, and nothing else', async (scope) => {
    const { text } = await newToken([scope]);

    const allowed: string[] = [];
    for (const each of operations) {
      if ((await effectOf(text, each)) === 'Allow') allowed.push(each.operation);
    }

    expect(allowed).toEqual(
      operations.filter((each) => isFor(scope, each)).map(({ operation }) => operation),
    );
    expect(allowed).not.toEqual([]);
  });

  it('is told which scope an operation needs', async () => {
    const { text } = await newToken(['calls']);

    const { context } = await ask(text, { method: 'POST', path: '/v1/agents/update' });

    expect(context).toMatchObject({ scopes: 'calls', needed_scope: 'write or agents:write' });
  });
});

describe('a token without scopes', () => {
  it('may do everything', async () => {
    const { text } = await newToken();

    const effects = await Promise.all(operations.map((each) => effectOf(text, each)));

    expect(new Set(effects)).toEqual(new Set(['Allow']));
  });
});

describe('the groups of operations', () => {
  it('are those of the catalogue', () => {
    const groups = new Set(operations.map(({ path }) => path.split('/')[2]));

    expect([...groups].sort()).toEqual([...OPERATION_GROUPS].sort());
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
