import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
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
    await page.getByRole('heading', { name: 'Sample events' }).waitFor();
    await page.locator('.delivery-line').filter({ hasText: '200' }).first().click();
    await page.getByText('document.title="broken into"').first().waitFor();
    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Retry now' }).click();
    await until('retried', async () => receiver.received.length > before || { waitingFor: before });
    const address = page.url();
    await page
      .getByRole('link', { name: /^(Next|Previous) delivery$/ })
      .first()
      .click();
    await expect.poll(() => page.url()).not.toBe(address);
    await page.getByRole('link', { name: 'open' }).first().click();

    await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
    await page.getByText('Choose another webhook for them').waitFor();
    const remove = page.getByRole('button', { name: 'Delete the webhook' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('valid until').waitFor();
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
    await open(`/webhooks/${user.webhook.id}?tab=replay&after=2026-01-01T00:00:00.000Z`);
    const form = page.getByRole('form', { name: 'Replay' });
    const replay = async (end: string) => {
      await page.getByLabel('Until').fill(end);
      await form.getByText('Only events whose delivery failed').click();
      await form.getByRole('button', { name: 'Replay' }).click();
      const message = page.getByText('The replay starts shortly');
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

  it('names a webhook whose endpoint is down on every page, and links to it', async () => {
    const { user, page, faults, open } = visit;
    const down = new WebhookReceiver();
    down.status = 500;
    const url = await down.listen();
    onTestFinished(() => down.close());
    const webhook = await user.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
    await user.api.created(`/v1/webhooks/test?id=${webhook.id}`);
    await down.receivedTimes(2);
    await open('/');

    const failing = page.getByRole('region', { name: 'Needs attention' });
    await failing.getByRole('link', { name: '1 pending retry' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?status=pending');
    await page.getByRole('heading', { name: 'Sample events' }).waitFor();
    await page.locator('.delivery-line').getByText('500').waitFor();
    await page
      .getByRole('list', { name: 'Failures by cause' })
      .getByRole('button', { name: 'Retry it' })
      .click();
    await page.getByText('Retrying 1 of 1 delivery.').waitFor();
    await down.receivedTimes(3);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Webhooks' }).click();
    const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: url });
    await row.getByText('1 pending retry').waitFor();

    // A delivery that waits because of those before it can be sent at once.
    onTestFinished(down.hold());
    await user.api.created(`/v1/webhooks/test?id=${webhook.id}`);
    await row.getByRole('link', { name: url }).click();
    await page.locator('.delivery-line').filter({ hasText: 'pending' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Retry now' }).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  it('buys the number that was found after it shows its price and the source of the price, and undoes a refused change', async () => {
    const { user, page, open } = visit;
    await open('/numbers');
    await page.getByLabel('Area code').fill('12');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('.field', { hasText: 'Area code' }).getByRole('alert').waitFor();
    await page.getByLabel('Area code').fill('913');
    await page.getByLabel('Digits or letters').fill('777$');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('10 numbers for sale').waitFor();
    expect(new URL(page.url()).search).toBe('?find=numbers&area_code=913&contains=777%24');
    await page.reload();
    await page.getByText('10 numbers for sale').waitFor();
    expect(await page.getByLabel('Area code').inputValue()).toBe('913');
    await page.getByLabel('Agent for the new number').selectOption(user.agent.id);
    await page.getByRole('button', { name: 'Buy +19135551777' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('$1.15 a month').waitFor();
    await asked.getByText('the telephony vendor’s current price for the platform’s').waitFor();
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
    const undone = page.getByText('Being cancelled. The change was undone.');
    await undone.waitFor();
    await expect.poll(() => choice.inputValue()).toBe(user.agent.id);
    await label.fill('Coffee shop');
    await label.press('Enter');
    await undone.nth(1).waitFor();
    expect(await label.inputValue()).toBe('Tea shop');
  });

  it('cancels a number after it asked', async () => {
    const { user, page, faults, open } = visit;
    const { number } = await user.api.created('/v1/numbers/buy', { inbound_agent: null });
    await open('/numbers');
    const row = page.getByRole('row').filter({ has: page.getByLabel(`Label of ${number}`) });
    await row.getByText('active').waitFor();
    await row.getByRole('button', { name: 'Cancel', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('heading', { name: /^Cancel \+1 \(\d{3}\) \d{3}-\d{4}\?$/ }).waitFor();
    await question.getByRole('button', { name: 'Keep the number' }).click();
    await row.getByRole('button', { name: 'Cancel', exact: true }).click();
    await question.getByRole('button', { name: 'Cancel the number' }).click();

    await page.getByText('The number is cancelled.').waitFor();
    await row.getByText('cancelled').waitFor();
    // Its button is gone: the focus stays in its table.
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Numbers, table');
    expect(faults).toEqual([]);
  });

  it('links a number of an account', async () => {
    const { connection, user, page, open } = visit;
    const { sid, connection: own } = await makeAccount(connection, user.api);
    const number = await giveNumber(connection, sid);
    await open('/numbers');
    await page.getByText('Show the form').click();
    const form = page.locator('details', { hasText: 'Show the form' });
    await form.getByLabel(/^phone number/i).fill(number);
    await form.getByLabel(/^your account/i).selectOption(own.id);
    await form.getByRole('button', { name: 'Link the number' }).click();
    await page.getByText('The number is linked').waitFor();
  });
});
