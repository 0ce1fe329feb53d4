import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { type Visit, visitConsole } from '../support/console/visit.ts';
import { rehearse, wholeCall } from '../support/console/world.ts';
import { giveNumber, makeAccount } from '../support/numbers.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The text of the focused element, with its labels. Between the last element and the first one, the body has the focus. */
const FOCUSED = `document.activeElement === document.body ? '' :
  [document.activeElement, ...(document.activeElement.labels ?? [])].map((one) => one.textContent).join('')`;

/** Widths in pixels of the page, and of the dialog that is open. */
const WIDTHS = `[document.documentElement, ...document.querySelectorAll('.modal')].map((one) => one.scrollWidth)`;

/** The disabled controls, which axe leaves out, whose text has less than 4.5:1 on its own ground. */
const FAINT = `[...document.querySelectorAll(':disabled, [aria-disabled="true"]')].filter((one) => {
  const shades = [getComputedStyle(one).color, getComputedStyle(one).backgroundColor].map((colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    const linear = [r, g, b].map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return a < 1 ? undefined : 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  });
  if (shades.includes(undefined) || !one.checkVisibility()) return false;
  return (Math.max(...shades) + 0.05) / (Math.min(...shades) + 0.05) < 4.5;
}).map((one) => one.textContent)`;

