import { describe, expect, it } from 'vitest';
import { cursorText } from '../../lambdas/http/page.ts';
import { linksOf } from '../support/links.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
const other = new FunctionClient(functions.ofAnotherUser());

const NOBODY = '0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02';

describe('a paged list', () => {
  it.each([
    ['oldest', 'sort_desc=false'],
    ['newest', 'sort_desc=TRUE'],
  ])('can be followed by its links, %s first, while records are added', async (_, order) => {
    const before = (await api.get('/v1/voices/list?size=1')).body.total;
    const newVoice = () => api.created('/v1/voices/create', { type: 'voice_builtin', voice_id: 'default' });
    const created = await Promise.all(Array.from({ length: 12 }, newVoice));
    const pages = [];

    let path: string | undefined = `/v1/voices/list?size=5&sort_column=id&${order}`;
    while (path !== undefined) {
      const { status, headers, body } = await api.get(path);
      expect(status).toBe(200);
      const { first, next } = linksOf(headers, path);
      pages.push({ ...body, first });
      expect(next !== undefined).toBe(body.has_more);
      expect(body.next_cursor).toBe(next && new URL(next, 'https://x').searchParams.get('cursor'));
      if (pages.length === 2) await newVoice();
      path = next;
    }

    const ids: string[] = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
    const sorted = order.endsWith('TRUE') ? ids.toSorted().reverse() : ids.toSorted();
    expect(ids).toEqual(sorted);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(created.map(({ id }) => id)));
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1));
    expect([pages[0].total, pages.at(-1).total]).toEqual([before + 12, before + 13]);
    expect(new Set(pages.map(({ first }) => first)).size).toBe(1);
    expect((await api.get(pages[0].first)).body.page).toBe(1);
  });

  it('treats an empty parameter as missing, and accepts either name of the order', async () => {
    const answers = await Promise.all(
      ['sort_column=', 'sort_column=null', 'sort_column=id', 'sort_column=created_at&sort_desc=False'].map(
        (query) => api.get(`/v1/voices/list?size=2&${query}`),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.items))).size).toBe(1);
  });

  it.each([
    ['page=', 'page', 'wrong_type'],
    ['size=1e1', 'size', 'wrong_type'],
    ['cursor=1', 'cursor', 'wrong_format'],
    ['cursor=', 'cursor', 'wrong_format'],
    [`cursor=${cursorText({ after: 'PROMPT', page: 2, descending: false })}`, 'cursor', 'wrong_format'],
    [`cursor=${cursorText({ after: NOBODY, page: 2, descending: true })}`, 'cursor', 'wrong_format'],
    [
      `sort_desc=true&cursor=${cursorText({ after: NOBODY, page: 2, descending: false })}`,
      'cursor',
      'wrong_format',
    ],
    [`page=2&cursor=${cursorText({ after: NOBODY, page: 2, descending: false })}`, 'page', 'invalid_value'],
  ])('refuses %s', async (query, parameter, type) => {
    const answer = await api.get(`/v1/prompts/list?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([{ loc: ['query', parameter], msg: expect.any(String), type }]);
  });

  it('refuses a page that is too large for one answer, and returns it in smaller pages', async () => {
    const content = '\u20ac'.repeat(50_000);
    for (let count = 0; count < 40; count++) await other.created('/v1/prompts/create', { content });

    const all = await other.get('/v1/prompts/list?size=100&sort_desc=true');
    const some = await other.get('/v1/prompts/list?size=20&sort_desc=true');

    expect(all).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'size'], type: 'page_too_large' }] },
    });
    expect([some.status, some.body.items.length]).toEqual([200, 20]);
  });
});
