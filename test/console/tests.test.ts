import { describe, expect, it } from 'vitest';
import { chromiumPath, isFocused } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { rehearse, wholeCall } from '../support/console/world.ts';
import { makeAgent } from '../support/scene.ts';

/** A test in which the agent looks up a dentist and says these words. */
const asks = (words: string) => ({
  tools: { mocks: [{ tool: 'find_dentist', returns: { dentist: 'Gray' } }] },
  turns: [
    { contact: 'Which dentist is free? <b>Monday</b>', expect: [{ tool: 'find_dentist' }] },
    { contact: 'Thank you.', expect: [{ never_says: words }] },
  ],
});

describe.skipIf(!chromiumPath)('tests of agents in Chromium', () => {
  const visit = visitConsole();
  it('writes a test as a conversation, shows what is wrong, runs it, and leads from the failed turn to its text', async () => {
    const { page, user, faults, open } = visit;
    await open(`/agents/${user.agent.id}?tab=tests`);
    await page.getByText('No tests yet').waitFor();
    await page.getByRole('link', { name: 'New test' }).click();
    const create = page.getByRole('button', { name: 'Create the test' });
    await page.getByLabel('Name', { exact: true }).fill('asks who is free');
    await page.getByLabel('What the contact says in turn 1').fill('Which dentist is free? <b>Monday</b>');
    await page.getByLabel('must say, of turn 1', { exact: true }).fill('Gray');
    await page.getByRole('button', { name: 'Turn', exact: true }).click();
    await page.getByRole('button', { name: 'Expect something of turn 2' }).click();
    await page.getByRole('menuitem', { name: 'must not say' }).click();
    const notSay = page.getByLabel('must not say, of turn 2', { exact: true });
    await expect.poll(() => notSay.evaluate(isFocused)).toBe(true);
    await page.keyboard.type('e');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByLabel('Action', { exact: true }).fill('find_dentist');
    await page.getByLabel('Answer', { exact: true }).fill('dentist = Gray');
    await create.click();
    // The contact says nothing in turn 2.
    await page.getByText(/^contact: /).waitFor();
    await page.getByText('YAML', { exact: true }).click();
    await page.locator('.json-editor .remark').first().waitFor();
    const editor = page.getByLabel('Test as YAML');
    const text = await editor.evaluate((one) => Reflect.get(one, 'innerText') as string);
    expect(text).toContain('dentist: Gray');
    await page.getByText('Conversation', { exact: true }).first().click();
    await page.getByLabel('What the contact says in turn 2').fill('Thank you.');
    await create.click();
    await page.getByRole('heading', { name: 'asks who is free', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).getByText('failed').waitFor();
    await page.getByRole('link', { name: /^Turn 2: expected the agent not to say/ }).click();
    await page.getByRole('article', { name: 'Contact' }).getByText('free? <b>Monday</b>').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('turn-2');
    const verdicts = page.getByRole('list', { name: 'Expectations of turn 2' });
    await verdicts.getByText('failed').waitFor();
    await page.getByText('find_dentist(').waitFor();
    await page.getByText(/expected the agent to say “Gray”\. It said “/).waitFor();
    await page.getByRole('button', { name: 'Open in chat here' }).click();
    await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
    await page.getByRole('article', { name: 'Contact' }).getByText('free? <b>Monday</b>').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('turn-1');

    // What is not saved stays while it runs.
    await notSay.fill('a guarantee');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result of the test as it is here' });
    await result.getByText(/expected the agent to say “Gray”/).waitFor();
    expect(await notSay.inputValue()).toBe('a guarantee');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('runs tests with several versions, and shows two of them turn by turn', async () => {
    const { page, user, faults, open } = visit;
    for (const [name, labels] of [
      ['looks up', ['smoke']],
      ['is polite', []],
    ])
      await user.api.created('/v1/tests/create', {
        name,
        labels,
        agent: user.agent.id,
        ...asks('guarantee'),
      });
    await user.api.created(`/v1/agents/update?id=${user.agent.id}`, { initial_message: 'Good evening.' });
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/tests/runs/list*', (route) => held.promise.then(() => route.continue()));
    await open('/tests');
    await page.getByLabel('Label').selectOption('smoke');
    const row = page.getByRole('row').filter({ hasText: 'looks up' });
    await row.getByText('loading …').first().waitFor();
    held.resolve();
    await row.getByText('not run').first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'is polite' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByRole('menuitem', { name: 'With all displayed versions' }).click();
    await expect.poll(() => row.getByRole('link', { name: /: passed$/ }).count()).toBeGreaterThan(1);

    const [latest, first] = await page
      .getByLabel('Compare', { exact: true })
      .locator('option')
      .evaluateAll((all) => [all[1], all.at(-1)].map((one) => Reflect.get(Object(one), 'value') as string));
    await page.getByLabel('Compare', { exact: true }).selectOption(first ?? '');
    await page.getByLabel('with', { exact: true }).selectOption(latest ?? '');
    await row.getByRole('link', { name: 'Difference of looks up' }).click();
    await page.getByText('1 of 3 turns differ.').waitFor();
    const begin = page.getByRole('listitem').filter({ hasText: 'Start' });
    await begin.getByText('differs').waitFor();
    await begin.getByText('Good evening.').waitFor();
    await page.getByRole('link', { name: `Version ${latest}` }).click();
    await page.getByRole('heading', { name: 'looks up', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  it('makes a test of a call, and replays it with another version', async () => {
    const { connection, page, user, faults, open } = visit;
    const call = await wholeCall(connection, user, ['Which dentist is free?', 'Goodbye.']);
    await open(`/calls/${call.id}`);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Save as test');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Which dentist is free?');
    await page
      .getByRole('checkbox', { name: /^must say / })
      .first()
      .click();
    await page.getByRole('checkbox', { name: 'must call find_dentist' }).click();
    await page.getByLabel('Name', { exact: true }).fill('as in the call');
    await page.getByRole('button', { name: 'Create the test' }).click();
    await page.getByRole('heading', { name: 'as in the call', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).getByText('passed').waitFor();

    await page.goto(`${visit.url}/calls/${call.id}`);
    await choose('Replay with another version');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay 1 call' }).click();
    const row = page.getByRole('row').filter({ hasText: /^Call to \+1 \(\d+/ });
    await row.getByText('✓ same').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('region', { name: 'Turn by turn' }).getByText('find_dentist').first().waitFor();

    await page.goto(`${visit.url}/calls?agent=${user.agent.id}`);
    await page.locator(`a[href="/calls/${call.id}"]`).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay these…' }).click();
    // How many calls it has, and what it costs, stands there before it starts.
    await page
      .getByRole('dialog')
      .getByText(/^\d+ calls? · about/)
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Replay \d+ call/ })
      .click();
    await page.getByRole('heading', { level: 1 }).getByText('Replay of').waitFor();
    expect(faults).toEqual([]);
  });

  it('deletes a test after it asked', async () => {
    const { page, user, faults, open } = visit;
    const { id } = await user.api.created('/v1/tests/create', { name: 'in vain', ...asks('x') });
    await open(`/tests/${id}`);
    await page.getByRole('button', { name: 'Delete the test' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the test' }).click();
    await page.getByRole('heading', { name: 'Tests', level: 1 }).waitFor();

    expect((await user.api.get(`/v1/tests?id=${id}`)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  it('makes a test of a rehearsal with the keyboard alone', async () => {
    const { page, user, faults, open } = visit;
    const { id } = await rehearse(user, ['Which dentist is free?']);
    await open(`/playground?agent=${user.agent.id}&rehearsal=${id}`);
    await page.getByRole('button', { name: 'More about the conversation' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Save as test' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('from the playground');
    await page.getByRole('checkbox', { name: 'must call find_dentist' }).click();
    await page.getByLabel('Name', { exact: true }).press('Enter');

    await page.getByRole('heading', { name: 'from the playground', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText('passed').waitFor();
    expect(faults).toEqual([]);
  });

  it('publishes a version once it passed its tests, and shows how calls would have gone', async () => {
    const { connection, page, user, faults, open } = visit;
    const { agent } = await makeAgent(user.api, { settings: { name: 'Night desk' } });
    await user.api.created('/v1/tests/create', {
      name: 'greets <i>you</i>',
      agent: agent.id,
      turns: [{ contact: 'Hello.', expect: [{ never_says: 'guarantee' }] }],
    });
    await wholeCall(connection, { ...user, agent }, ['Hello.', 'Goodbye.']);
    await open(`/agents/${agent.id}?tab=tests`);
    await page.getByRole('checkbox', { name: 'greets <i>you</i>' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Switch on “Require publishing”, or choose no test.').waitFor();
    await page.getByRole('switch', { name: 'Require publishing' }).press('Space');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved').waitFor();
    await user.api.created(`/v1/agents/update?id=${agent.id}&message=Says+good+night`, {
      initial_message: 'Good night.',
    });
    await page.goto(`${visit.url}/agents/${agent.id}?tab=versions`);
    const row = page.getByRole('row').filter({ hasText: 'Says good night' });
    await row.getByText('Initial message: None').waitFor();
    await row.getByRole('button', { name: 'Publish' }).click();
    const panel = page.getByRole('region', { name: 'Version 2', exact: true });
    await panel.locator('ins').getByText('Good night.').waitFor();
    await panel.getByText('it was not run with this version').waitFor();
    const publish = panel.getByRole('button', { name: 'Publish version 2' });
    expect(await publish.getAttribute('aria-disabled')).toBe('true');
    await panel.getByRole('button', { name: 'Run the missing one' }).click();
    await panel.getByText('✓ passed').waitFor();

    await panel.getByRole('button', { name: 'Replay the last 100 calls' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^1 call · about/).waitFor();
    await dialog.getByRole('button', { name: 'Replay 1 call' }).click();
    await panel.getByRole('link', { name: /^1 (same|other words)$/ }).waitFor();

    await panel.getByRole('slider', { name: 'Calls that get it' }).fill('25');
    await panel.getByLabel('Message').fill('Says good night at last');
    await publish.click();
    await page.getByText('Version 2 is live.').waitFor();
    await page.getByRole('row').filter({ hasText: 'at last' }).getByText('25%').waitFor();
    expect(faults).toEqual([]);
  });
});
