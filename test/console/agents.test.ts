import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, isFocused } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { makeAgent } from '../support/scene.ts';

describe.skipIf(!chromiumPath)('agents and their playground in Chromium', () => {
  const visit = visitConsole();

  const prompt = () => visit.page.getByRole('textbox', { name: 'Prompt' });
  /** The prompt, once its editor has taken the place of the plain field. */
  const editor = async () => {
    await visit.page.locator('.cm-content').waitFor();
    return prompt();
  };
  const save = () => visit.page.getByRole('button', { name: 'Save', exact: true });

  it('saves an agent, and warns before changes are lost', async () => {
    const { user, page, faults, open } = visit;
    await open(`/agents/${user.agent.id}?tab=behaviour`);
    await page.getByRole('spinbutton', { name: 'Conversation speed' }).fill('1.5');
    await page.getByRole('link', { name: 'Prompt', exact: true }).click();
    await prompt().fill('You book appointments. Offer Monday.');
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await save().click();
    await page.getByText('The agent is saved.').waitFor();
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('heading', { name: 'Numbers' }).waitFor();

    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === user.agent.id);
    expect(saved.conversation_speed).toBe(1.5);
    const { body: written } = await user.api.get(`/v1/prompts?id=${saved.prompt}`);
    expect(written.content).toBe('You book appointments. Offer Monday.');
    expect(faults).toEqual([]);
  });

  it('brings the first wrong field of a failed save into view and focus, on another tab and folded', async () => {
    const { user, page, faults, open } = visit;
    await open(`/agents/${user.agent.id}?tab=behaviour`);
    await page.getByText('Turn-taking in detail').click();
    const silence = page.getByLabel('Longest silence');
    await silence.fill('9');
    await page.getByText('Turn-taking in detail').click();
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.getByRole('switch', { name: 'Summary' }).press('Space');
    await save().click();

    await expect.poll(() => silence.evaluate(isFocused)).toBe(true);
    expect(await silence.getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).searchParams.get('tab')).toBe('behaviour');
    await page.getByRole('link', { name: /Call behaviour.*Something is wrong/ }).waitFor();

    await silence.fill('2');
    await page.getByRole('link', { name: 'Prompt', exact: true }).click();
    await (await editor()).press('Control+a');
    await prompt().press('Delete');
    await page.getByText('about 0 tokens').waitFor();
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await page.getByRole('heading', { name: 'Versions' }).waitFor();
    await save().click();
    await expect.poll(() => prompt().evaluate(isFocused)).toBe(true);
    expect(await prompt().getAttribute('aria-invalid')).toBe('true');
    expect(faults).toEqual([]);
  });

  it('edits a prompt with the keyboard alone', async () => {
    const { user, page, faults, open } = visit;
    const loading = Promise.withResolvers<void>();
    await page.route('**/assets/prompt-editor-*.js', (route) => loading.promise.then(() => route.continue()));
    await open(`/agents/${user.agent.id}`);
    await prompt().press('Control+a');
    loading.resolve();
    await editor();
    await page.keyboard.type('Greet ${name}.');
    await page.locator('.value-chip', { hasText: '${name}' }).waitFor();
    await page.getByText(/^about \d+ tokens$/).waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await prompt().evaluate(isFocused)).toBe(false);
    expect(await prompt().textContent()).toContain('Greet ${name}.');

    // At the end of a long prompt, too, one sees what completes a value, and what is searched for.
    await prompt().press('Control+End');
    await page.keyboard.insertText(`${'\nBe brief.'.repeat(60)} `);
    await page.keyboard.type('${to');
    const top = async (place: Locator) => (await place.boundingBox())?.y;
    await expect.poll(() => top(page.getByRole('option', { name: 'today' }))).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    // The name of a value leads to where it stands.
    await page.getByRole('button', { name: '${name} 1 ×' }).press('Enter');
    await page.keyboard.type('${');
    await page.getByText('Greet ${.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await expect.poll(() => top(page.getByRole('textbox', { name: 'Find' }))).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('talks with the changes that are not saved, and offers to restart when there are others', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, {
      prompt: 'Be kind.',
      initialMessage: 'Hello.',
      settings: { name: 'With a chat' },
    });
    await open(`/agents/${agent.id}`);
    const greeting = page.getByRole('textbox', { name: 'Initial message' });
    await greeting.fill('Good day, ${name}. This is not saved.');
    const chat = page.getByRole('complementary', { name: 'Test chat' });
    await chat.getByLabel('Value of name').fill('Ada');
    await chat.getByRole('button', { name: 'Start talking' }).click();
    await chat.getByText('Good day, Ada. This is not saved.').waitFor();
    await expect.poll(() => chat.getByLabel('What the contact says').evaluate(isFocused)).toBe(true);
    await chat.getByText('Uses your unsaved changes').waitFor();
    await page.getByRole('link', { name: 'Voice', exact: true }).click();
    await chat.getByLabel('What the contact says').fill('Hello?');
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await chat.getByRole('article', { name: 'Agent' }).nth(1).waitFor();

    await page.getByRole('link', { name: 'Prompt', exact: true }).click();
    await greeting.fill('Good night, ${name}.');
    await chat.getByRole('button', { name: 'Restart with your changes' }).click();
    await chat.getByText('Good night, Ada.').waitFor();
    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === agent.id);
    expect(saved.initial_message).toBe('Hello.');

    await (await editor()).fill('Be brief.');
    await chat.getByRole('button', { name: 'Restart with your changes' }).click();
    await chat.getByText('Uses your unsaved changes').waitFor();
    await page.getByText('Details to collect').click();
    await save().click();
    await page.getByText('All changes saved').waitFor();
    expect(await page.getByRole('button', { name: 'Add detail' }).isVisible()).toBe(true);
    expect(await chat.getByText(/has changed since|unsaved changes/).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('has fields for languages and for the extraction of an analysis, and sends only changes', async () => {
    const { user, page, faults, open } = visit;
    await open(`/agents/${user.agent.id}?tab=voice`);
    await page.getByText('Further languages').click();
    await page.getByRole('button', { name: 'Add language' }).click();
    await page.getByRole('group', { name: 'Language 1' }).getByLabel('Language').selectOption('de');
    await page.getByRole('link', { name: 'Call behaviour', exact: true }).click();
    await page.getByText('Background noise, and names').click();
    await page.getByLabel('Expected words').fill('Larkspur: 2.5\nMaple');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.getByRole('button', { name: 'Add a value' }).click();
    await page.getByLabel('Name of value 3').fill('mood');
    await page.getByLabel('Kind of value 3').selectOption('one of');
    await page.getByLabel('Choices of value 3').fill('good,bad');
    // Another tab changes the agent meanwhile: its change must stay.
    await user.api.created(`/v1/agents/update?id=${user.agent.id}`, { llm_temperature: 0.5 });
    await save().click();
    const dialog = page.getByRole('dialog', { name: 'The agent was changed meanwhile' });
    await dialog.getByRole('region', { name: 'Changed elsewhere' }).getByText('Temperature').waitFor();
    await dialog.getByRole('region', { name: 'Your changes' }).getByText('Languages').first().waitFor();
    await dialog.getByRole('button', { name: 'Save my changes' }).click();
    await page.getByText('The agent is saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });

    const { body } = await user.api.get('/v1/agents/list?size=100');
    const saved = body.items.find(({ id }: { id: string }) => id === user.agent.id);
    expect(saved.languages).toMatchObject([{ language: 'de' }]);
    expect(saved.analysis.extract.properties.mood).toEqual({ type: 'string', enum: ['good', 'bad'] });
    expect(saved.speech_keywords).toEqual({ Larkspur: 2.5, Maple: 1 });
    expect(saved.llm_temperature).toBe(0.5);
    expect(faults).toEqual([]);
  });

  it('writes steps as YAML with faults at their lines, draws them, and talks in them', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, { settings: { name: 'With steps' } });
    await open(`/agents/${agent.id}?tab=steps`);
    await page.getByText('YAML', { exact: true }).click();
    await page.getByRole('button', { name: 'Start with an example' }).click();
    await page.getByRole('img', { name: '4 nodes, 5 exits' }).waitFor();
    const steps = page.getByRole('textbox', { name: 'Steps as YAML' });
    await page.locator('.cm-content').waitFor();
    const written = { entry: 'ask', steps: { ask: { goal: 'Help.', next: [{ to: 'nowhere' }] } } };
    await steps.fill(JSON.stringify(written, null, 1));
    await page.getByRole('link', { name: 'Prompt', exact: true }).click();
    await save().click();
    await page.getByRole('alert').getByText('Line 8: There is no step or handoff nowhere.').waitFor();
    await page.locator('.json-editor .remark').first().waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('steps');
    await steps.fill('entry: [');
    await page.getByRole('alert').getByText('Line 1').waitFor();
    await steps.fill(
      'entry: ask\nsteps:\n  ask: { say: Hi., next: [{ to: help }] }\n  help: { goal: Help. }\n  lost: { goal: Help. }\n',
    );
    await save().click();
    // The saved steps are written anew, a field on each line.
    await page.getByRole('status').getByText('Line 9: No exit leads here.').waitFor();

    const chat = page.getByRole('complementary', { name: 'Test chat' });
    await chat.getByRole('button', { name: 'Start talking' }).click();
    await chat.getByText('Present step: help').waitFor();
    const { body } = await user.api.get(`/v1/agents?id=${agent.id}&view=full`);
    expect(body.steps.steps.ask).toMatchObject({ say: 'Hi.', next: [{ to: 'help' }] });
    expect(faults).toEqual([]);
  });

  it('edits steps as forms, which the YAML and the picture show, with faults at their fields', async () => {
    const { user, page, faults, open } = visit;
    const { agent } = await makeAgent(user.api, { settings: { name: 'With forms' } });
    await open(`/agents/${agent.id}?tab=steps`);
    await page.getByRole('button', { name: 'Start with an example' }).click();
    const name = page.getByLabel('Name of the step');
    await page.getByRole('button', { name: /^ask / }).click();
    await name.fill('greet');
    await page.getByRole('alert').getByText('This name is already in use.').waitFor();
    await name.fill('question');
    await page.getByRole('button', { name: 'Move exit 2 up' }).click();

    await page.getByRole('button', { name: 'Add step' }).click();
    await name.fill('callback');
    await page.getByRole('textbox', { name: 'Goal' }).fill('Ask for the number to call back.');
    await page.getByRole('button', { name: 'Add value' }).click();
    await page.getByLabel('Name of value 1').fill('phone');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Phone number');
    await page.getByText('Read back').click();
    await page.getByRole('button', { name: 'Add exit' }).click();
    await page.getByRole('combobox', { name: 'To' }).selectOption('help');
    await page.getByRole('button', { name: 'Add exit' }).click();
    await page.getByLabel('When (required)').fill('phone ==');
    const first = page.getByRole('group', { name: 'exit 1' });
    await first.getByRole('combobox', { name: 'To' }).selectOption('hours');
    await page.getByRole('switch', { name: 'Secure' }).press('Space');
    await page
      .getByRole('img', { name: '5 nodes, 7 exits' })
      .getByText('collects phone · secure', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: /^callback / }).click();
    await save().click();
    // The form of the step with the fault opens.
    await first.getByRole('alert').waitFor();
    await expect.poll(() => page.getByLabel('When (required)').evaluate(isFocused)).toBe(true);
    await first.getByText('Else', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove exit 2' }).click();
    await page.getByRole('button', { name: /^hours / }).click();
    await page.getByRole('button', { name: 'Delete step' }).click();
    await page.getByRole('button', { name: 'Delete the step' }).click();
    await page.getByRole('button', { name: /^question / }).click();
    await page.getByRole('button', { name: 'Remove exit 1' }).click();
    await page.getByRole('button', { name: /^callback / }).click();
    await page.getByRole('combobox', { name: 'To' }).selectOption('help');
    await save().click();
    await page.getByRole('status').getByText('No exit leads here.').waitFor();

    const { body } = await user.api.get(`/v1/agents?id=${agent.id}&view=full`);
    expect(Object.keys(body.steps.steps)).toEqual(['greet', 'question', 'help', 'callback']);
    expect(body.steps.steps).toMatchObject({
      greet: { next: [{ to: 'question' }] },
      question: { next: [{ when: 'attempts > 2', to: 'help' }, { to: 'help' }] },
      callback: {
        goal: 'Ask for the number to call back.',
        secure: true,
        collect: { phone: { type: 'phone_number', confirm: 'read_back' } },
        next: [{ to: 'help' }],
      },
    });
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
    await open(`/agents/${agent.id}?tab=versions`);
    await page.getByText('Voicemail message: Call us back, please. → Call us back today, please.').waitFor();
    await page.getByRole('button', { name: 'Compare version 2' }).click();
    const ofVersion = (number: number) =>
      page.getByRole('region', { name: `Version ${number}`, exact: true });
    await ofVersion(2).locator('ins').getByText('today,').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=versions&from=1&to=2');
    await page.reload();
    await ofVersion(2).locator('ins').getByText('today,').waitFor();

    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await ofVersion(1).getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await page.getByRole('cell', { name: /^Rolled back to version 1/ }).waitFor();
    await page.getByRole('link', { name: 'Call behaviour', exact: true }).click();
    await page.getByText('Voicemail, call screening and phone menus').click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Voicemail message' }).inputValue())
      .toBe('Call us back, please.');
    expect(faults).toEqual([]);
  });

  it('creates an agent from the form alone', async () => {
    const { page, open } = visit;
    await open('/agents/new');
    await page.getByRole('link', { name: 'Start without a template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Made by hand');
    await page.goBack();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await prompt().fill('Be kind.');
    await page.getByRole('link', { name: 'Voice', exact: true }).click();
    const voice = page.getByRole('button', { name: /^Matthew/ });
    await voice.click();
    await expect.poll(() => voice.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Create the agent' }).click();

    await page.getByRole('heading', { name: 'Made by hand' }).waitFor();
    expect(page.url()).toMatch(/\/agents\/[0-9a-f-]{36}\?tab=voice$/);
  });

  it('creates an agent from a template, and finds it in the list', async () => {
    const { page, faults, open } = visit;
    // The list of tests is asked for while they are being created. What is read of it then is out of date.
    const asked = Promise.withResolvers<void>();
    await page.route('**/v1/tests/list*', () => asked.resolve(), { times: 1 });
    await page.route('**/v1/tests/create', (route) => asked.promise.then(() => route.continue()));
    await open('/agents');
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByRole('button', { name: 'Receptionist' }).click();
    await page.getByLabel('Name', { exact: true }).fill('From a template');
    await page.getByRole('button', { name: 'Create the agent' }).click();
    await page.getByRole('heading', { name: 'From a template' }).waitFor();
    await page.getByLabel('Parts of the agent').getByRole('link', { name: 'Tests' }).click();
    const tests = page.getByRole('table', { name: 'Tests by version' }).getByRole('row');
    await tests.filter({ hasText: 'connects a caller who asks for a person' }).waitFor();
    await expect.poll(() => tests.count()).toBe(1 + 3);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByLabel('Search agents').fill('from a TEMPLATE');
    const rows = page.getByRole('table', { name: 'Agents' }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('find')).toBe('from a TEMPLATE');
    await rows.click();
    await page.getByRole('heading', { name: 'From a template' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has what a prompt collects and needs in the form, and a field for each value in the playground', async () => {
    const { page, user, faults, open } = visit;
    const { agent } = await makeAgent(user.api, {
      prompt: 'You serve ${name} of ${city}. SPEC-VALUES',
      settings: { name: 'With values', initial_message: 'Good day, ${name}!' },
    });
    await open(`/agents/${agent.id}`);
    await page.getByText('Details to collect').click();
    await page.getByRole('button', { name: 'Add detail' }).click();
    const collected = page.getByRole('group', { name: 'Detail 1' });
    await collected.getByLabel('Kind').selectOption('Email address');
    await collected.getByLabel('Name in the results').fill('mail');
    await page.getByRole('heading', { name: 'Values for the prompt' }).click();
    await page.getByLabel('Names').fill('name');
    await page.getByText('${name} stays empty').waitFor({ state: 'detached' });
    await page.getByText('${city} stays empty').waitFor();
    await save().click();
    const called = collected.getByLabel('What the agent calls it');
    await expect.poll(() => called.evaluate(isFocused)).toBe(true);
    await called.fill('E-mail address');
    await save().click();
    await page.getByText('The agent is saved.').waitFor();

    await page.goto(`${visit.url}/playground?agent=${agent.id}`);
    await page.getByLabel('Value of name (required)').fill('Ada');
    await page.getByLabel('Value of city').fill('Ulm');
    await page.getByRole('button', { name: 'Start a test conversation' }).click();

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
