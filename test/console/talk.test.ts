import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { rehearse } from '../support/console/world.ts';

/** In the place of the browser's recognition: it hears what the test says, until it is stopped. */
const RECOGNITION = `globalThis.webkitSpeechRecognition = class {
  start() { globalThis.recognition = this; }
  stop() { this.onend(); }
  abort() { this.onend?.(); }
}`;

const BROKEN = `globalThis.webkitSpeechRecognition = class {
  start() { throw new Error('It is broken.'); }
}`;

describe.skipIf(!chromiumPath)('talking to an agent in Chromium', () => {
  const visit = visitConsole();

  it('asks first, says that it may not use the microphone, and says what it hears to the agent', async () => {
    const { user, page, faults, open } = visit;
    const { id } = await rehearse(user, ['I need an appointment.']);
    await open(`/playground?agent=${user.agent.id}&rehearsal=${id}`);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByRole('alertdialog').getByText('may send the audio to its vendor').waitFor();
    await page.getByRole('button', { name: 'Use the microphone' }).click();
    const talk = page.getByRole('button', { name: /^(Hold to speak|Listening …)$/ });

    await talk.click();
    await page.getByText('The browser may not use the microphone.').waitFor();
    await page.evaluate(BROKEN);
    await talk.click();
    await page.getByText('The browser could not begin to listen.').waitFor();
    await page.evaluate(RECOGNITION);
    // A short press listens until the next one.
    await talk.click();
    await page.evaluate(`recognition.onresult({ results: [[{ transcript: 'Tuesday would suit me.' }]] })`);
    await page.getByRole('status').getByText('Tuesday would suit me.').waitFor();
    await talk.click();

    await page.getByRole('log').getByText('Tuesday would suit me.').waitFor();
    await expect.poll(() => talk.textContent()).toBe(' Hold to speak');

    // It can be ended while the agent answers, and what was said then waits to be sent.
    let answer = () => {};
    await page.route('**/v1/rehearsals/say*', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await talk.click();
    await page.getByLabel('What the contact says').fill('Thank you.');
    await page.keyboard.press('Enter');
    await page.getByText('The agent is answering …').waitFor();
    await page.evaluate(`recognition.onresult({ results: [[{ transcript: 'And a recall.' }]] })`);
    await talk.click();
    const line = page.getByLabel('What the contact says');
    await expect.poll(() => line.inputValue()).toBe('Thank you. And a recall.');
    answer();
    await expect.poll(() => line.inputValue()).toBe('And a recall.');
    await line.fill('');

    // Half a sentence is not sent when the page is left.

    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await talk.click();
    await page.evaluate(`recognition.onresult({ results: [[{ transcript: 'Half a' }]] })`);
    await page.getByRole('link', { name: 'Numbers', exact: true }).click();
    await page.getByRole('heading', { name: 'Numbers', level: 1 }).waitFor();

    expect(sent).toEqual([]);
    expect(faults).toEqual([]);
  });
});
