// Takes the pictures of docs/console.md: starts a local service, makes calls, and looks at every page in light and dark, or
// at those pages that the command names: npm run console:screenshots -- playground.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium, openPage, signIn } from '../support/console/browser.ts';
import { buildConsole, DIST } from '../support/console/build.ts';
import { consoleUser, eventfulCall, openCall, rehearse, wholeCall } from '../support/console/world.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { startService } from '../support/service/service-process.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'console');

/** The quality of a picture, as a share; text stays readable. */
const QUALITY = 70;

/** Milliseconds in which a page has read all that it shows. */
const SETTLED_MS = 2_000;

async function take(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
}

/** Milliseconds between two frames of the animation, and how many it has at most. */
const [FRAME_MS, MOST_FRAMES] = [400, 80];

/** Films the page of a call until it is over, as an animated picture. */
async function film(page: Page, file: string): Promise<void> {
  const frames = mkdtempSync(join(tmpdir(), 'console-frames-'));
  const paths: string[] = [];
  const over = page.getByText(/hung up|Ended/).first();
  while (paths.length < MOST_FRAMES && !(await over.isVisible())) {
    const path = join(frames, `${paths.length}.png`);
    await page.screenshot({ path });
    paths.push(path);
    await page.waitForTimeout(FRAME_MS);
  }
  const options = ['-loop', '0', '-min_size', '-lossy', '-q', '60', '-d', String(FRAME_MS)];
  execFileSync('img2webp', [...options, ...paths, '-o', join(FOLDER, file)]);
  rmSync(frames, { recursive: true, force: true });
}

const receiver = new WebhookReceiver();
receiver.body = '{"result":"Doctor Lee is free."}';
const [webhook] = await Promise.all([receiver.listen(), buildConsole(DIST)]);
const env = { CARRIER_PACE: '0.3', CONSOLE_DIRECTORY: DIST };
const [service, browser] = await Promise.all([startService({ env, synthesizes: true }), launchChromium()]);
const { connection, data } = service;
const url = connection.console_url ?? '';
try {
  const user = await consoleUser(connection, webhook);
  // The calls of a typical day.
  const others = ['busy', 'no-answer'].map((answer) => openCall(connection, user, { answer, script: [] }));
  const [call] = await Promise.all([
    eventfulCall(connection, user),
    wholeCall(connection, user, ['Hello, do you have time on Monday?', 'Thank you, goodbye.']),
    wholeCall(connection, user, ['I need an appointment.', 'Monday.', 'At nine.', 'Thank you, goodbye.']),
    ...others,
  ]);
  await openCall(connection, user, { answer: 'answer', interactive: true, script: [], patience_ms: 900_000 });
  const { id: rehearsed } = await rehearse(user, [
    'Hello, I would like to book an appointment.',
    'Tuesday would suit me.',
  ]);
  const tests = [
    {
      name: 'asks for the day',
      turns: [{ contact: 'I need an appointment.', expect: [{ says: 'which day' }] }],
    },
    { name: 'promises no price', turns: [{ contact: 'What does it cost?' }], always: [{ never_says: '$' }] },
    { name: 'asks for the name', turns: [{ contact: 'Tuesday.', expect: [{ says: 'your name' }] }] },
  ];
  const made = tests.map((test) => user.api.created('/v1/tests/create', { ...test, agent: user.agent.id }));
  const ids = (await Promise.all(made)).map(({ id }) => id);
  await user.api.created('/v1/tests/run', { tests: ids, agent: user.agent.id });
  const named = process.argv.slice(2);
  if (named.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const pages = {
    overview: '/',
    calls: '/calls',
    call: `/calls/${call.id}`,
    agents: '/agents',
    agent: `/agents/${user.agent.id}`,
    tests: `/agents/${user.agent.id}?tab=tests`,
    playground: `/playground?agent=${user.agent.id}&rehearsal=${rehearsed}`,
    webhook: `/webhooks/${user.webhook.id}`,
    numbers: '/numbers',
    settings: '/settings?tab=audit',
    'api-reference': '/api-reference',
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context } = await openPage(browser, url, {
      colorScheme,
      viewport: { width: 1200, height: 750 },
    });
    await signIn(page, url, user.token);
    for (const [name, path] of Object.entries(pages)) {
      if (named.length > 0 && !named.includes(name)) continue;
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (name === 'numbers') {
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.getByRole('button', { name: /^Buy / }).first().waitFor();
      }
      for (const loading of await page.getByText(/^Loading /).all())
        await loading.waitFor({ state: 'detached' });
      await page.waitForTimeout(SETTLED_MS);
      await take(page, `${name}-${colorScheme}.webp`);
    }
    await context.close();
  }
  if (named.length === 0 || named.includes('animation')) {
    const { page, context } = await openPage(browser, url, { viewport: { width: 1100, height: 700 } });
    await signIn(page, url, user.token);
    const script = ['I need an appointment on Monday.', 'Which dentist is free?', 'Thank you, goodbye.'];
    const { id } = await openCall(connection, user, {
      answer: 'answer',
      script: script.map((say) => ({ say })),
      patience_ms: 60_000,
    });
    await page.goto(`${url}/calls/${id}`);
    await page.getByText('Good morning').first().waitFor();
    await film(page, 'call.webp');
    await context.close();
  }
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await browser.close();
  await receiver.close();
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
