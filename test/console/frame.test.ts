import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { openCall } from '../support/console/world.ts';

describe.skipIf(!chromiumPath)('the frame around the pages in Chromium', () => {
  const visit = visitConsole();

  it('finds agents, tests, numbers, calls and pages in the palette, with the keyboard alone', async () => {
    const { connection, user, page, faults, open } = visit;
    const { id } = await openCall(connection, user, { answer: 'busy', script: [] });
    const test = await user.api.created('/v1/tests/create', {
      name: 'books <b>once</b>',
      turns: [{ keys: '1' }],
    });
    await open('/');
    const field = page.getByRole('searchbox', { name: 'Jump to' });
    // Nothing was asked for, and nothing happens.
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('a');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    expect(await field.isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Control+k');
    const find = async (text: string, found: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
      await page.locator('[role="menuitem"][data-focused]').filter({ hasText: found }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    };

    await find('front d', 'Front desk');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/agents/${user.agent.id}`);
    await find('books <b>o', 'books <b>once</b>');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/tests/${test.id}`);
    await find(id, /^To|The call/);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/calls/${id}`);
    await find(user.number, 'Reception');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/numbers');
    await page.keyboard.press('Control+k');
    await field.fill('no such words');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('closes the menu of a small screen by Escape and by what is chosen in it', async () => {
    const { page, faults, open } = visit;
    await page.setViewportSize({ width: 400, height: 800 });
    await open('/');
    const summary = page.locator('summary', { hasText: 'Menu' });
    const overview = page.locator('.menu').getByRole('link', { name: 'Overview' });
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await summary.click();
    await overview.waitFor();
    await overview.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => overview.isVisible()).toBe(false);
    expect(await summary.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    // The page that is shown already.
    await overview.click();
    await expect.poll(() => overview.isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('keeps the colours that the account’s menu chooses', async () => {
    const { page, faults, open } = visit;
    await open('/');
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await page.locator('.menu-wide').getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
    expect(await theme()).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await theme()).toBe('dark');
    expect(faults).toEqual([]);
  });
});
