import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { newNumber } from '../support/scene.ts';

describe.skipIf(!chromiumPath)('placing calls in Chromium', () => {
  const visit = visitConsole();

  it('places a call with the keyboard alone, and leads to its page', async () => {
    const { page, user, faults, open } = visit;
    await open('/');
    // A new user's first steps have another one.
    await page.getByRole('button', { name: 'Place a call' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Number to call').waitFor();
    // What the agent asks for is read.
    await page.locator('[role=dialog] [type=submit]:not([aria-disabled])').waitFor();
    await page.keyboard.type('555');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/country code/)
      .waitFor();
    expect(await page.getByLabel('Number to call').getAttribute('aria-invalid')).toBe('true');
    // What was entered is not lost by a key.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();

    const listed = newNumber();
    await user.api.created('/v1/do_not_call/add', { phone_numbers: [listed], reason: 'They wrote.' });
    await page.getByLabel('Number to call').fill(listed);
    await page.keyboard.press('Enter');
    await page.getByText('This number is on your do-not-call list').waitFor();
    await page.getByLabel('Number to call').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByLabel('Number to call').focus();
    let answer = () => {};
    await page.route('**/v1/calls/create', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByText('Placing …').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByText('Placing …').isVisible()).toBe(true);
    answer();
    await page.waitForURL(/\/calls\/[\w-]{36}$/);
    await page.getByRole('heading', { level: 1 }).waitFor();

    const { body } = await user.api.get(`/v1/calls?id=${page.url().slice(-36)}`);
    expect(body).toMatchObject({ to_number: listed, from_number: user.number });
    expect(faults).toEqual([]);
  });

  it('calls everybody in a CSV once, also after a lost answer, and names bad and refused rows', async () => {
    const { page, user, faults, open } = visit;
    const [first, second, listed] = [newNumber(), newNumber(), newNumber()];
    await user.api.created('/v1/do_not_call/add', { phone_numbers: [listed], reason: 'They wrote.' });
    await open('/calls/batch');
    await page.getByLabel('CSV file').setInputFiles({
      name: 'patients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Name,Phone\n<b>Ada</b>,${first}\nBob,12\nCleo,${second}\nDan,${listed}\nAda,${first}\n`,
      ),
    });
    await page.getByText('2 rows skipped').waitFor();
    await page.getByText('Not a phone number with a country code').waitFor();
    await page.getByText('The same number is on line 2.').waitFor();
    await page.getByLabel('Use of Name').selectOption({ label: 'value of Name' });

    // The service places the calls, and its answer is lost.
    const keys: string[] = [];
    await page.route('**/v1/calls/batch', async (route) => {
      const request = route.request();
      const key = request.headers()['idempotency-key'] ?? '';
      keys.push(key);
      if (keys.length > 1) return route.continue();
      const headers = { 'idempotency-key': key };
      await user.api.send('/v1/calls/batch', { method: 'POST', body: request.postData(), headers });
      return route.abort();
    });
    await page.getByRole('button', { name: 'Place 3 calls' }).click();
    await page.getByRole('button', { name: 'Place the calls' }).click();
    await page.getByText('3 of 3 rows sent: 2 calls placed, 1 refused.').waitFor();
    await page.getByText('This number is on your do-not-call list').waitFor();

    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const { body } = await user.api.get(`/v1/calls/list?to_number=${encodeURIComponent(first)}`);
    expect(body.map(({ context }: { context: object }) => context)).toEqual([{ Name: '<b>Ada</b>' }]);
    expect(faults).toEqual([]);
  });
});
