// Measures the console on a local service: each page's first paint, requests and bytes, and the memory of a live page.
import { openPage, signIn } from '../support/console/browser.ts';
import { makeCalls, openStage } from '../support/console/stage.ts';

/** Minutes for which the page of calls is watched, by a clock that runs as fast as answers come. */
const MINUTES = 30;

/** Figures of a page that was opened for the first time. Sizes are in kilobytes: as sent, and as read. */
const FIGURES = `{
  const resources = performance.getEntriesByType('resource');
  const files = resources.filter(({ name }) => name.includes('/assets/'));
  const answers = resources.filter(({ name }) => name.includes('/v1/'));
  const kilobytes = (of, size) => Math.round(of.reduce((sum, one) => sum + one[size], 0) / 1000);
  ({
    paint: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    requests: answers.length,
    files: [kilobytes(files, 'encodedBodySize'), kilobytes(files, 'decodedBodySize')],
    answers: [kilobytes(answers, 'encodedBodySize'), kilobytes(answers, 'decodedBodySize')],
  })
}`;

const stage = await openStage();
const { url, browser, user } = stage;
try {
  const call = await makeCalls(stage);
  const paths = [
    '/',
    '/calls',
    `/calls/${call.id}`,
    '/agents',
    `/agents/${user.agent.id}`,
    '/webhooks',
    '/numbers',
  ];
  for (const path of [...paths, '/settings', '/api-reference']) {
    const { page, context } = await openPage(browser, url);
    await signIn(page, url, user.token);
    await page.goto(url + path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    await page.waitForTimeout(2_000);
    const started = performance.now();
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Numbers', level: 1 }).waitFor();
    const next = Math.round(performance.now() - started);
    await page.goto(url + path);
    await heading.waitFor();
    await page.waitForTimeout(1_500);
    console.log(path, JSON.stringify(await page.evaluate(FIGURES)), `to another page ${next} ms`);
    await context.close();
  }
  const { page } = await openPage(browser, url);
  await page.clock.install();
  await signIn(page, url, user.token, '/calls');
  const session = await page.context().newCDPSession(page);
  for (let minute = 0; minute <= MINUTES; minute++) {
    if (minute % 10 === 0) {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      console.log(`after ${minute} minutes ${(usedSize / 1e6).toFixed(1)} MB`);
    }
    for (let step = 0; step < 20; step++) {
      await page.clock.runFor(3_000);
      await page.waitForTimeout(40);
    }
  }
} finally {
  await stage.close();
}
