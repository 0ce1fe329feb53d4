import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, signOut, writeWithoutSession } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
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
    const field = page.getByLabel('Access token');
    await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');

    await page.getByText('npm start prints a token').waitFor();
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

    await page.getByRole('heading', { name: `Sign in to ${new URL(url).host}?` }).waitFor();
    await page.getByText('for the user somebody of the service on this machine').waitFor();
    expect(await page.locator('button.primary').count()).toBe(0);
    expect(page.url()).toBe(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(used).toEqual([]);
  });

  it('signs every tab out', async () => {
    const { url, page, open } = visit;
    await open('/calls');
    const other = await page.context().newPage();
    await other.goto(`${url}/agents`);
    await other.getByRole('heading', { name: 'Agents' }).waitFor();

    await signOut(page);

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
    await other.getByText('Revoked.').waitFor();

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

  it('keeps what was entered for the same user whose session ends, and shows it to no other', async () => {
    const { page, user, connection, open } = visit;
    await open('/agents/new?template=blank');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Half written');
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
    expect(await name.inputValue()).toBe('Half written');

    await writeWithoutSession(page, create);
    await enter(await tokenOfNewUser(connection, 'staging'));
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
  });

  it('asks before what was entered is lost: by going elsewhere, to another part, or by signing out', async () => {
    const { page, open } = visit;
    await open('/settings');
    const name = page.getByLabel('Name');
    await name.fill('For the shop');
    const keep = page.getByRole('button', { name: 'Cancel', exact: true });
    for (const link of ['Do-not-call list', 'Calls']) {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
      await keep.click();
    }
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign out without saving?' }).waitFor();
    await keep.click();
    expect(await name.inputValue()).toBe('For the shop');

    await signOut(page);
    await page.getByRole('button', { name: 'Sign out without saving' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('creates a token that is shown once, lists do-not-call numbers, and shows the audit log', async () => {
    const { page, open } = visit;
    await open('/settings');
    await page.getByLabel('Name').fill('For the shop');
    await page.getByText('More scopes').click();
    await page.getByLabel('webhooks:write').check();
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByText('It is shown only once.').waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('cell', { name: 'For the shop' }).waitFor();
    await page.getByRole('cell', { name: 'read, webhooks:write' }).waitFor();
    await page.getByText('this session', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Do-not-call list' }).click();
    await page.getByLabel('Numbers (required)').fill('+15557654321');
    await page.getByLabel('Reason').fill('They wrote to us.');
    await page.getByRole('button', { name: 'Change the list' }).click();
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
    await page.getByText('It is shown only once.').waitFor();
    const token = await page.locator('.note code').textContent();

    const { status } = await fetch(`${visit.connection.base_url}/v1/usage`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect.poll(() => page.getByText(String(token)).count()).toBe(0);
  });

  it('checks a number of the do-not-call list, and removes it', async () => {
    const { user, page, faults, open } = visit;
    await user.api.created('/v1/do_not_call/add', { phone_numbers: ['+15557650001'], reason: 'They wrote.' });
    await open('/settings?tab=do-not-call');
    const check = page.getByRole('region', { name: 'Check a number' });
    await check.getByLabel('Number to check').fill('+1 555 765 0001');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('is on the list and won’t be called.').waitFor();
    await check.getByRole('cell', { name: 'They wrote.' }).waitFor();

    await page.getByText('Remove', { exact: true }).click();
    await page.getByLabel('Numbers (required)').fill('+15557650001');
    await page.getByLabel('Reason').fill('They wrote again.');
    await page.getByRole('button', { name: 'Change the list' }).click();
    await check.getByText('isn’t on the list and can be called.').waitFor();
    await check.getByRole('cell', { name: /They wrote again\.$/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has a reference of every operation, with an example that works', async () => {
    const { page, faults, open } = visit;
    await open('/api-reference');
    await page.getByRole('heading', { name: 'Place a call now or later' }).waitFor();
    await page.getByLabel('Find an operation').fill('quotas');
    await page.getByRole('link', { name: '/v1/usage' }).click();
    await page.getByText('Python').click();
    await page.getByText('requests.get(').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    await page.getByText('"plan_type": "plan_unlimited"').first().waitFor();
    expect(new URL(page.url()).search).toBe('?operation=getUsage&find=quotas');
    expect(faults).toEqual([]);
  });
});
