import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../local/call/parse-script.ts';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { makeAgent } from '../support/scene.ts';

/** Whether an element has the focus. This runs in the page. */
const isFocused = (element: unknown) => Reflect.get(globalThis, 'document').activeElement === element;

describe.skipIf(!chromiumPath)('agents and their playground in Chromium', () => {
  const visit = visitConsole();

  it('saves an agent, shows the API’s fault at its field, and warns before changes are lost', async () => {
    const { user, page, open } = visit;
    await open(`/agents/${user.agent.id}`);
    await page.getByLabel('Conversation speed').fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    const field = page.locator('.field').filter({ has: page.getByLabel('Conversation speed') });
    await field.getByRole('alert').waitFor();
    expect(await page.getByLabel('Conversation speed').getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('Conversation speed').fill('1.5');
    await page.getByLabel('Prompt').fill('You book appointments. Offer Monday.');
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent is saved.').waitFor();
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Numbers' }).waitFor();

    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === user.agent.id);
    expect(saved.conversation_speed).toBe(1.5);
    const prompt = await user.api.get(`/v1/prompts?id=${saved.prompt}`);
    expect(prompt.body.content).toBe('You book appointments. Offer Monday.');
  });

  it('has fields for languages and for the extraction of an analysis, and sends only changes', async () => {
    const { user, page, faults, open } = visit;
    await open(`/agents/${user.agent.id}`);
    await page.getByRole('button', { name: 'Add language' }).click();
    await page.getByRole('group', { name: 'Language 1' }).getByLabel('Language').selectOption('de');
    await page.getByRole('button', { name: 'Add value to extract' }).click();
    await page.getByLabel('Name of value 3').fill('mood');
    await page.getByLabel('Kind of value 3').selectOption('one of');
    await page.getByLabel('Choices of value 3').fill('good\nbad');
    // Another tab changes the agent meanwhile: its change must stay.
    await user.api.created(`/v1/agents/update?id=${user.agent.id}`, { llm_temperature: 0.5 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent is saved.').waitFor();

    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === user.agent.id);
    expect(saved.languages).toMatchObject([{ language: 'de' }]);
    expect(saved.analysis.extract.properties.mood).toEqual({ type: 'string', enum: ['good', 'bad'] });
    expect(saved.llm_temperature).toBe(0.5);
    expect(faults).toEqual([]);
  });

  it('hides a key that is typed, until it is asked for', async () => {
    const { page, faults, open } = visit;
    await open('/agents/new');
    await page.getByText('All settings').click();
    const account = page.getByLabel('LLM account connection', { exact: true });
    const isNew = account.locator('option', { hasText: 'a new one' });
    await account.selectOption({ label: (await isNew.first().textContent()) ?? '' });
    const key = page.getByLabel('LLM API key');
    await key.fill('sk-typed');

    expect(await key.getAttribute('type')).toBe('password');
    expect(await key.getAttribute('autocomplete')).toBe('new-password');
    await page.getByRole('button', { name: 'Show llm api key' }).click();
    expect(await key.getAttribute('type')).toBe('text');
    expect(await key.inputValue()).toBe('sk-typed');
    expect(faults).toEqual([]);
  });

  it('shows the differences between versions of an agent, and rolls back', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, {
      prompt: 'Be kind and brief.',
      settings: { name: 'With versions', voicemail_message: 'Call us back, please.' },
    });
    await user.api.created(`/v1/agents/update?id=${agent.id}`, {
      voicemail_message: 'Call us back today, please.',
    });
    await open(`/agents/${agent.id}`);
    const first = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '1', exact: true }) });
    await first.getByRole('button', { name: 'Compare' }).click();
    const difference = page.getByRole('region', { name: 'Difference of two versions' });
    await difference.locator('ins').getByText('today,').waitFor();
    expect(new URL(page.url()).search).toBe('?from=1&to=2');
    await page.reload();
    await difference.locator('ins').getByText('today,').waitFor();

    await first.getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await page.getByRole('cell', { name: /, from 1$/ }).waitFor();
    await expect.poll(() => page.getByLabel('Voicemail message').inputValue()).toBe('Call us back, please.');
    expect(faults).toEqual([]);
  });

  it('publishes a version that calls do not get yet', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, { settings: { name: 'With drafts', drafts: true } });
    await user.api.created(`/v1/agents/update?id=${agent.id}`, { voicemail_message: 'Call us back.' });
    await open(`/agents/${agent.id}`);
    const version = (number: string) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name: number, exact: true }) });
    await version('1').getByText('100%').waitFor();
    await version('2 latest').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Let calls get version 2' }).click();

    await page.getByText('Calls get version 2 from now on.').waitFor();
    await version('2 latest').getByText('100%').waitFor();
    expect(await version('2 latest').getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await version('1').getByRole('button', { name: 'Publish' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('creates an agent from the form alone', async () => {
    const { page, open } = visit;
    await open('/agents/new');
    await page.getByLabel('Name', { exact: true }).fill('Made by hand');
    await page.getByLabel('Prompt').fill('Be kind.');
    await page
      .getByRole('combobox', { name: 'Voice (needed)' })
      .selectOption({ label: 'a new one: voice vendor a …' });
    await page.getByLabel('Voice name').fill('Joanna-Neural');
    await page.getByRole('button', { name: 'Create the agent' }).click();

    await page.getByRole('heading', { name: 'Made by hand' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/agents\/[0-9a-f-]{36}$/);
  });

  it('talks to an agent by text, goes on from an earlier line, and saves a script', async () => {
    const { user, page, faults, open } = visit;
    await open(`/playground?agent=${user.agent.id}`);
    await page.getByRole('button', { name: 'Begin a rehearsal' }).click();
    const chat = page.getByRole('log');
    await chat.getByText('Good morning, the dental practice.').waitFor();
    const field = page.getByLabel('What the caller says');
    const answers = chat.locator('.turn.agent').filter({ has: page.getByRole('img', { name: /^Time: / }) });
    await field.fill('I need an appointment.');
    await field.press('Enter');
    await expect.poll(() => answers.count(), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => field.inputValue()).toBe('');
    const first = new URL(page.url()).searchParams.get('rehearsal');

    const edit = chat.getByRole('button', { name: 'Edit turn 2 and go on from there' });
    await edit.click();
    await page.getByRole('button', { name: 'Leave the line as it was' }).click();
    await field.waitFor();
    expect(await edit.evaluate(isFocused)).toBe(true);
    await edit.click();
    const edited = page.getByLabel('In place of turn 2, the caller says');
    expect(await edited.inputValue()).toBe('I need an appointment.');
    await edited.fill('# is the sign on my letter');
    await edited.press('Enter');
    await chat.getByText('# is the sign on my letter').waitFor();

    await expect.poll(() => field.evaluate(isFocused)).toBe(true);
    expect(await chat.getByText('I need an appointment.').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('rehearsal')).not.toBe(first);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as script' }).click();
    const text = readFileSync((await (await saved).path()) ?? '', 'utf8');
    expect(parseScript(text)).toEqual([{ say: '# is the sign on my letter' }]);
    await page.goBack();
    await chat.getByText('I need an appointment.').waitFor();
    expect(faults).toEqual([]);
  });

  it('has what a prompt collects and needs in the form, and a field for each value in the playground', async () => {
    const { page, user, faults, open } = visit;
    const { agent } = await makeAgent(user.api, {
      prompt: 'You serve ${name} of ${city}. SPEC-VALUES',
      settings: { name: 'With values', initial_message: 'Good day, ${name}!' },
    });
    await open(`/agents/${agent.id}`);
    await page.getByRole('button', { name: 'Add collect field' }).click();
    const collected = page.getByRole('group', { name: 'Collect field 1' });
    await collected.getByLabel('Field type').selectOption('field_type_email');
    await collected.getByLabel('Name').fill('mail');
    const context = page.getByRole('group', { name: 'Needed context' });
    await context.getByLabel('Set').check();
    await context.getByRole('button', { name: 'Add required context key' }).click();
    await context.getByLabel('Required context key 1').fill('name');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await collected.getByRole('alert').first().waitFor();
    await collected.getByLabel('Label').fill('E-mail address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The agent is saved.').waitFor();

    await page.goto(`${visit.url}/playground?agent=${agent.id}`);
    await page.getByLabel('Value of name (needed)').fill('Ada');
    await page.getByLabel('Value of city').fill('Ulm');
    await page.getByRole('button', { name: 'Begin a rehearsal' }).click();

    await page.getByRole('log').getByText('Good day, Ada!').waitFor();
    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === agent.id);
    const prompt = await user.api.get(`/v1/prompts?id=${saved.prompt}`);
    expect(prompt.body).toMatchObject({
      collect_fields: [{ field_type: 'field_type_email', name: 'mail', label: 'E-mail address' }],
      prompt_template: { required_context_keys: ['name'] },
    });
    expect(faults).toEqual([]);
  });
});
