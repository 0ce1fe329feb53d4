import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { tellCarrier } from '../support/numbers.ts';
import { nextInProcess } from '../support/run/next-in-process.ts';
import { makeAgent } from '../support/scene.ts';

/** The text of the focused element, or its label. This runs in the page. */
const FOCUSED = `(document.activeElement.getAttribute('aria-label') ?? '') + document.activeElement.textContent +
  [...(document.activeElement.labels ?? [])].map((one) => one.textContent).join('')`;

/** Whether an element, or the most of it that there is room for, can be seen. */
const isInView = (place: Locator) =>
  place.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const Observer = Reflect.get(globalThis, 'IntersectionObserver');
        new Observer(([seen]: { readonly intersectionRatio: number }[]) =>
          resolve((seen?.intersectionRatio ?? 0) > 0.3),
        ).observe(element);
      }),
  );

describe.skipIf(!chromiumPath)('actions, voices and connections in Chromium', () => {
  const visit = visitConsole();

  const agentWith = async (id: string) => {
    const { body } = await visit.user.api.get(`/v1/agents?id=${id}&view=full`);
    return body;
  };

  it('makes a receptionist from a template, with a transfer and a service that is tried out', async () => {
    const { user, page, receiver, faults, open } = visit;
    const { body: webhook } = await user.api.get(`/v1/webhooks?id=${user.webhook.id}`);
    await open('/agents/new?template=receptionist&tab=actions');
    const dialog = page.getByRole('dialog');
    await page.getByText('This is an example number').waitFor();
    await page.getByRole('button', { name: 'Edit Transfer to +1 (555) 555-0100' }).click();
    const number = dialog.getByLabel('Number to call');
    await number.fill('555 0100');
    await dialog.getByRole('button', { name: 'Keep the changes' }).click();
    await dialog.getByText('Start with a plus sign').waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Close without saving?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await number.inputValue()).toBe('555 0100');
    await number.fill('+1 555 123 0009');
    await dialog.getByRole('button', { name: 'Keep the changes' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Call your service' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('find_time');
    await dialog.getByLabel('URL of your service').fill(webhook.url);
    await dialog.getByLabel('When to use it').fill('Finds a free time.');
    await dialog.getByRole('button', { name: 'Add a parameter' }).click();
    await page.keyboard.type('day');
    await dialog.getByRole('button', { name: 'Add a parameter' }).click();
    await dialog.getByLabel('Name of parameter 2').fill('day');
    await dialog.getByRole('button', { name: 'Add the action' }).click();
    await dialog.getByText('This name is already in use.').waitFor();
    await expect.poll(() => page.evaluate<string>(FOCUSED)).toBe('Name of parameter 2');
    await dialog.getByRole('button', { name: 'Remove parameter 2' }).click();
    await dialog.getByText('Send a test request').click();
    const button = dialog.getByRole('button', { name: 'Send the request' });
    await button.click();
    await dialog.getByText('Fill in day.').waitFor();
    await expect.poll(() => page.evaluate<string>(FOCUSED)).toContain('day');
    await page.keyboard.type('Tuesday');
    await button.click();
    // What the receiver answers is markup, and no answer that a call could use.
    const answer = dialog.getByRole('region', { name: 'Answer' });
    await answer.getByText('<img src=x').first().waitFor();
    await expect.poll(() => isInView(answer)).toBe(true);
    await expect.poll(() => isInView(dialog.getByRole('button', { name: 'Add the action' }))).toBe(true);
    await answer.getByText('Request and answer').click();
    await answer.getByText('webhook-signature').waitFor();
    expect(receiver.received.at(-1)?.text).toContain('"payload":{"day":"Tuesday"}');
    expect(receiver.received.at(-1)?.text).toContain('"rehearsal":true');

    await dialog.getByText('JSON', { exact: true }).click();
    const schema = dialog.getByRole('textbox', { name: 'JSON schema of the parameters' });
    const isInShadow = () =>
      schema.evaluate((field) => field.getRootNode() !== Reflect.get(globalThis, 'document'));
    await expect.poll(isInShadow).toBe(true);
    await schema.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"type":"object","properties":{"day":{"type":"string"}}');
    await dialog.getByText('Not valid JSON').waitFor();
    await dialog.getByRole('button', { name: 'Add the action' }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(',"required":["day"],"additionalProperties":false}');
    await dialog.getByText('Not valid JSON').waitFor({ state: 'detached' });
    // Half-written arguments are not sent, and keep nobody from saving.
    await dialog.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{');
    await button.click();
    await dialog.getByText('The arguments aren’t valid JSON').waitFor();
    await dialog.getByRole('button', { name: 'Add the action' }).click();
    await dialog.waitFor({ state: 'detached' });
    const refusal = { detail: [{ loc: [], msg: 'There are too many tests.', type: 'quota' }] };
    await page.route('**/v1/tests/create', (route) => route.fulfill({ status: 403, json: refusal }));
    await page.getByRole('button', { name: 'Create the agent' }).click();

    await page.getByText('Not all tests of the template were created. There are too many').waitFor();
    await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.slice('/agents/'.length);
    const { actions, analysis, initial_message } = await agentWith(id);
    expect(initial_message).toContain('Lakeside practice');
    expect(analysis.extract.properties).toHaveProperty('callback_number');
    expect(actions).toMatchObject([
      { type: 'action_end_conversation' },
      { type: 'action_transfer_call', config: { phone_number: '+15551230009' } },
      { type: 'action_external', config: { name: 'find_time', input_schema: { required: ['day'] } } },
    ]);
    expect(faults).toEqual([]);
  });

  it('changes an action that other agents have, or makes one of its own of it', async () => {
    const { user, page, faults, open } = visit;
    const transfer = { type: 'action_transfer_call', config: { phone_number: '+15551230001' } };
    const { agent: first } = await makeAgent(user.api, { actions: [transfer], settings: { name: 'First' } });
    const { agent: second } = await makeAgent(user.api, { actions: [], settings: { name: 'Second' } });
    await open(`/agents/${second.id}?tab=actions`);
    await page.getByRole('button', { name: 'Reuse from another agent' }).click();
    const dialog = page.getByRole('dialog');
    const group = dialog.getByRole('region', { name: 'First' });
    await group.getByRole('button', { name: 'Use Transfer to +1 (555) 123-0001' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The agent is saved.').waitFor();
    const [shared] = (await agentWith(second.id)).actions;
    expect(shared.id).toBe((await agentWith(first.id)).actions[0].id);

    const edit = async (from: string, to: string, button: string) => {
      await page.getByRole('button', { name: `Edit Transfer to ${from}` }).click();
      await dialog.getByText('First also has this action').waitFor();
      await dialog.getByLabel('Number to call').fill(to);
      await dialog.getByRole('button', { name: button }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await edit('+1 (555) 123-0001', '+15551230002', 'Save the action');
    await edit('+1 (555) 123-0002', '+15551230003', 'Save as a copy');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await agentWith(second.id)).actions[0].config.phone_number)
      .toBe('+15551230003');
    expect((await agentWith(first.id)).actions[0].config.phone_number).toBe('+15551230002');
    expect(faults).toEqual([]);
  });

  it('adds, removes and puts back an action with the keyboard alone, on 390 px', async () => {
    const { user, page, faults, open } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    const { agent } = await makeAgent(user.api, { actions: [], settings: { name: 'By keyboard' } });
    await open(`/agents/${agent.id}?tab=actions`);
    await expect.poll(() => isInView(page.locator('nav [aria-current]').getByText('Actions'))).toBe(true);
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 80; presses++) {
        if ((await page.evaluate<string>(FOCUSED)).startsWith(name)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`The keyboard does not reach ${name}.`);
    };
    const list = page.getByRole('list', { name: 'Actions of the agent' });
    await page.getByRole('button', { name: 'Hang up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Add the action');
    await page.keyboard.press('Enter');
    await list.getByText('Hang up').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove Hang up' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => list.getByText('Hang up').count()).toBe(0);
    await tabTo('Undo');
    await page.keyboard.press('Enter');
    await list.getByText('Hang up').waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
  });

  it('offers voices as cards that can be heard and found, and changes no voice of another agent', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, { settings: { name: 'With a voice' } });
    await open(`/agents/${agent.id}?tab=voice`);
    const joanna = page.getByRole('button', { name: 'Joanna Amazon Polly' });
    await expect.poll(() => joanna.getAttribute('aria-pressed')).toBe('true');
    const spoken = page.waitForResponse('**/v1/voices/preview');
    await page.getByRole('button', { name: 'Hear Joanna' }).click();
    expect((await spoken).status()).toBe(200);
    await page.getByText('The vendor charges').waitFor();
    await page.getByRole('button', { name: 'Hear Default voice', disabled: true }).dispatchEvent('click');
    await page.getByText('Call the agent to hear it: the vendor chooses it.').waitFor();
    await page.getByLabel('Search by language').fill('male german');
    await page.getByRole('button', { name: 'Hear Daniel' }).waitFor();
    expect(await page.getByRole('button', { name: /^Hear/ }).count()).toBe(1);
    await page.getByLabel('Search by language').fill('');
    await page.getByRole('button', { name: 'Matthew Amazon Polly' }).click();
    await expect.poll(() => joanna.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The agent is saved.').waitFor();

    const before = await user.api.get(`/v1/voices?id=${agent.voice.id}`);
    expect(before.body.voice_name).toBe('Joanna-Neural');
    expect((await agentWith(agent.id)).voice.voice_name).toBe('Matthew-Neural');
    expect(faults).toEqual([]);
  });

  it('makes connections, checks them, and does not delete what is in use', async () => {
    const { user, connection, page, faults, open } = visit;
    const sid = `AC${String(process.pid).padStart(16, '0')}${String(nextInProcess('account by hand')).padStart(16, '9')}`;
    await open('/connections');
    const dialog = page.getByRole('dialog');
    const make = async (kind: string, entered: Readonly<Record<string, string>>) => {
      await page.getByRole('button', { name: 'New connection' }).click();
      await dialog.getByRole('button', { name: kind }).click();
      for (const [label, text] of Object.entries(entered))
        await dialog.getByLabel(label, { exact: true }).fill(text);
      await dialog.getByRole('button', { name: 'Connect' }).click();
    };
    await make('Telephony', { 'Account SID': sid, 'Auth token': 'wrong' });
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Auth token', { exact: true }).getAttribute('type')).toBe('password');
    await tellCarrier(connection, `accounts/${sid}`, { auth_token: 'right' });
    await dialog.getByLabel('Auth token', { exact: true }).fill('right');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.waitFor({ state: 'detached' });
    const account = page.getByRole('listitem').filter({ hasText: sid });
    await account.getByRole('button', { name: 'Check' }).click();
    await account.getByText('✓ works').waitFor();
    await tellCarrier(connection, `accounts/${sid}`, { auth_token: 'changed' });
    await account.getByRole('button', { name: 'Check' }).click();
    await account.getByText('✕ doesn’t work').waitFor();
    await account.getByRole('button', { name: 'New credentials' }).click();
    expect(await dialog.getByLabel('Account SID').inputValue()).toBe(sid);
    await dialog.getByLabel('Auth token', { exact: true }).fill('changed');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await account.getByText('✕ doesn’t work').waitFor({ state: 'detached' });

    await make('Vector database', { Index: 'faq', Environment: 'us-east-1', 'API key': 'k' });
    await dialog.waitFor({ state: 'detached' });
    const { body } = await user.api.get('/v1/vector_databases/list');
    const { id } = body.items.find(({ index }: { index: string }) => index === 'faq');
    await makeAgent(user.api, { settings: { name: 'Knows all', vector_database: id } });
    await page.route('**/v1/numbers/list*', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not yet.' } }),
    );
    await page.reload();
    const database = page.getByRole('listitem').filter({ hasText: 'faq' });
    await page.getByRole('alert').waitFor();
    expect(await database.getByText('Not in use').count()).toBe(0);
    expect(await database.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await database.getByRole('link', { name: 'Knows all' }).waitFor();
    await database.getByText('In use').waitFor();
    expect(await database.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await account.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the connection' }).click();
    await expect.poll(() => account.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('hides a key that is typed, until it is asked for', async () => {
    const { page, user, faults, open } = visit;
    await open(`/agents/${user.agent.id}?tab=actions`);
    await page.getByRole('button', { name: 'Edit find_dentist' }).click();
    await page.getByText('More', { exact: true }).click();
    const key = page.getByLabel('Signature secret');
    await key.fill('sk-typed');

    expect(await key.getAttribute('type')).toBe('password');
    expect(await key.getAttribute('autocomplete')).toBe('new-password');
    await page.getByRole('button', { name: 'Show signature secret' }).click();
    expect(await key.getAttribute('type')).toBe('text');
    expect(await key.inputValue()).toBe('sk-typed');
    expect(faults).toEqual([]);
  });
});
