import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { eventfulCall, wholeCall } from '../support/console/world.ts';

describe.skipIf(!chromiumPath)('the review of calls in Chromium', () => {
  const visit = visitConsole();
  let call: { readonly id: string };
  let short: { readonly id: string };

  beforeAll(async () => {
    const { connection, user } = visit;
    [call, short] = await Promise.all([eventfulCall(connection, user), wholeCall(connection, user, ['No.'])]);
    for (const { id } of [call, short]) await user.api.callWhen(id, (one) => one.recording_available);
  }, 120_000);

  it('has a column for each extracted field, whose quotations lead to their sound', async () => {
    const { page, open, faults } = visit;
    await open('/calls/answers');
    await page.getByRole('columnheader', { name: 'Insurer' }).waitFor();
    await page.getByRole('cell', { name: 'Not mentioned.' }).first().waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = readFileSync((await (await downloaded).path())!, 'utf8');

    expect(file).toContain('Day,"Day, quotation",Insurer,');
    expect(file).toContain(',Monday,I need an appointment on Monday,');
    await page.getByRole('link', { name: 'I need an appointment on Monday' }).click();
    const lit = page.getByRole('region', { name: /^Conversation, / }).locator('[aria-current]');
    await lit.getByText('I need an appointment on Monday.').waitFor();
    const slider = page.getByRole('slider', { name: 'Place in the recording' });
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/the contact speaks$/);
    expect(faults).toEqual([]);
  });

  it('has a queue of calls to look at, which keys review for all colleagues', async () => {
    const { user, url, page, open, faults } = visit;
    const reviewOf = async ({ id }: { id: string }) => (await user.api.get(`/v1/calls?id=${id}`)).body.review;
    const row = (id: string) => page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${id}"]`) });
    await open('/calls/review?reason=hang_up');
    await page.getByRole('button', { name: 'Remove the filter Created' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?reason=hang_up&when=any');
    await row(short.id)
      .getByText(/^Hung up after \d+ s$/)
      .waitFor();
    await row(short.id).click();
    await page.keyboard.press('3');
    await page.getByLabel('Note for your colleagues').fill('Greets too <b>long</b>.');
    await page.keyboard.press('Control+s');
    await expect.poll(() => row(short.id).count()).toBe(0);
    await expect
      .poll(() => reviewOf(short))
      .toMatchObject({ state: 'note', note: 'Greets too <b>long</b>.' });

    await page.goto(`${url}/calls/review?reviewed=yes`);
    await row(short.id).getByText('Note: Greets too <b>long</b>.').waitFor();
    await page.keyboard.press('1');
    await expect.poll(() => reviewOf(short)).toMatchObject({ state: 'fine' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => reviewOf(short)).toBeUndefined();
    await page.goto(`${url}/calls/review`);
    await row(short.id).click();
    await page.keyboard.press('2');
    await expect.poll(() => new URL(page.url()).search).toBe(`?call=${short.id}`);
    await expect.poll(() => reviewOf(short)).toMatchObject({ state: 'test' });
    expect(faults).toEqual([]);
  });

  it('shows two calls one above the other, with keys of their own', async () => {
    const { page, open, faults } = visit;
    await open('/calls');
    const boxes = page.getByRole('checkbox', { name: /^Compare/ });
    await boxes.nth(1).check();
    await boxes.nth(0).check();
    expect((await boxes.nth(0).boundingBox())?.width).toBeLessThan(24);
    await page.getByRole('link', { name: 'Compare the two calls' }).click();
    const place = (number: number) =>
      page
        .getByRole('region', { name: `Recording of call ${number}` })
        .getByRole('slider', { name: 'Place in the recording' });
    await place(2).press('ArrowRight');
    await page
      .getByRole('region', { name: /^Conversation of call 2, / })
      .locator('[aria-current]')
      .waitFor();

    await expect.poll(async () => Number(await place(2).getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    expect(await place(1).getAttribute('aria-valuenow')).toBe('0');
    expect(faults).toEqual([]);
  });

  it('lays interruptions over the sentences of an agent', async () => {
    const { user, page, open, faults } = visit;
    await open(`/agents/${user.agent.id}?tab=interruptions`);
    const greeting = page.getByRole('row').filter({ hasText: 'Good morning, the dental practice.' });

    await greeting.getByText('Greeting').waitFor();
    expect(await greeting.getByRole('cell').nth(1).textContent()).toBe('2');
    expect(faults).toEqual([]);
  });
});