describe.skipIf(!chromiumPath)('every page in Chromium', () => {
  const visit = visitConsole();
  let call: { readonly id: string };
  let rehearsed: { readonly id: string };
  let test: { readonly id: string };
  let run: { readonly id: string };
  let campaign: { readonly id: string };
  let delivery: string;

  beforeAll(async () => {
    const { connection, user } = visit;
    const made = wholeCall(connection, user, ['I need an appointment. <b>Monday</b>', 'Thank you, goodbye.']);
    rehearsed = await rehearse(user, ['I need an appointment. <b>Monday</b>', 'Tuesday would suit me.']);
    // Something of each kind, so that every page has what it shows.
    const { sid } = await makeAccount(connection, user.api);
    await giveNumber(connection, sid);
    await user.api.created('/v1/tokens/create', { name: 'For the shop', scopes: ['read', 'webhooks:write'] });
    await user.api.created('/v1/do_not_call/add', { phone_numbers: ['+15557654321'], reason: 'They wrote.' });
    await user.api.created(`/v1/webhooks/test?id=${user.webhook.id}`);
    test = await user.api.created('/v1/tests/create', {
      name: 'wants <b>Monday</b>',
      labels: ['smoke'],
      agent: user.agent.id,
      turns: [{ contact: 'Monday?', expect: [{ says: 'never <b>said</b>' }] }],
      finally: [{ outcome: { transferred: false } }],
    });
    run = await user.api.created('/v1/tests/run', { tests: [test.id] });
    campaign = await user.api.created('/v1/campaigns/create', {
      name: '<b>Checkups</b>',
      agent: user.agent.id,
      from_number: user.number,
      recipients: [{ to_number: '+15557654321', context: { name: '<b>Ada</b>' } }, { to_number: '12' }],
    });
    call = await made;
    delivery = (await user.api.get('/v1/webhooks/deliveries/list')).body[0].id;
  }, 120_000);

  /** The paths of all pages. */
  const paths = ({ user }: Visit) => [
    '/',
    '/calls',
    '/calls?status=ended&when=7&to_number=%2B15551230001',
    '/calls/batch',
    '/calls/answers',
    '/calls/review',
    `/calls/compare?one=${call.id}&other=${call.id}`,
    `/calls/${call.id}?message=2`,
    '/campaigns',
    '/campaigns/new',
    ...['', '?step=agent', '?step=recipients', '?step=rules'].map(
      (step) => `/campaigns/${campaign.id}${step}`,
    ),
    '/agents',
    `/agents/${user.agent.id}`,
    ...['voice', 'actions', 'behaviour', 'analysis', 'tests', 'interruptions', 'versions'].map(
      (tab) => `/agents/${user.agent.id}?tab=${tab}`,
    ),
    '/agents/new',
    '/agents/new?template=receptionist',
    `/playground?agent=${user.agent.id}&rehearsal=${rehearsed.id}`,
    '/playground',
    '/tests',
    '/tests?agent=all',
    '/tests/new',
    `/tests/new?call=${call.id}`,
    `/tests/${test.id}`,
    `/tests/runs/${run.id}`,
    `/tests/runs/${run.id}?case=1`,
    `/tests/difference?test=${test.id}&from=1&to=1&before=${run.id}&after=${run.id}`,
    '/webhooks',
    `/webhooks/${user.webhook.id}`,
    `/webhooks/deliveries/${delivery}`,
    '/numbers',
    '/connections',
    '/settings?tab=tokens',
    '/settings?tab=do-not-call',
    '/settings?tab=consents&number=%2B15557654321',
    '/settings?tab=audit',
    '/settings?tab=quotas',
    '/api-reference',
    '/api-reference?operation=createAgent',
  ];

  /** Opens each page within the session, and waits until it shows its data. */
  const visitEach = async (look: (path: string) => Promise<void>) => {
    const { page, url, open } = visit;
    await open('/');
    for (const path of paths(visit)) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText(/^Loading /).count(), { timeout: 20_000 }).toBe(0);
      await look(path);
    }
  };

  /** What is wrong with what the page shows: what axe finds, in light and dark, and what is wider than 320 px. */
  const faultsOf = async (name: string): Promise<readonly string[]> => {
    const { page } = visit;
    await page.evaluate(axe);
    const light = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await page.evaluate<AxeResults>(`axe.run({ runOnly: ['color-contrast'] })`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    const faint = [...(await page.evaluate<string[]>(FAINT))];
    const widths = await page.evaluate<readonly number[]>(WIDTHS);
    await page.setViewportSize({ width: 1280, height: 800 });
    return [
      ...[...light.violations, ...dark.violations].map(
        ({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html.slice(0, 120)}`,
      ),
      ...faint.map((text) => `${name}: disabled “${text}” is too faint`),
      ...widths.filter((width) => width > 320).map((width) => `${name}: ${width} px wide`),
    ];
  };

  it('has no accessibility faults that axe finds, in light and dark, and fits a screen of 320 px', async () => {
    const found: string[] = [];
    await visitEach(async (path) => void found.push(...(await faultsOf(path))));

    expect(found).toEqual([]);
    expect(visit.faults).toEqual([]);
  }, 360_000);

  it('has none before signing in, where there is no page, and in a dialog', async () => {
    const { url, user, page, faults, open } = visit;
    const found: string[] = [];
    await page.goto(`${url}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    found.push(...(await faultsOf('/sign-in')));
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    found.push(...(await faultsOf('/sign-in, refused')));
    await page.goto(`${url}/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    found.push(...(await faultsOf('/nowhere')));
    await open(`/webhooks/${user.webhook.id}?tab=settings`);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('alertdialog').waitFor();
    found.push(...(await faultsOf('a dialog')));
    await page.goto(`${url}/agents/${user.agent.id}?tab=actions`);
    await page.getByRole('button', { name: 'Edit find_dentist' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Send a test request').click();
    found.push(...(await faultsOf('a service')));
    await dialog.getByText('JSON', { exact: true }).click();
    await dialog.locator('div.json-editor').waitFor();
    found.push(...(await faultsOf('its parameters as JSON')));
    await page.goto(`${url}/agents/${user.agent.id}?tab=steps`);
    await page.getByRole('button', { name: 'Start with an example' }).click();
    await page.getByRole('button', { name: /^ask / }).click();
    await page.getByLabel('Name of value 1').waitFor();
    found.push(...(await faultsOf('a step as a form')));
    await page.goto(`${url}/connections`);
    await page.getByRole('button', { name: 'New connection' }).click();
    await dialog.waitFor();
    found.push(...(await faultsOf('a new connection')));
    await page.goto(`${url}/calls`);
    await page.getByRole('button', { name: 'Place a call' }).click();
    await page.getByLabel('Number to call').waitFor();
    found.push(...(await faultsOf('the dialog that places a call')));

    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('gives the focus to the heading of a page that is gone to, and leaves it to filters', async () => {
    const { page, open } = visit;
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await open('/');
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await expect.poll(focused).toBe('Calls');
    await page.locator(`a[href="/calls/${call.id}"]`).click();
    await page.getByRole('heading', { name: /^Call to/ }).waitFor();
    await expect.poll(focused).toMatch(/^Call to \+1 /);
    await page.goBack();
    await expect.poll(focused).toBe('Calls');

    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('ended');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=ended');
    await page.locator(`a[href="/calls/${call.id}"]`).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
  });

  it('can be used with the keyboard alone', async () => {
    const { url, user, page } = visit;
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Access token').waitFor();
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate<string>(FOCUSED);
        if (focused.includes(name)) return;
      }
      throw new Error(`The keyboard does not reach ${name}.`);
    };
    await tabTo('Access token');
    await page.keyboard.type(user.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await tabTo('Numbers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Numbers' }).waitFor();
    await tabTo('Area code');
    await page.keyboard.type('915');
    await page.keyboard.press('Enter');
    await page.getByText('10 numbers for sale').waitFor();
    await tabTo('Agent for the new number');
    await tabTo('Numbers for sale');
    await tabTo('Buy');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await tabTo('Buy the number');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label") ?? ""'))
      .toMatch(/^Buy \+1915/);
    await tabTo('Show the form');
  });
});
