import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { newNumber } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'first-call.md'), 'utf8');
const { base_url, access_token } = inject('connection');
const api = new Api(base_url, access_token);

/** The requests that the page's shell commands post, in their order. */
const posted = [...page.matchAll(/^post (\/v1\/\S+) '(\{.*\})'/gm)].map(([, path = '', body = '']) => ({
  path,
  body,
}));

it('the requests of an operator’s first hour work as they are written', async () => {
  const made: Record<string, string> = { '+1YOURS': newNumber() };
  const paths: string[] = [];

  for (const { path, body } of posted) {
    const filled = body.replace(/\+1[A-Z]+|[A-Z]+_ID/g, (placeholder) => made[placeholder] ?? placeholder);
    const created = await api.created(path, JSON.parse(filled));
    if (path === '/v1/numbers/buy') made['+1BOUGHT'] = created.number;
    if (path === '/v1/agents/create') made.AGENT_ID = created.id;
    paths.push(path);
  }

  expect(paths).toEqual(['/v1/numbers/buy', '/v1/agents/create', '/v1/calls/create', '/v1/webhooks/create']);
});
