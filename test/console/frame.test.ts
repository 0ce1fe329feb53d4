import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { openCall } from '../support/console/world.ts';

describe.skipIf(!chromiumPath)('the frame around the pages in Chromium', () => {
  const visit = visitConsole();

  it('finds agents, numbers, calls and pages in the palette, with the keyboard alone', async () => {
    const { connection, user, page, faults, open } = visit;
    const { id } = await openCall(connection, user, { answer: 'busy', script: [] });
    await open('/');
    const find = async (text: string, found: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Jump to' }).fill(text);
      await page.locator('[role="menuitem"][data-focused]').filter({ hasText: found }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    };

    await find('front d', 'Front desk');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/agents/${user.agent.id}`);
    await find(id, /^To|The call/);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/calls/${id}`);
    await find(user.number, 'Reception');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/numbers');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Jump to' }).fill('no such words');
    await page.getByText('Nothing has these words.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('keeps the colours that the account’s menu chooses', async () => {
    const { page, faults, open } = visit;
    await open('/');
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await page.locator('.menu-wide').getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Dark colours' }).click();
    expect(await theme()).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await theme()).toBe('dark');
    expect(faults).toEqual([]);
  });
});
