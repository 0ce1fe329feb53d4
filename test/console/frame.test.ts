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
    await page.getByRole('heading', { name: 'Front desk' }).waitFor();
    await find('publish', 'Publish a version');
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=versions');
    await find('books <b>o', 'books <b>once</b>');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/tests/${test.id}`);
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).getByText('Front desk').waitFor();
    await page.keyboard.press('Control+k');
    await find(id, /^To|The call/);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/calls/${id}`);
    await find(`${user.number.slice(-7, -4)} ${user.number.slice(-4)}`, 'Reception');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/numbers');
    await page.keyboard.press('Control+k');
    await field.fill('no such words');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('has a bar of pages at the end of a small screen, and keys that search, save and explain themselves', async () => {
    const { page, user, faults, open } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`/agents/${user.agent.id}`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const box = await pages.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
    expect(await pages.getByRole('link').count()).toBe(8);
    await page.getByLabel('Name', { exact: true }).fill('Front desk');
    await page.getByLabel('Initial message', { exact: true }).fill('Good morning, by keys.');
    await page.keyboard.press('Control+s');
    await page.getByText('The agent is saved.').waitFor();

    await page.getByRole('navigation', { name: 'Above this page' }).getByRole('link').click();
    const search = page.getByLabel('Search agents');
    await search.waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => search.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('?');
    expect(await search.inputValue()).toBe('?');
    await search.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('keeps the colours that the account’s menu chooses', async () => {
    const { page, faults, open } = visit;
    await open('/');
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await page.locator('.side').getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
    expect(await theme()).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await theme()).toBe('dark');
    expect(faults).toEqual([]);
  });
});
