import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The machine's Chromium; undefined if it has none. */
export const chromiumPath = EXECUTABLES.find((path) => existsSync(path));

/** Starts the machine's Chromium without requests of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page that records what must never happen: script faults, violations of the policy, requests to other hosts. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

/** The console's messages about answers that a test provokes: they are no faults. */
const EXPECTED = /Failed to load resource|net::ERR_/;

/** Opens a page in a browser in which nobody is signed in. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(`fault: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('blob:')) faults.push(`request: ${url}`);
  });
  return { page, context, faults };
}

/** Signs in with an access token, as a person does. */
export async function signIn(page: Page, origin: string, token: string, next = '/'): Promise<void> {
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main').and(page.locator('.frame main')).waitFor();
}

/**
 * Ends the session, as if it had expired, and makes a write that finds it out; resolves when the page asks to sign in.
 * What the page reads meanwhile is held: it would find it out first.
 */
export async function writeWithoutSession(page: Page, write: () => Promise<void>): Promise<void> {
  // What is entered before the page knows whose session it is belongs to nobody, and is not kept.
  await page.locator('.side .account-button [title]').waitFor();
  const hold = (route: Route) => (route.request().method() === 'GET' ? undefined : route.fallback());
  await page.route('**/v1/**', hold);
  await page.context().clearCookies();
  await write();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.unroute('**/v1/**', hold);
}

/** Chooses *Sign out* in the account's menu. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('.side').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Whether an element has the focus, within its own root, too. This runs in the page. */
export const isFocused = (element: { getRootNode: () => object }) =>
  Reflect.get(element.getRootNode(), 'activeElement') === element;
