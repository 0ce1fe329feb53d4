import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { storeExhausted } from '../support/console/deliveries.ts';
import { visitConsole } from '../support/console/visit.ts';
import { wholeCall } from '../support/console/world.ts';
import { giveNumber, makeAccount } from '../support/numbers.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { until } from '../support/service/api.ts';

describe.skipIf(!chromiumPath)('numbers and webhooks in Chromium', () => {
  const visit = visitConsole();

  it('tests a webhook, retries a delivery, and rotates the secret', async () => {
    const { user, receiver, page, faults, open } = visit;
    await open(`/webhooks/${user.webhook.id}`);
    expect(await page.getByText('whsec_').count()).toBe(0);
    await page.getByRole('button', { name: 'Send test events' }).click();
    await page.getByText('a sample').first().waitFor();
    await page.locator('.deliveries summary').first().click();
    await page.getByText('document.title="broken into"').first().waitFor();
    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Retry now' }).click();
    await until('retried', async () => receiver.received.length > before || { waitingFor: before });

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('signs until').waitFor();
    // The dialog gives the focus back, although its button waited for the answer.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Rotate the secret');
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    expect(faults).toEqual([]);
  });

  it('replays the events of a range of time', async () => {
    const { connection, user, receiver, page, faults, open } = visit;
    const { id } = await wholeCall(connection, user, ['Thank you, goodbye.']);
    const ended = () => receiver.eventsOf(id).filter(({ type }) => type === 'event_phone_call_ended').length;
    await until('ended', () => ended() === 1 || { waitingFor: ended() });
    await open(`/webhooks/${user.webhook.id}`);
    const form = page.getByRole('form', { name: 'Replay' });
    const replay = async (end: string) => {
      await form.getByLabel('Events since').fill('2026-01-01T00:00');
      await form.getByLabel('Until').fill(end);
      await form.getByLabel('Only events whose delivery failed').uncheck();
      await form.getByRole('button', { name: 'Replay' }).click();
      const message = page.getByText('The replay begins within moments');
      await message.waitFor();
      // The message goes by itself after five seconds, too.
      const close = page.getByRole('button', { name: 'Close the message' });
      await Promise.race([close.click(), message.waitFor({ state: 'detached' })]);
      await message.waitFor({ state: 'detached' });
    };
    await replay('2026-01-01T00:01');
    await replay('');
    await until('replayed', () => ended() === 2 || { waitingFor: ended() });
    expect(faults).toEqual([]);
  });

  it('asks before changes of a webhook or of a number are lost, and not when only filters change', async () => {
    const { page, user, open } = visit;
    await open(`/webhooks/${user.webhook.id}`);
    const all = page.getByLabel('All calls');
    const question = page.getByRole('alertdialog');
    await all.check();
    await page.getByRole('search').getByLabel('Status').selectOption('failed');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=failed');
    expect(await question.count()).toBe(0);
    await page.getByRole('link', { name: 'Numbers' }).click();
    await question.getByText('What you entered is lost.').waitFor();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    // What is changed elsewhere stays, and is no change of the form.
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('You switched it off.').waitFor();
    expect(await all.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('The webhook is saved.').waitFor();
    const { body } = await user.api.get(`/v1/webhooks?id=${user.webhook.id}`);
    expect(body).toMatchObject({ all_calls: true, enabled: false });
    await user.api.created(`/v1/webhooks/update?id=${user.webhook.id}`, { all_calls: false, enabled: true });

    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByText('Show the form').click();
    await page
      .getByRole('form', { name: 'Link the number' })
      .getByLabel(/^phone number/i)
      .fill('+1');
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
  });

  it('names a webhook whose endpoint is down on every page, also if its event is older than a day, and links to it', async () => {
    const { connection, user, page, faults, open } = visit;
    const down = new WebhookReceiver();
    down.status = 500;
    const url = await down.listen();
    onTestFinished(() => down.close());
    const webhook = await user.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
    await user.api.created(`/v1/webhooks/test?id=${webhook.id}`);
    await down.receivedTimes(2);
    await storeExhausted(connection, webhook, { deliveries: 1, event: 27, attempt: 1 });
    await open('/');

    const failing = page.getByRole('region', { name: 'Failing webhooks' });
    await failing.getByRole('link', { name: '1 failed within a day' }).waitFor();
    await failing.getByRole('link', { name: '1 waits for a retry' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?status=pending');
    await page.locator('.deliveries').getByText('a sample').waitFor();
    await page.getByRole('link', { name: '1 failed within a day' }).click();
    await page.locator('.deliveries summary').filter({ hasText: 'failed' }).waitFor();

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: url });
    await row.locator('.badge', { hasText: 'failed' }).waitFor();
    await row.getByRole('link', { name: '1 failed within a day' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?status=failed');
    expect(faults).toEqual([]);
  });

  it('does not let a webhook with a hundred failed deliveries hide another one', async () => {
    const { connection, user, page, open } = visit;
    const made = (name: string) =>
      user.api.created('/v1/webhooks/create', {
        subscriptions: ['event_message'],
        url: `http://127.0.0.1:8999/${name}`,
      });
    const [loud, quiet] = [await made('loud'), await made('quiet')];
    await storeExhausted(connection, loud, { deliveries: 101, event: 2, attempt: 1 });
    await storeExhausted(connection, quiet, { deliveries: 2, event: 30, attempt: 3 });
    await open('/webhooks');

    const rows = page.getByRole('table', { name: 'Webhooks' }).getByRole('row');
    const cell = (name: string) => rows.filter({ hasText: name }).getByRole('cell').nth(1);
    await cell('loud').getByText('100+ failed within a day').waitFor();
    await cell('quiet').getByText('2 failed within a day').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    const failing = page.getByRole('region', { name: 'Failing webhooks' });
    await failing.getByText('2 failed within a day').waitFor();
  });

  it('says that the health of webhooks is not known, if it cannot be read', async () => {
    const { page, open } = visit;
    const refused = { status: 403, json: { detail: [{ loc: [], msg: 'Refused.', type: 'forbidden' }] } };
    await page.route('**/v1/webhooks/deliveries/list*', (route) => route.fulfill(refused));
    await open('/');
    await page.locator('#main').getByRole('alert').getByText('Refused.').waitFor();

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('deliveries are not known').first().waitFor();
    await page.unroute('**/v1/webhooks/deliveries/list*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByText('deliveries are not known').count()).toBe(0);
  });

  it('asks before a replay that was not begun is lost, and clears it when it is', async () => {
    const { page, user, open } = visit;
    await open(`/webhooks/${user.webhook.id}`);
    const since = page.getByRole('form', { name: 'Replay' }).getByLabel('Events since');
    await since.fill('2026-01-01T12:00');
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('alertdialog').getByText('What you entered is lost.').waitFor();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    expect(await since.inputValue()).toBe('2026-01-01T12:00');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('The replay begins within moments').waitFor();
    await expect.poll(() => since.inputValue()).toBe('');
  });

  it('buys the number that was found after it shows its price and the source of the price, and undoes a refused change', async () => {
    const { user, page, open } = visit;
    await open('/numbers');
    await page.getByLabel('Area code').fill('12');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.field', { hasText: 'Area code' }).getByRole('alert').waitFor();
    await page.getByLabel('Area code').fill('913');
    await page.getByLabel('Digits or letters').fill('777$');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('10 numbers for sale').waitFor();
    expect(new URL(page.url()).search).toBe('?find=numbers&area_code=913&contains=777%24');
    await page.reload();
    await page.getByText('10 numbers for sale').waitFor();
    expect(await page.getByLabel('Area code').inputValue()).toBe('913');
    await page.getByLabel('Who answers the number that you buy').selectOption(user.agent.id);
    await page.getByRole('button', { name: 'Buy +19135551777' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('$1.15 a month').waitFor();
    await asked.getByText('as the telephony vendor says: its present price for the platform’s').waitFor();
    await page.getByRole('button', { name: 'Buy the number' }).click();
    await page.getByText('You have the number').waitFor();
    const bought = page.getByLabel('Agent that answers +19135551777');
    await expect.poll(() => bought.inputValue()).toBe(user.agent.id);
    await expect.poll(() => page.getByRole('button', { name: 'Buy +19135551777' }).count()).toBe(0);
    const label = page.getByLabel('Label of +19135551777');
    await label.fill('Tea shop');
    await label.press('Enter');
    await page.getByText('The number is saved').waitFor();

    await page.route('**/v1/numbers/update*', (route) =>
      route.fulfill({
        status: 409,
        json: { detail: [{ loc: [], msg: 'Being cancelled.', type: 'conflict' }] },
      }),
    );
    const choice = page.getByLabel(`Agent that answers ${user.number}`);
    await choice.selectOption('');
    const row = page.getByRole('row').filter({ has: choice });
    await row.getByRole('alert').getByText('Being cancelled. The change was undone.').waitFor();
    await expect.poll(() => choice.inputValue()).toBe(user.agent.id);
    expect(await choice.getAttribute('aria-invalid')).toBe('true');
    await label.fill('Coffee shop');
    await label.press('Enter');
    const other = page.getByRole('row').filter({ has: label });
    await other.getByRole('alert').getByText('Being cancelled. It is not saved.').waitFor();
    expect(await label.inputValue()).toBe('Coffee shop');
  });

  it('cancels a number after it asked', async () => {
    const { user, page, faults, open } = visit;
    const { number } = await user.api.created('/v1/numbers/buy', { inbound_agent: null });
    await open('/numbers');
    const row = page.getByRole('row').filter({ has: page.getByLabel(`Label of ${number}`) });
    await row.getByText('active').waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('heading', { name: /^Cancel \+1 \(\d{3}\) \d{3}-\d{4}\?$/ }).waitFor();
    await question.getByRole('button', { name: 'Keep as it is' }).click();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Cancel the number' }).click();

    await page.getByText('The number is cancelled.').waitFor();
    await row.getByText('cancelled').waitFor();
    // Its button is gone: the focus stays in its table.
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Numbers, table');
    expect(faults).toEqual([]);
  });

  it('asks before the record of a cancelled number is deleted', async () => {
    const { user, page, faults, open } = visit;
    const cancelled = {
      id: '1',
      number: user.number,
      label: '',
      active: false,
      inbound_agent: null,
      telephony_account_connection: null,
    };
    await page.route('**/v1/numbers/list*', (route) => route.fulfill({ json: { items: [cancelled] } }));
    const deleted: string[] = [];
    await page.route('**/v1/numbers/delete*', (route) => {
      deleted.push(route.request().url());
      return route.fulfill({ json: {} });
    });
    await open('/numbers');
    const row = page.getByRole('row').filter({ has: page.getByLabel(`Label of ${user.number}`) });
    await row.getByRole('button', { name: 'Delete the record' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Its label').waitFor();
    expect(deleted).toEqual([]);
    await question.getByRole('button', { name: 'Delete the record' }).click();
    await page.getByText('The record of the number is deleted.').waitFor();
    expect(deleted).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('marks a price as an estimate, and reports that a number was sold meanwhile, and that none is left', async () => {
    const { user, page, open } = visit;
    const found = { phone_number: '+19145550100', country: 'US', region: null, locality: null };
    const price = { amount: 1.15, currency: 'USD', source: 'price_table' };
    await page.route('**/v1/numbers/search*', (route) =>
      route.fulfill({ json: { items: [found], monthly_price: price } }),
    );
    await user.api.created('/v1/numbers/buy', { phone_number: found.phone_number, inbound_agent: null });
    await open('/numbers');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('One number for sale').waitFor();
    await page.getByRole('button', { name: 'Buy +19145550100' }).click();
    await page.getByRole('alertdialog').getByText('an estimate').waitFor();
    await page.getByRole('button', { name: 'Buy the number' }).click();
    await page.getByText('does not sell this number').waitFor();

    await page.unroute('**/v1/numbers/search*');
    await page.getByLabel('Area code').fill('999');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('The vendor has none at present').waitFor();
  });

  it('links a number of an account, and steers its calls', async () => {
    const { connection, user, page, open } = visit;
    const { sid, connection: own } = await makeAccount(connection, user.api);
    const number = await giveNumber(connection, sid);
    await open('/numbers');
    const pool = page.getByRole('form', { name: 'Add to the steering pool' }).last();
    await page.getByText(`Account ${sid}`).waitFor();
    await page.getByText('Show the form').click();
    const form = page.locator('details', { hasText: 'Show the form' });
    await form.getByLabel(/^phone number/i).fill(number);
    await form.getByLabel(/^telephony account connection/i).selectOption(own.id);
    await form.getByRole('button', { name: 'Link the number' }).click();
    await page.getByText('The number is linked').waitFor();

    await pool.getByRole('button', { name: 'Add all active numbers of the account' }).click();
    await page.getByText('All active numbers of the account are in the steering pool').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The number is no longer in the steering pool').waitFor();
  });
});
