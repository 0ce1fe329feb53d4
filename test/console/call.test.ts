import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { eventfulCall, openCall, wholeCall } from '../support/console/world.ts';

/** How an element isolates its text direction. This runs in the page. */
const bidiOf = (element: unknown) => Reflect.get(globalThis, 'getComputedStyle')(element).unicodeBidi;

describe.skipIf(!chromiumPath)('a call in Chromium', () => {
  const visit = visitConsole();
  let call: { readonly id: string };

  beforeAll(async () => {
    const lines = ['I need an appointment. <b>Monday</b>', 'Thank you, goodbye.'];
    call = await wholeCall(visit.connection, visit.user, lines);
  });

  it('shows what happened in a call, and hostile words and answers as text', async () => {
    const { page, faults, open } = visit;
    await open(`/calls/${call.id}`);
    await page.getByText('I need an appointment. <b>Monday</b>').first().waitFor();
    await page.getByLabel('Show').selectOption('deliveries');
    await page.getByText('event_transcript').click();
    await page.getByText('<script>document.title="broken into"</script>').waitFor();

    expect(await page.title()).not.toContain('broken into');
    const isolated = page.locator('bdi').filter({ hasText: 'onerror' });
    expect(await isolated.first().evaluate(bidiOf)).toBe('isolate');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`/v1/calls?id=${call.id}' \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`);
    await page.getByText('Raw JSON').click();
    await page.getByText(`"id": "${call.id}"`).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a call on one timeline, with its analysis and its cost', async () => {
    const { connection, url, user, page, faults, open } = visit;
    const eventful = await eventfulCall(connection, user);
    await open(`/calls/${eventful.id}`);
    const timeline = page.getByRole('region', { name: /^Timeline, \d+ entries$/ });
    await timeline.getByText('Answered', { exact: true }).waitFor();

    await page.getByLabel('Show').selectOption('actions');
    await timeline.getByText('{"day":"Monday"}').waitFor();
    await timeline.getByText('Agent pressed keys').waitFor();
    await timeline.getByText('Caller pressed keys').waitFor();
    expect(new URL(page.url()).search).toBe('?show=actions');
    await page.getByLabel('Show').selectOption('conversation');
    await timeline
      .getByRole('img', { name: /^Time: / })
      .first()
      .waitFor();
    await page.getByLabel('Show').selectOption('deliveries');
    await timeline.locator('summary').first().click();
    await timeline.getByRole('button', { name: 'Retry now' }).waitFor();

    const analysis = page.getByRole('region', { name: 'Analysis' });
    const day = analysis.getByRole('article', { name: 'Day' });
    await day.getByText('Monday').first().waitFor();
    await analysis.getByRole('article', { name: 'Insurer' }).getByText('It was not said.').waitFor();
    await day.getByRole('button', { name: /^Caller, message/ }).click();
    await timeline.locator('[aria-current]').getByText('I need an appointment on Monday.').waitFor();
    await analysis.getByRole('button', { name: 'Analyze again' }).click();
    await analysis.getByText('Analysis 2 of at most 10').waitFor();

    await page.getByRole('region', { name: 'Cost' }).getByText('Telephony').waitFor();
    await page.getByText('Requests of this page').click();
    const request = page.getByRole('listitem').filter({ hasText: `/v1/calls/analyze?id=${eventful.id}` });
    await request.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`curl -X POST \\\n  '${url}/v1/calls/analyze?id=${eventful.id}'`);
    expect(faults).toEqual([]);
  });

  it('follows a call that changes while it is open, and keeps expanded parts expanded', async () => {
    const { connection, user, page, faults, open } = visit;
    const { id } = await openCall(connection, user, {
      answer: 'answer',
      interactive: true,
      script: [],
      patience_ms: 1_000_000,
    });
    await open(`/calls/${id}`);
    const timeline = page.getByRole('region', { name: /^Timeline/ });
    await timeline.getByText('event_phone_call_connected').click();
    await timeline.getByText('Event id').waitFor();
    await timeline.getByText('Good morning, the dental practice.').first().waitFor();

    await user.api.post(`/v1/calls/end?id=${id}`);

    await page.getByRole('heading', { level: 1 }).getByText('ended').waitFor();
    await timeline.getByText('Ended', { exact: true }).waitFor();
    expect(await timeline.getByText('Event id').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'End', exact: true }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('marks the line of the recording that is heard, where it is sought', async () => {
    const { page, user, faults, open } = visit;
    const { start_time: start } = await user.api.callWhen(call.id, (one) => one.recording_available);
    const { body: turns } = await user.api.get(`/v1/calls/turns?id=${call.id}`);
    const spoken: { text: string; timestamp: string }[] = turns.filter(({ text }: { text?: string }) => text);
    await open(`/calls/${call.id}?show=conversation`);
    const timeline = page.getByRole('region', { name: /^Timeline, / });
    const heard = timeline.locator('[aria-current]');
    const seek = ({ timestamp }: { readonly timestamp: string }) => {
      const seconds = (Date.parse(timestamp) - Date.parse(start) + 1) / 1000;
      // Slowly, so that the line does not end before it is looked at.
      return page.evaluate(`(() => {
        const audio = document.querySelector('audio');
        audio.defaultPlaybackRate = audio.playbackRate = 0.1;
        audio.currentTime = ${seconds};
        return audio.play();
      })()`);
    };
    const isHeard = ({ text }: { readonly text: string }) => heard.getByText(text, { exact: true }).waitFor();

    await page.getByLabel('Recording of the call').waitFor();
    await seek(spoken.at(-1)!);
    await isHeard(spoken.at(-1)!);
    await seek(spoken[1]!);
    await isHeard(spoken[1]!);
    expect(await heard.count()).toBe(1);
    // The recording alone comes from elsewhere: from where it is stored.
    expect(faults.filter((fault) => !/^request: \S+\.mp3\?/.test(fault))).toEqual([]);
  });

  it('shows a transcript of two thousand turns, a line of a megabyte and marks of direction', async () => {
    const { page, open } = visit;
    const lines = Array.from({ length: 2_000 }, (_, at) =>
      at % 2 ? `AGENT: answer ${at}` : `HUMAN: \u202Equestion ${at}`,
    );
    const transcript = [
      `HUMAN: ${'x'.repeat(1_000_000)}<script>document.title='broken into'</script>`,
      ...lines,
    ].join('\n');
    await page.route('**/v1/calls/turns*', (route) => route.fulfill({ json: [] }));
    await page.route(`**/v1/calls?id=${call.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), transcript } });
    });
    await open(`/calls/${call.id}`);
    await page.getByLabel('Show').selectOption('conversation');
    const turns = page.getByRole('region', { name: 'Timeline, 2,001 entries' });
    await turns.getByRole('button', { name: /Show all \(1,000,0\d\d characters\)/ }).waitFor();
    await turns.evaluate((element) => element.scrollTo(0, element.scrollHeight));

    await turns.getByText('answer 1999').waitFor();
    expect(await turns.getByRole('listitem').count()).toBeLessThan(60);
    expect(await page.title()).not.toContain('broken into');
  });
});
