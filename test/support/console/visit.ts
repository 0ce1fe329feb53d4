import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest';
import { WebhookReceiver } from '../peers/webhook-receiver.ts';
import type { Connection } from '../service/service-process.ts';
import { launchChromium, openPage, signIn } from './browser.ts';
import { type ConsoleUser, consoleUser } from './world.ts';

/** The answer of the webhook's receiver, which attacks its reader. */
const HOSTILE =
  '<img src=x onerror="document.title=\'broken into\'"><script>document.title="broken into"</script>\u202Eabc';

/** The browser of all files that this process runs. It ends with the process. */
const ofProcess = globalThis as { chromium?: Promise<Browser> };

/** What a test of a page has. User and receiver are those of its file, the page is its own. */
export interface Visit {
  readonly connection: Connection;
  /** The console's address. */
  readonly url: string;
  readonly user: ConsoleUser;
  /** Receives the events of the user's calls. */
  readonly receiver: WebhookReceiver;
  /** A page of a browser in which nobody is signed in. */
  readonly page: Page;
  /** What happened in the page that must never happen. */
  readonly faults: readonly string[];
  /** Signs the user in, and opens a page of the console. */
  readonly open: (path: string) => Promise<void>;
}

/**
 * Lets the tests of this suite visit the console of the shared service: a user of their own is made for them, and a page
 * is opened for each. What it returns is filled before the suite's own hooks run.
 */
export function visitConsole(): Visit {
  const connection = inject('connection');
  const url = connection.console_url ?? '';
  const receiver = new WebhookReceiver();
  receiver.body = HOSTILE;
  const visit: Partial<{ -readonly [Name in keyof Visit]: Visit[Name] }> = { connection, url, receiver };
  let browser: Browser | undefined;

  beforeAll(async () => {
    const webhook = await receiver.listen();
    ofProcess.chromium ??= launchChromium();
    [browser, visit.user] = await Promise.all([ofProcess.chromium, consoleUser(connection, webhook)]);
  }, 120_000);

  afterAll(() => receiver.close());

  beforeEach(async () => {
    const { user } = visit;
    if (!browser || !user) throw new Error('The browser and the user are made before all tests.');
    const { page, faults, context } = await openPage(browser, url, {
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const open = (path: string) => signIn(page, url, user.token, path);
    Object.assign(visit, { page, faults, open });
    onTestFinished(() => context.close());
  });

  return visit as Visit;
}
