import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { eventfulCall, openCall, wholeCall } from '../support/console/world.ts';

/** How an element isolates its text direction. This runs in the page. */
const bidiOf = (element: unknown) => Reflect.get(globalThis, 'getComputedStyle')(element).unicodeBidi;

/** The turns of a conversation that the browser lays out. */
const LAID_OUT = `[...document.querySelectorAll('.entries > li > *')].filter((one) =>
  one.checkVisibility({ contentVisibilityAuto: true })).length`;

/** In the place of the browser's speech: two voices, and utterances that end when the test says so. */
const SPEECH = `
  globalThis.speech = {
    voices: ['one', 'two'].map((voiceURI) => ({ voiceURI, lang: 'en-GB', localService: true })),
    spoken: [],
    end: () => speech.current.onend({}),
  };
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(globalThis, 'speechSynthesis', { value: {
    getVoices: () => speech.voices,
    addEventListener: (_, loaded) => loaded(),
    speak: (utterance) => {
      speech.current = utterance;
      speech.spoken.push([utterance.text, utterance.voice.voiceURI]);
    },
    cancel: () => speech.current?.onerror({ error: 'canceled' }),
  } });
`;

describe.skipIf(!chromiumPath)('a call in Chromium', () => {
  const visit = visitConsole();
  let call: { readonly id: string };

  beforeAll(async () => {
    const lines = ['I need an appointment. <b>Monday</b>', 'Thank you, goodbye.'];
    call = await wholeCall(visit.connection, visit.user, lines);
  });

  it('shows what was said and done, and hostile words and answers as text', async () => {
    const { page, faults, open } = visit;
    await open(`/calls/${call.id}`);
    await page.getByText('I need an appointment. <b>Monday</b>').first().waitFor();
    await page.getByRole('link', { name: 'Skip the conversation' }).press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator('.conversation :focus, .conversation:focus').count()).toBe(0);
    await page
      .getByRole('region', { name: 'Webhooks' })
      .getByText(/^\d+ deliveries/)
      .click();
    await page.getByRole('region', { name: 'Webhooks' }).getByText('transcript', { exact: true }).click();
    await page.getByText('<script>document.title="broken into"</script>').waitFor();

    expect(await page.title()).not.toContain('broken into');
    const isolated = page.locator('bdi').filter({ hasText: 'onerror' });
    expect(await isolated.first().evaluate(bidiOf)).toBe('isolate');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`/v1/calls?id=${call.id}' \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`);
    expect(faults).toEqual([]);
  });

  it('shows how a call went beside its conversation, and leads from a quotation to its turn', async () => {
    const { connection, url, user, page, faults, open } = visit;
    const eventful = await eventfulCall(connection, user);
    await open(`/calls/${eventful.id}`);
    const conversation = page.getByRole('region', { name: /^Conversation, \d+ entries$/ });
    await page.getByRole('heading', { name: /^(Agent|Contact) hung up after \d+ s$/ }).waitFor();
    await conversation.getByText('find_dentist').waitFor();
    await conversation.getByText('Agent pressed keys').waitFor();
    await conversation.getByText('Contact pressed keys').waitFor();
    const answer = conversation.getByRole('article', { name: 'Agent' }).nth(1);
    await answer.getByRole('button', { name: 'Details of this turn' }).click();
    await answer.getByText(/^First speech \d/).waitFor();

    const analysis = page.getByRole('region', { name: 'Analysis' });
    const day = analysis.getByRole('article', { name: 'Day' });
    await day.getByText('Monday').first().waitFor();
    await analysis.getByRole('article', { name: 'Insurer' }).getByText('Not mentioned.').waitFor();
    await day.getByRole('button', { name: /Contact, message/ }).click();
    await conversation.locator('[aria-current]').getByText('I need an appointment on Monday.').waitFor();
    await page.getByText('Where the time goes').click();
    await page.getByRole('button', { name: /^The slowest answer took/ }).click();
    const slowest = conversation.locator('[aria-current]');
    await slowest.getByRole('button', { name: 'Details of this turn', expanded: true }).waitFor();
    await analysis.getByRole('button', { name: 'Analyze again' }).click();
    await analysis.getByText('Analysis 2 of at most 10').waitFor();

    const cost = page.getByRole('region', { name: 'Cost' });
    expect(await cost.locator('.figure').textContent()).toMatch(/^(< )?US\$\d+\.\d\d$/);
    await cost.getByText('Parts of the cost').click();
    await cost.getByText('Telephony').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Raw JSON' }).click();
    await page.getByText(`"id": "${eventful.id}"`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toContain(`curl \\\n  '${url}/v1/calls?id=${eventful.id}'`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete the call' }).click();
    await page.getByRole('button', { name: 'Delete the call' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
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
    await page.addInitScript(SPEECH);
    await open(`/calls/${id}`);
    const webhooks = page.getByRole('region', { name: 'Webhooks' });
    await webhooks.getByText(/^\d+ deliver/).click();
    await webhooks.getByText('phone_call_connected').click();
    await webhooks.getByText('Event id').waitFor();
    await webhooks.getByRole('button', { name: 'Retry now' }).waitFor();
    await page.getByRole('heading', { name: 'In progress' }).waitFor();
    await page.getByText('Good morning, the dental practice.').first().waitFor();
    const listen = page.getByRole('button', { name: 'Listen' });
    await listen.click();
    expect(await listen.getAttribute('aria-pressed')).toBe('true');

    await user.api.post(`/v1/calls/end?id=${id}`);

    await page.getByRole('heading', { name: /^Agent hung up after/ }).waitFor();
    expect(await webhooks.getByText('Event id').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'End', exact: true }).count()).toBe(0);
    await expect.poll(() => listen.getAttribute('aria-pressed')).toBe('false');
    // Now it reads all of it.
    await listen.click();
    await expect
      .poll(() => page.evaluate('speech.spoken[0]?.[0]'))
      .toBe('Good morning, the dental practice.');
    expect(faults).toEqual([]);
  });

  it('plays the recording: the spoken bubble is lit, and keys and the mouse move it', async () => {
    const { page, user, faults, open } = visit;
    await user.api.callWhen(call.id, (one) => one.recording_available);
    await open(`/calls/${call.id}`);
    const slider = page.getByRole('slider', { name: 'Place in the recording' });
    const lit = page.getByRole('region', { name: /^Conversation, / }).locator('[aria-current]');
    const audio = page.locator('audio');
    const place = async () => Number(await slider.getAttribute('aria-valuenow'));
    await slider.waitFor();
    // Slowly, so that the words do not end before they are looked at.
    await audio.evaluate((element) =>
      Object.assign(element, { defaultPlaybackRate: 0.1, playbackRate: 0.1 }),
    );
    const { width } = (await slider.boundingBox())!;

    await slider.click({ position: { x: width - 1, y: 9 } });
    await lit.getByRole('article', { name: 'Agent' }).waitFor();
    // The click was a pixel before the end, perhaps another second.
    await slider.press('ArrowRight');
    const end = Number(await slider.getAttribute('aria-valuemax'));
    await expect.poll(place).toBe(end);
    await slider.press('ArrowLeft');
    await expect.poll(place).toBe(Math.max(0, end - 5));
    await slider.press('ArrowRight');
    await expect.poll(place).toBe(end);
    await page.getByRole('button', { name: 'Play from this turn' }).first().click();
    await lit.getByText('Good morning, the dental practice.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByText('2×').click();

    await slider.press('ArrowRight');
    const later = await place();
    const greeting = { x: 0, y: 9 };
    const words = slider.getByText('Good morning, the dental practice.');
    const canvas = slider.locator('canvas');
    // Where it is said depends on how soon the call was answered.
    const seek = async () => {
      greeting.x += 4;
      await canvas.hover({ position: greeting });
      return words.count();
    };
    await expect.poll(seek).toBe(1);
    await canvas.click({ position: greeting });
    await expect.poll(place).toBeLessThan(later);
    await lit.getByRole('button', { name: 'Details of this turn', expanded: true }).waitFor();

    expect(await audio.evaluate((element) => Reflect.get(element, 'playbackRate'))).toBe(2);
    expect(await lit.count()).toBe(1);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d:\d\d of \d:\d\d(, the agent speaks)?$/);
    // The recording alone comes from elsewhere: from where it is stored.
    expect(faults.filter((fault) => !/^request: \S+\.mp3\?/.test(fault))).toEqual([]);
  });

  it('speaks a conversation with two voices, lit as it is spoken, and says why it is silent', async () => {
    const { page, faults, open } = visit;
    await page.addInitScript(SPEECH);
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/calls/turns*', (route) => held.promise.then(() => route.continue()));
    await open(`/calls/${call.id}`);
    const listen = page.getByRole('button', { name: 'Listen' });
    // The transcript, which is shown until the turns are read, is not spoken: they would be spoken again.
    await page.getByText('Thank you, goodbye.').first().waitFor();
    expect(await listen.count()).toBe(0);
    held.resolve();
    const lit = page.getByRole('region', { name: /^Conversation, / }).locator('[aria-current]');

    await listen.click();
    await lit.getByText('Good morning, the dental practice.').waitFor();
    await page.evaluate('speech.end()');
    await page.evaluate('speech.end()');
    await lit.getByText('I need an appointment.').waitFor();
    await listen.click();
    await expect.poll(() => lit.count()).toBe(0);
    const spoken = await page.evaluate<readonly [string, string][]>('speech.spoken');
    expect(spoken).toEqual([
      ['Good morning, the dental practice.', 'one'],
      ['How can I help you?', 'one'],
      ['I need an appointment.', 'two'],
    ]);

    await page.evaluate('speech.voices = []');
    await listen.click();
    await page.getByText('This browser has no voices.').waitFor();
    expect(await listen.getAttribute('aria-pressed')).toBe('false');
    expect(faults).toEqual([]);
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
    const turns = page.getByRole('region', { name: /^Conversation, 2,00\d entries$/ });
    await turns.getByRole('button', { name: /Show all \(1,000,0\d\d characters\)/ }).waitFor();
    await turns.evaluate((element) => element.scrollTo(0, element.scrollHeight));

    await turns.getByText('answer 1999').waitFor();
    // What is off the screen is not laid out.
    expect(await page.evaluate<number>(LAID_OUT)).toBeLessThan(60);
    expect(await page.title()).not.toContain('broken into');
  });
});
