import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { rehearse } from '../support/console/world.ts';

/** In the place of the browser's recognition: it hears what the test says, until it is stopped. */
const RECOGNITION = `globalThis.webkitSpeechRecognition = class {
  start() { globalThis.recognition = this; }
  stop() { this.onend(); }
  abort() {}
}`;

describe.skipIf(!chromiumPath)('talking to an agent in Chromium', () => {
  const visit = visitConsole();

  it('asks first, says that it may not use the microphone, and says what it hears to the agent', async () => {
    const { user, page, faults, open } = visit;
    const { id } = await rehearse(user, ['I need an appointment.']);
    await open(`/playground?agent=${user.agent.id}&rehearsal=${id}`);
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByRole('alertdialog').getByText('Its maker may receive the sound').waitFor();
    await page.getByRole('button', { name: 'Use the microphone' }).click();
    const talk = page.getByRole('button', { name: /^(Hold to talk|Listening …)$/ });

    await talk.click();
    await page.getByText('The browser may not use the microphone.').waitFor();
    await page.evaluate(RECOGNITION);
    // A short press listens until the next one.
    await talk.click();
    await page.evaluate(`recognition.onresult({ results: [[{ transcript: 'Tuesday would suit me.' }]] })`);
    await page.getByRole('status').getByText('Tuesday would suit me.').waitFor();
    await talk.click();

    await page.getByRole('log').getByText('Tuesday would suit me.').waitFor();
    await expect.poll(() => talk.textContent()).toBe(' Hold to talk');
    expect(faults).toEqual([]);
  });
});
