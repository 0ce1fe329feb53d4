import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, writeWithoutSession } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { makeAccount } from '../support/numbers.ts';
import { tokenOfNewUser } from '../support/service/new-user.ts';

describe.skipIf(!chromiumPath)('signing in, settings and the API reference in Chromium', () => {
  const visit = visitConsole();

  it('signs in with a token, does not store it, and opens the requested page', async () => {
    const { user, page, faults, open } = visit;
    await open('/numbers');

    await page.getByRole('heading', { name: 'Numbers' }).waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain(user.token);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(faults).toEqual([]);
  });

  it('says that a token is wrong, and lets nobody in', async () => {
    const { url, page } = visit;
    await page.goto(`${url}/calls`);
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByText('The token is unknown, expired or revoked').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/calls');
  });

  it('removes the code of a link from the address, and asks before it signs in', async () => {
    const { url, page, open } = visit;
    await open('/');
    const used: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/sessions/create')) used.push(request.url());
    });
    const offer = (route: Route) =>
      route.request().headers().authorization
        ? route.fulfill({ json: { kind: 'sign_in_link', user_id: 'somebody' } })
        : route.fallback();
    await page.route('**/v1/sessions/current', offer);
    await page.goto(`${url}/sign-in#a-code`);

    await page.getByRole('heading', { name: 'Sign in as somebody?' }).waitFor();
    expect(page.url()).toBe(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Do not sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(used).toEqual([]);
  });

  it('keeps the code of a link while it is unknown whose it is', async () => {
    const { url, page } = visit;
    await page.route('**/v1/sessions/current', (route) => route.abort());
    await page.goto(`${url}/sign-in#a-code`);
    await page.getByText('The service does not answer').waitFor();

    await page.unroute('**/v1/sessions/current');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('or the link was used or is older than 60 s').waitFor();
  });

  it('signs every tab out', async () => {
    const { url, page, open } = visit;
    await open('/calls');
    const other = await page.context().newPage();
    await other.goto(`${url}/agents`);
    await other.getByRole('heading', { name: 'Agents' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();

    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(other.url()).searchParams.get('next')).toBe('/agents');
    expect(await other.getByText('Front desk').count()).toBe(0);
  });

  it('asks to sign in when another tab has revoked the session, and leads back', async () => {
    const { page, url, user, open } = visit;
    // A page that asks for nothing by itself.
    await open('/api-reference');
    const other = await page.context().newPage();
    await other.goto(`${url}/settings`);
    const own = other.getByRole('row').filter({ hasText: 'this session' });
    await own.getByRole('button', { name: 'Revoke' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await other.getByText('It is revoked').waitFor();

    // What was asked before is answered for a minute; the numbers were not asked for yet.
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/numbers');
    await page.getByLabel('Access token').fill(user.token);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByLabel(`Label of ${user.number}`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/numbers');
  });

  it('keeps what was entered, without secrets, for the same user whose session ends', async () => {
    const { page, user, connection, open } = visit;
    await open('/agents/new');
    await page.getByLabel(/^Name/).fill('Half written');
    await page.getByText('All settings').click();
    const account = page.getByLabel('LLM account connection', { exact: true });
    const made = account.locator('option', { hasText: 'a new one' }).first();
    await account.selectOption({ label: (await made.textContent()) ?? '' });
    await page.getByLabel('LLM API key').fill('sk-typed');
    const session = (await page.context().cookies()).filter(({ name }) => name.startsWith('__Host-'));
    expect(session).toHaveLength(1);
    const create = () => page.getByRole('button', { name: 'Create the agent' }).click();
    await writeWithoutSession(page, create);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'Half written',
    );

    const enter = async (token: string) => {
      await page.getByLabel('Access token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await enter(user.token);
    await page.getByText('What you entered before your session ended is here again').waitFor();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('Half written');
    await page.getByText('All settings').click();
    expect(await page.getByLabel('LLM API key').inputValue()).toBe('');

    await writeWithoutSession(page, create);
    await enter(await tokenOfNewUser(connection, 'staging'));
    await page.getByLabel(/^Name/).waitFor();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('');
  });

  it('keeps a half-written token, label and number of a steering pool, too', async () => {
    const { page, user, connection, open } = visit;
    const enter = async () => {
      await page.getByLabel('Access token').fill(user.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await makeAccount(connection, user.api);
    await open('/settings');
    await page.getByLabel('Name').fill('For the shop');
    await page.getByLabel('Works until').fill('2099-01-01T12:00');
    await page.getByLabel('calls', { exact: true }).check();
    await writeWithoutSession(page, () => page.getByRole('button', { name: 'Create the token' }).click());
    await enter();
    await page.getByText('What you entered before your session ended is here again').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('For the shop');
    expect(await page.getByLabel('Works until').inputValue()).toBe('2099-01-01T12:00');
    expect(await page.getByLabel('calls', { exact: true }).isChecked()).toBe(true);

    await page.goto(`${visit.url}/numbers`);
    const label = page.getByLabel(`Label of ${user.number}`);
    const pool = page.getByRole('form', { name: 'Add to the steering pool' }).getByLabel('Number');
    await pool.fill('+19175550100');
    await label.fill('Night desk');
    await writeWithoutSession(page, () => label.press('Enter'));
    await enter();
    await page.getByText('What you entered before your session ended is here again').waitFor();
    expect(await pool.inputValue()).toBe('+19175550100');
    expect(await label.inputValue()).toBe('Night desk');
    await page.getByRole('button', { name: 'Save it' }).click();
    await page.getByText('The number is saved').waitFor();
    await user.api.created(`/v1/numbers/update?phone_number=${encodeURIComponent(user.number)}`, {
      label: 'Reception',
    });
  });

  it('asks before what was entered is lost: by going elsewhere, to another part, or by signing out', async () => {
    const { page, open } = visit;
    await open('/settings');
    const name = page.getByLabel('Name');
    await name.fill('For the shop');
    const keep = page.getByRole('button', { name: 'Keep as it is' });
    for (const link of ['Do-not-call list', 'Calls']) {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
      await keep.click();
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign out without saving?' }).waitFor();
    await keep.click();
    expect(await name.inputValue()).toBe('For the shop');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out without saving' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('takes no entries in a form while it is saved, and returns the focus to where it was', async () => {
    const { page, user, open } = visit;
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await isReleased;
      await route.continue();
    };
    await page.route('**/v1/do_not_call/add', hold);
    await page.route('**/v1/agents/update*', hold);
    await open('/settings?tab=do-not-call');
    const numbers = page.getByLabel('Numbers', { exact: true });
    const reason = page.getByLabel('Reason');
    await numbers.fill('+15557654399');
    await reason.fill('They wrote to us.');
    await reason.press('Enter');
    await expect.poll(() => numbers.isDisabled()).toBe(true);
    await page.keyboard.type(' Twice.');
    const other = await page.context().newPage();
    await other.route('**/v1/agents/update*', hold);
    await other.goto(`${visit.url}/agents/${user.agent.id}`);
    const name = other.getByLabel('Name', { exact: true }).first();
    await name.fill('Front desk of the practice');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => name.isDisabled()).toBe(true);
    expect(await other.getByLabel('Prompt').isDisabled()).toBe(true);
    // It is told for five seconds.
    const saved = other.getByText('The agent is saved.').waitFor();
    release();

    await expect.poll(() => numbers.inputValue()).toBe('');
    await expect.poll(() => reason.isEnabled()).toBe(true);
    expect(await reason.inputValue()).toBe('They wrote to us.');
    await expect.poll(() => reason.evaluate((element) => element.matches(':focus'))).toBe(true);
    await saved;
    await expect.poll(() => name.isEnabled()).toBe(true);
    expect(await name.inputValue()).toBe('Front desk of the practice');
  });

  it('creates a token that is shown once, lists do-not-call numbers, and shows the audit log', async () => {
    const { page, open } = visit;
    await open('/settings');
    await page.getByLabel('Name').fill('For the shop');
    await page.getByText('Scopes of single groups').click();
    await page.getByLabel('webhooks:write').check();
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByText('It is shown this once.').waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('cell', { name: 'For the shop' }).waitFor();
    await page.getByRole('cell', { name: 'read, webhooks:write' }).waitFor();
    await page.getByText('this session', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Do-not-call list' }).click();
    await page.getByLabel('Numbers', { exact: true }).fill('+15557654321');
    await page.getByLabel('Reason').fill('They wrote to us.');
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('cell', { name: '+1 (555) 765-4321' }).waitFor();

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('cell', { name: 'agent created' }).first().waitFor();
    await page.getByRole('link', { name: 'Quotas' }).click();
    await page.getByRole('cell', { name: 'number purchases' }).waitFor();
  });

  it('rotates a token, and shows the new one once', async () => {
    const { user, page, open } = visit;
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await user.api.created('/v1/tokens/create', { name: 'For the garage', scopes: ['read'], expires_at });
    await open('/settings');
    const row = page.getByRole('row').filter({ hasText: 'For the garage' }).first();
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('It is shown this once.').waitFor();
    const token = await page.locator('.note code').textContent();

    const { status } = await fetch(`${visit.connection.base_url}/v1/usage`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await expect.poll(() => page.getByText(String(token)).count()).toBe(0);
  });

  it('checks a number of the do-not-call list, and removes it', async () => {
    const { user, page, faults, open } = visit;
    await user.api.created('/v1/do_not_call/add', { phone_numbers: ['+15557650001'], reason: 'They wrote.' });
    await open('/settings?tab=do-not-call');
    const check = page.getByRole('region', { name: 'Check a number' });
    await check.getByLabel('Number to check').fill('+1 555 765 0001');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('is on the list: it is not called.').waitFor();
    await check.getByRole('cell', { name: 'They wrote.' }).waitFor();

    await page.getByLabel('Numbers', { exact: true }).fill('+15557650001');
    await page.getByLabel('Reason').fill('They wrote again.');
    await page.getByRole('button', { name: 'Remove from the list' }).click();
    await check.getByText('is not on the list: it may be called.').waitFor();
    await check.getByRole('cell', { name: /They wrote again\.$/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows why a number could not be checked, and a long history page by page', async () => {
    const { page, open } = visit;
    const entry = (id: number) => ({
      id: String(id),
      phone_number: '+15557650002',
      listed_at: '2026-01-01T12:00:00Z',
      reason: `Reason ${id}`,
    });
    await page.route('**/v1/do_not_call/history*', (route) => {
      const isLast = new URL(route.request().url()).searchParams.has('cursor');
      const headers = isLast ? {} : { link: '</v1/do_not_call/history?cursor=next>; rel="next"' };
      return route.fulfill({ json: [entry(isLast ? 2 : 1)], headers });
    });
    const refusal = (detail: object[]) => ({ json: { detail } });
    const answers = [
      {
        status: 403,
        ...refusal([{ loc: [], msg: 'This token lacks the scope: x.', type: 'missing_scope' }]),
      },
      { status: 429, headers: { 'retry-after': '1' }, ...refusal([]) },
    ];
    await page.route('**/v1/do_not_call/check*', (route) => {
      const answer = answers.shift();
      return answer ? route.fulfill(answer) : route.abort();
    });
    await open('/settings?tab=do-not-call&number=%2B15557650002');
    const check = page.getByRole('region', { name: 'Check a number' });
    await check.getByText('This token lacks the scope: x.').waitFor();
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByRole('alert').getByText('Too many requests').waitFor();
    await check.getByRole('button', { name: 'Try again', exact: true }).click();
    await check.getByRole('alert').getByText('The service does not answer').waitFor();
    await page.unroute('**/v1/do_not_call/check*');
    await check.getByRole('button', { name: 'Try again', exact: true }).click();
    await check.getByText('is not on the list: it may be called.').waitFor();

    await check.getByRole('button', { name: 'Show earlier entries' }).click();
    await check.getByText('Reason 2').waitFor();
    expect(await check.getByText('Reason 1').count()).toBe(1);
    await check.getByLabel('Number to check').fill('nobody');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.locator('.field').getByRole('alert').waitFor();
    expect(await check.getByLabel('Number to check').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows a fault of a record id at its field', async () => {
    const { page, open } = visit;
    await open('/settings?tab=audit');
    const field = page.locator('.field').filter({ has: page.getByLabel('Record id') });
    await page.getByLabel('Record id').fill('x'.repeat(200));
    await page.getByLabel('Record id').press('Tab');

    await field.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  });

  it('has a reference of every operation, with an example that works', async () => {
    const { page, faults, open } = visit;
    await open('/api-reference');
    await page.getByLabel('Find an operation').fill('quotas');
    await page.getByText('/v1/usage').click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    await page.getByText('"plan_type": "plan_unlimited"').first().waitFor();
    expect(new URL(page.url()).search).toBe('?operation=getUsage&find=quotas');
    expect(faults).toEqual([]);
  });
});
