import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../local/call/script.ts';
import { chromiumPath, isFocused } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';

describe.skipIf(!chromiumPath)('the playground in Chromium', () => {
  const visit = visitConsole();

  it('talks to an agent by text, goes on from an earlier line, and saves a script', async () => {
    const { user, page, faults, open } = visit;
    await open(`/playground?agent=${user.agent.id}`);
    await page.getByRole('button', { name: 'Start a test conversation' }).click();
    const chat = page.getByRole('log');
    await chat.getByText('Good morning, the dental practice.').waitFor();
    const field = page.getByLabel('What the contact says');
    const answers = chat.getByRole('article', { name: 'Agent' }).filter({ hasText: 'Response time' });
    await field.fill('I need an appointment.');
    await field.press('Enter');
    await expect.poll(() => answers.count(), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => field.inputValue()).toBe('');
    const stops = chat.locator('li:has([tabindex="0"])');
    await expect.poll(() => stops.count()).toBe(1);
    await stops.getByRole('button').last().press('ArrowDown');
    await expect.poll(() => stops.filter({ hasText: 'I need an appointment.' }).count()).toBe(1);
    const first = new URL(page.url()).searchParams.get('rehearsal');

    const edit = chat.getByRole('button', { name: 'Edit turn 2 and continue from there' });
    await edit.click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await field.waitFor();
    expect(await edit.evaluate(isFocused)).toBe(true);
    await edit.click();
    const edited = page.getByLabel('The contact says instead of turn 2');
    expect(await edited.inputValue()).toBe('I need an appointment.');
    await edited.fill('# is the sign on my letter');
    await edited.press('Enter');
    await chat.getByText('# is the sign on my letter').waitFor();

    await expect.poll(() => field.evaluate(isFocused)).toBe(true);
    expect(await chat.getByText('I need an appointment.').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('rehearsal')).not.toBe(first);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More about the conversation' }).click();
    await page.getByRole('menuitem', { name: 'Save as script' }).click();
    const text = readFileSync((await (await saved).path()) ?? '', 'utf8');
    expect(parseScript(text)).toEqual([{ say: '# is the sign on my letter' }]);
    await page.goBack();
    await chat.getByText('I need an appointment.').waitFor();
    expect(faults).toEqual([]);
  });
});
