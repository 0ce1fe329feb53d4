import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, signIn } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { openCall, wholeCall } from '../support/console/world.ts';
import { newNumber } from '../support/scene.ts';

/** A page of a list of calls, of which there are more. */
const pageOf = (items: readonly object[]) => ({
  items,
  page: 1,
  size: 100,
  has_more: true,
  total: 1_000,
  total_is_estimated: false,
});

describe.skipIf(!chromiumPath)('the list of calls in Chromium', () => {
  const visit = visitConsole();
  let call: { readonly id: string };

  beforeAll(async () => {
    call = await wholeCall(visit.connection, visit.user, [
      'I need an appointment. Monday?',
      'Thank you, goodbye.',
    ]);
  });

  it('shows new and changed calls at once, and ends one', async () => {
    const { connection, user, page, faults, open } = visit;
    await open(`/calls?agent=${user.agent.id}`);
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();

    const { id } = await openCall(connection, user, {
      answer: 'answer',
      interactive: true,
      script: [],
      patience_ms: 1_000_000,
    });
    const row = rows.filter({ has: page.locator(`a[href="/calls/${id}"]`) });
    await row.getByText('in progress').waitFor();
    await row.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End the call' }).click();

    await row.getByText('ended').waitFor();
    expect(faults).toEqual([]);
  });

  it('cancels a call that is not dialled yet', async () => {
    const { user, page, faults, open } = visit;
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await user.api.created('/v1/calls/create', {
      from_number: user.number,
      to_number: newNumber(),
      agent: user.agent.id,
      scheduled_at,
    });
    await open('/calls');
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${id}"]`) });
    await row.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByText('It will not be dialled.').waitFor();
    await page.getByRole('button', { name: 'Cancel the call' }).click();

    await page.getByText('The call is cancelled.').waitFor();
    await row.getByText('ended').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect((await user.api.get(`/v1/calls?id=${id}`)).body.start_time).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('shows what is wrong with a filter at its field', async () => {
    const { page, open } = visit;
    await open('/calls');
    for (const label of ['From number', 'To number']) {
      const field = page.locator('.field').filter({ has: page.getByLabel(label) });
      await page.getByLabel(label).fill('nobody');
      await page.getByLabel(label).press('Enter');
      await field.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    }
  });

  it('asks once for older calls that the API refuses, and again on request', async () => {
    const { page, open } = visit;
    await page.clock.install();
    let asked = 0;
    let isRefused = true;
    await page.route('**/v1/calls/list*', (route) => {
      const { searchParams } = new URL(route.request().url());
      if (!searchParams.has('cursor'))
        return route.fulfill({
          json: pageOf([call]),
          headers: { link: '</v1/calls/list?cursor=2>; rel="next"' },
        });
      asked += 1;
      if (isRefused)
        return route.fulfill({
          status: 409,
          json: { detail: [{ loc: [], msg: 'Not now.', type: 'conflict' }] },
        });
      const older = { ...call, id: '0199a5d0-3c00-7a10-8b20-000000000001' };
      return route.fulfill({ json: pageOf([older]) });
    });
    await open('/calls');
    await page.getByRole('alert').getByText('Not now.').waitFor();
    // Back from another tab.
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    for (let second = 0; second < 15; second++) await page.clock.runFor(1_000);
    expect(asked).toBe(1);

    isRefused = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('a[href="/calls/0199a5d0-3c00-7a10-8b20-000000000001"]').waitFor();
    expect(asked).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('asks once for older calls when the first page is read before the newest calls', async () => {
    const { page, open } = visit;
    const made = (at: number) => ({
      ...call,
      id: `0199a5d0-3c00-7a10-8b20-${String(999_999_999_999 - at).padStart(12, '0')}`,
    });
    const row = (at: number) => page.locator(`a[href="/calls/${made(at).id}"]`);
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route('**/v1/calls/list*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const cursor = searchParams.get('cursor');
      if (cursor !== null) {
        asked.push(cursor);
        return route.fulfill({ json: { ...pageOf([made(12)]), has_more: false } });
      }
      if (searchParams.get('size') === '50') await isRead;
      const items = Array.from({ length: 12 }, (_, at) => made(at));
      return route.fulfill({
        json: pageOf(items),
        headers: { link: '</v1/calls/list?cursor=2>; rel="next"' },
      });
    });
    await open('/calls');
    await row(12).waitFor();
    read();

    await row(0).waitFor();
    expect(asked).toEqual(['2']);
  });

  it('tells that a CSV file has no room for older calls', async () => {
    const { page, open } = visit;
    await open('/calls');
    await page.getByRole('row').nth(1).waitFor();
    const items = Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), status: 'ended' }));
    await page.route('**/v1/calls/list?size=100*', (route) =>
      route.fulfill({ json: pageOf(items), headers: { link: '</v1/calls/list?cursor=2>; rel="next"' } }),
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await saved;

    await page.getByText('50,000 calls were saved. One file has no more').waitFor();
  });

  it('keeps the filters of calls in the address, and exports the calls that match them', async () => {
    const { page, url, open } = visit;
    await open('/calls');
    await page.getByLabel('Transcript has').fill('Monday');
    await page.getByLabel('Transcript has').press('Enter');
    await page.getByLabel('Status').selectOption('ended');
    await expect.poll(() => new URL(page.url()).search).toBe('?text=Monday&status=ended');
    await page.getByLabel('Status').selectOption('error');
    await page.getByRole('heading', { name: 'No call passes these filters' }).waitFor();
    await page.getByLabel('Status').selectOption('ended');
    await page.locator(`a[href="/calls/${call.id}"]`).waitFor();

    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`curl \\\n  '${url}/v1/calls/list?status=ended&size=100' \\\n  -H `);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');

    expect(text).toContain(call.id);
    expect(text).toMatch(/^\uFEFFid,created_at,/);
  });

  it('tells on the overview what the calls of the month cost', async () => {
    const { page, user, open, faults } = visit;
    await open('/');
    const tile = page.locator('.tile').filter({ hasText: 'Cost this month' });
    // The cost of a call that is just over may be counted between the two readings.
    await expect
      .poll(async () => {
        const { body } = await user.api.get('/v1/usage');
        const { total, currency } = body.monthly_cost;
        await page.reload();
        await tile.getByText('an estimate, of calls that are over').waitFor();
        const money = new Intl.NumberFormat('en-GB', {
          style: 'currency',
          currency,
          maximumFractionDigits: 4,
        });
        return total > 0 && (await tile.getByText(money.format(total), { exact: true }).count()) === 1;
      })
      .toBe(true);
    await tile.getByText('an estimate, of calls that are over').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the end of more calls than it follows at once, and drops those that no longer pass the filter', async () => {
    const { page, open } = visit;
    const made = (at: number) => ({
      ...call,
      id: `0199a5d0-3c00-7a10-8b20-${String(999_999_999_999 - at).padStart(12, '0')}`,
      status: 'in_progress',
    });
    const row = (at: number) =>
      page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${made(at).id}"]`) });
    // The newest page has fifty calls; sixty were open when the pages were read.
    await page.route('**/v1/calls/list*', (route) => {
      const size = Math.min(60, Number(new URL(route.request().url()).searchParams.get('size')));
      const items = Array.from({ length: size }, (_, at) => made(at));
      return route.fulfill({ json: { items, page: 1, size, has_more: false, total: 60 } });
    });
    await page.route('**/v1/calls?id=*', (route) => {
      const id = new URL(route.request().url()).searchParams.get('id');
      return route.fulfill({ json: { ...call, id, status: 'ended' } });
    });
    await open('/calls');
    const toEnd = () => page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await row(0).waitFor();
    for (const at of [59, 58, 57, 50]) {
      await expect
        .poll(async () => {
          await toEnd();
          return row(at).getByText('ended').count();
        })
        .toBe(1);
    }

    await page.getByLabel('Status').selectOption('in_progress');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=in_progress');
    await row(0).waitFor();
    await expect
      .poll(async () => {
        await toEnd();
        return (await page.getByRole('table', { name: 'Calls' }).getAttribute('aria-rowcount')) ?? '';
      })
      .toBe('51');
  });

  it('says what could not be read: figures of the overview, and where an agent is used', async () => {
    const { url, user, page } = visit;
    const { access_token: token } = await user.api.created('/v1/tokens/create', {
      scopes: ['agents:read', 'prompts:read'],
    });
    await signIn(page, url, token);
    for (const name of ['Open calls now', 'Minutes this month']) {
      const tile = page.locator('.tile').filter({ hasText: name });
      await tile.getByText('Your session may not do this').waitFor();
      await tile.getByText('–', { exact: true }).waitFor();
    }
    await page.getByRole('alert').getByText('webhooks:read').first().waitFor();

    await page.goto(`${url}/agents/${user.agent.id}`);
    const use = page.getByRole('region', { name: 'Where it is used' });
    await use.getByRole('alert').getByText('numbers:read').waitFor();
  });

  it('says on the overview that older calls of the month were not read, and draws none for them', async () => {
    const { page, open, faults } = visit;
    const newest = Date.now();
    await page.route('**/v1/calls/list*', (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.has('status')) return route.fulfill({ json: pageOf([]) });
      const from = Number(searchParams.get('cursor') ?? 0);
      const items = Array.from({ length: 100 }, (_, at) => ({
        ...call,
        id: String(from + at),
        created_at: new Date(newest - (from + at) * 1_200_000).toISOString(),
      }));
      return route.fulfill({
        json: pageOf(items),
        headers: { link: `</v1/calls/list?cursor=${from + 100}>; rel="next"` },
      });
    });
    await open('/?days=30');
    await page.getByText('Only the newest 500 calls of this time were read').waitFor();
    const tile = page.locator('.tile').filter({ hasText: 'Answered' });
    await tile.getByText('500 of the newest 500 calls').waitFor();

    await page.getByText('The same as a table').click();
    const rows = page.getByRole('table', { name: 'Calls over time' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.nth(1).getByRole('cell').nth(1).textContent()).toBe('not read');
    // 72, but for the days on which the clocks change.
    expect(Number(await rows.nth(29).getByRole('cell').nth(1).textContent())).toBeGreaterThanOrEqual(69);
    expect(await rows.nth(29).locator('time').getAttribute('title')).toMatch(/ UTC$/);
    expect(faults).toEqual([]);
  });

  it('scrolls through ten thousand calls with the rows of one screen', async () => {
    const { page, open } = visit;
    const made = (at: number) => ({
      ...call,
      id: `0199a5d0-3c00-7a10-8b20-${String(999_999_999_999 - at).padStart(12, '0')}`,
      transcript: `HUMAN: number ${at}`,
    });
    await page.route('**/v1/calls/list*', (route) => {
      const { searchParams } = new URL(route.request().url());
      const from = Number(searchParams.get('cursor') ?? 0);
      const size = Number(searchParams.get('size'));
      const items = Array.from({ length: Math.min(size, 10_000 - from) }, (_, at) => made(from + at));
      const more = from + size < 10_000;
      return route.fulfill({
        json: { items, page: 1, size, has_more: more, total: 10_000, total_is_estimated: false },
        headers: more ? { link: `</v1/calls/list?cursor=${from + size}>; rel="next"` } : {},
      });
    });
    await open('/calls');
    await page.getByText('10,000 calls.').waitFor();
    await expect
      .poll(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return page.locator(`a[href="/calls/${made(9_999).id}"]`).count();
        },
        { timeout: 150_000, interval: 20 },
      )
      .toBe(1);

    expect(await page.getByRole('row').count()).toBeLessThan(60);
  }, 180_000);

  it('keeps its content while the service is down for a minute, and sends few requests', async () => {
    const { page, open } = visit;
    await page.clock.install();
    await open('/calls');
    await page.getByRole('row').nth(1).waitFor();
    let asked = 0;
    await page.route('**/v1/**', (route) => {
      asked += 1;
      return route.abort();
    });
    for (let second = 0; second < 60; second++) await page.clock.runFor(1_000);
    await page.getByText('The service does not answer.').first().waitFor();
    expect(asked).toBeLessThan(120);
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);

    await page.unroute('**/v1/**');
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1_000);
          return page.getByText('What you see is from before').count();
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  });

  it('reports faults: the service down and up again, a missing scope, a limit with its wait', async () => {
    const { url, user, page, open } = visit;
    await open('/calls');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByText('The service does not answer. What you see is from before').waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);
    await page.unroute('**/v1/**');
    await expect.poll(() => page.getByText('What you see is from before').count()).toBe(0);

    const limited = { status: 429, headers: { 'retry-after': '30' }, json: { detail: [] } };
    await page.route('**/v1/webhooks/create', (route) => route.fulfill(limited));
    const { access_token: reader } = await user.api.created('/v1/tokens/create', { scopes: ['read'] });
    await page.goto(`${url}/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText('Try again in 30 s').waitFor();
    await page.unroute('**/v1/webhooks/create');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, url, reader, `/webhooks/${user.webhook.id}`);
    await page.getByRole('button', { name: 'Send test events' }).click();
    await page.getByText(/This token lacks the scope: .*Sign in with a token that has it/).waitFor();
  });
});
