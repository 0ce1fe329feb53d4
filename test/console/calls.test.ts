import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, signIn, signOut } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { openCall, wholeCall } from '../support/console/world.ts';
import { newNumber } from '../support/scene.ts';

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
    await row.getByText('In progress').waitFor();
    await row.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End the call' }).click();

    await row.getByText('hung up').waitFor();
    // The row leads to the call, wherever it is pressed, and tells its title while it loads.
    const held = Promise.withResolvers<void>();
    await page.route(`**/v1/calls?id=${id}`, (route) => held.promise.then(() => route.continue()));
    await row.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/calls/${id}`);
    await page.getByRole('heading', { name: /^Call to \+1/ }).waitFor();
    held.resolve();
    expect(faults).toEqual([]);
  });

  it('cancels a call that is not dialed yet', async () => {
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
    await row.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByText('It won’t be dialed.').waitFor();
    await page.getByRole('button', { name: 'Cancel the call' }).click();

    await page.getByText('Call cancelled').waitFor();
    await row.getByText('Not connected').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect((await user.api.get(`/v1/calls?id=${id}`)).body.start_time).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('keeps filters as chips and in the address, names them, and exports the calls that match', async () => {
    const { page, url, faults, open } = visit;
    const query = () => new URL(page.url()).search;
    await open('/calls');
    const search = page.getByLabel('Search words and numbers');
    // Keys come faster than the address follows, and also in the middle.
    await search.pressSequentially('Mday');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('on');
    await expect.poll(query).toBe('?text=Monday');
    expect(await search.inputValue()).toBe('Monday');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    const status = page.getByLabel('Status', { exact: true });
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('SELECT');
    await status.selectOption('error');
    await expect.poll(query).toBe('?text=Monday&status=error');
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    await status.selectOption('ended');
    await page.locator(`a[href="/calls/${call.id}"]`).waitFor();

    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.keyboard.type('Mondays');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter Status' }).click();
    await expect.poll(query).toBe('?text=Monday');
    await page.reload();
    await page.getByRole('link', { name: 'Mondays' }).click();
    await expect.poll(query).toBe('?text=Monday&status=ended');
    await page.goBack();
    await expect.poll(() => status.count()).toBe(0);
    await page.goForward();
    await expect.poll(() => status.inputValue()).toBe('ended');

    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Copy as curl');
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`curl \\\n  '${url}/v1/calls/list?status=ended&size=100' \\\n  -H `);
    const saved = page.waitForEvent('download');
    await act('Export as CSV');
    const text = readFileSync(await (await saved).path(), 'utf8');

    expect(text).toContain(call.id);
    expect(text).toMatch(/^\uFEFFid,created_at,/);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => search.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe('Monday');
    expect(faults).toEqual([]);
  });

  it('shows a call beside the list by keys, sorts by columns, and keeps those that were chosen', async () => {
    const { user, page, faults, open } = visit;
    await open(`/calls?agent=${user.agent.id}`);
    const link = page.locator(`tr a[href="/calls/${call.id}"]`);
    await link.focus();
    await page.keyboard.press('Space');
    const peek = page.getByRole('complementary', { name: 'Call at a glance' });
    await peek.getByText('Thank you, goodbye.').waitFor();
    await page.keyboard.press('k');
    await peek.getByText('Thank you, goodbye.').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await peek.getByText('Thank you, goodbye.').waitFor();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Version' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Version' }).click();
    await page.getByRole('columnheader', { name: 'Version' }).and(page.locator('[aria-sort]')).waitFor();
    expect(faults).toEqual([]);
  });

  it('leads from a bar of the overview to its calls', async () => {
    const { page, faults, open } = visit;
    await open('/?when=1');
    const bar = page.locator('.chart > a').last();
    await bar.hover();
    await bar.locator('.pointed').getByText('answered').waitFor();
    await bar.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
    expect(new URL(page.url()).search).toMatch(/^\?after=.+&before=/);
    await page.locator(`a[href="/calls/${call.id}"]`).waitFor();
    expect(faults).toEqual([]);
  });

  it('tells what the calls of the month cost, and leads from the overview to the latest ones', async () => {
    const { page, user, open, faults } = visit;
    await open('/settings?tab=quotas');
    const month = page.getByRole('region', { name: 'Quotas' });
    // The cost of a call that is just over may be counted between the two readings.
    await expect
      .poll(async () => {
        const { body } = await user.api.get('/v1/usage');
        const { total, currency } = body.monthly_cost;
        await page.reload();
        await month.getByText('estimated for completed calls').waitFor();
        const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
        const shown = total < 0.01 ? `< ${money.format(0.01)}` : money.format(total);
        return total > 0 && (await month.getByText(shown, { exact: true }).count()) === 1;
      })
      .toBe(true);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Response time' }).waitFor();
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${call.id}"]`) });
    await row.getByRole('link', { name: 'Front desk' }).waitFor();
    await row.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/calls/${call.id}`);
    expect(faults).toEqual([]);
  });

  it('scrolls through a thousand calls with the rows of one screen', async () => {
    const { page, open } = visit;
    const made = (at: number) => ({
      ...call,
      agent: visit.user.agent.id,
      id: `0199a5d0-3c00-7a10-8b20-${String(999_999_999_999 - at).padStart(12, '0')}`,
      transcript: `HUMAN: number ${at}`,
    });
    await page.route('**/v1/calls/list*', (route) => {
      const { searchParams } = new URL(route.request().url());
      const from = Number(searchParams.get('cursor') ?? 0);
      const size = Number(searchParams.get('size'));
      const items = Array.from({ length: Math.min(size, 1_000 - from) }, (_, at) => made(from + at));
      const more = from + size < 1_000;
      return route.fulfill({
        json: { items, page: 1, size, has_more: more, total: 1_000, total_is_estimated: false },
        headers: more ? { link: `</v1/calls/list?cursor=${from + size}>; rel="next"` } : {},
      });
    });
    await open('/calls');
    await page.getByText('1,000 calls.').waitFor();
    await expect
      .poll(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return page.locator(`a[href="/calls/${made(999).id}"]`).count();
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(1);

    expect(await page.getByRole('row').count()).toBeLessThan(60);
  }, 90_000);

  it('reports faults: the service down and up again, a missing scope, a limit with its wait', async () => {
    const { url, user, page, open } = visit;
    await open('/calls');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByText('The service isn’t responding. You see earlier data').waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);
    await page.unroute('**/v1/**');
    await expect.poll(() => page.getByText('You see earlier data').count()).toBe(0);

    const limited = { status: 429, headers: { 'retry-after': '30' }, json: { detail: [] } };
    await page.route('**/v1/webhooks/create', (route) => route.fulfill(limited));
    const { access_token: reader } = await user.api.created('/v1/tokens/create', { scopes: ['read'] });
    await page.goto(`${url}/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText('Try again in 30 s').waitFor();
    await page.unroute('**/v1/webhooks/create');

    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, url, reader, `/webhooks/${user.webhook.id}`);
    await page.getByRole('button', { name: 'Send test events' }).click();
    await page.getByText(/This token lacks the scope: .*Sign in with a token that has it/).waitFor();
  });
});
