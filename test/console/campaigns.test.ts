import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/console/browser.ts';
import { visitConsole } from '../support/console/visit.ts';
import { newNumber, setCallee } from '../support/scene.ts';

describe.skipIf(!chromiumPath)('campaigns in Chromium', () => {
  const visit = visitConsole();

  it('makes a campaign in four steps, and shows how its calls end', async () => {
    const { page, connection, faults, open } = visit;
    const [reached, busy] = [newNumber(), newNumber()];
    await setCallee(connection, reached, { answer: 'answer', script: [{ say: 'Thank you, goodbye.' }] });
    await setCallee(connection, busy, { answer: 'busy' });
    await open('/campaigns');
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByLabel('Name (required)').fill('Checkups <b>2026</b>');
    await page.getByLabel('Agent (required)').selectOption({ label: 'Front desk' });
    await page.getByLabel('From (required)').selectOption({ index: 1 });
    await page.getByLabel('Purpose').selectOption('informational');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByText('Paste rows instead').click();
    await page.getByLabel('Rows').fill(`Phone,Name\n${reached},Ada\n${busy},Bob\n12,Cleo\n`);
    await page.getByRole('button', { name: 'Use these rows' }).click();
    await page.getByText('1 row skipped').waitFor();
    await page.getByLabel('Use of Name').selectOption({ label: 'value of Name' });
    await page.getByRole('button', { name: 'Add 2 recipients' }).click();
    await page.getByText('2 of 2 rows sent: 2 recipients added, 0 refused.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();

    // The API judges what is entered, and its reason stands at the field.
    await page.getByLabel('Calls per minute').fill('1000');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Calls per minute').fill('20');
    await page.getByLabel('In all').fill('1');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByText('up to 1, 2 in 24 hours').waitFor();
    await page.getByText('This agent has no disclosure').waitFor();
    await page.getByText('If you start now, 2 of the 2 recipients can be called, 0 can’t.').waitFor();
    expect(await page.getByText('after the start').count()).toBe(2);
    await page.getByRole('button', { name: 'Start calling' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start calling' }).click();
    await page.getByRole('heading', { name: 'Progress' }).waitFor();
    // The first calls are placed within a minute.
    await page.getByRole('cell', { name: /busy/ }).first().waitFor({ timeout: 120_000 });
    await page.getByText('2 of 2').waitFor({ timeout: 60_000 });

    const urls = ['https://example.com/1', 'https://example.com/2'];
    const large = { state: 'ready', calls: 2, updated_at: '2026-01-01T12:00:00Z', urls };
    await page.route('**/v1/campaigns/evidence?*', (route) => route.fulfill({ json: large }), { times: 1 });
    await page.getByRole('button', { name: 'Download evidence' }).click();
    await page.getByRole('link', { name: 'File 2' }).waitFor();
    const archiving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download evidence' }).click();
    await page.getByText('Preparing … 0 calls').waitFor();
    const archive = gunzipSync(readFileSync(await (await archiving).path())).toString();
    expect(archive.trim().split('\n')).toHaveLength(2);

    await page.getByRole('row').filter({ hasText: 'Ada' }).getByRole('link', { name: 'reached' }).click();
    await page.getByRole('heading', { name: /^Call to/ }).waitFor();
    const law = page.getByRole('region', { name: 'Law' });
    await law.getByText('informational').waitFor();
    const downloading = page.waitForEvent('download');
    await law.getByRole('button', { name: 'Download evidence' }).click();
    const evidence = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
    expect(evidence).toMatchObject({ call: { to_number: reached }, disclosures: [] });
    expect(faults).toEqual([expect.stringMatching(/^request: .+\/evidence-.+\.jsonl\.gz/)]);
  });

  it('records a consent, and shows it with the number', async () => {
    const { page, faults, open } = visit;
    const number = newNumber();
    await open('/settings?tab=consents');
    await page.getByLabel('Number (required)').fill('12');
    await page.getByLabel('Wording (required)').fill('<b>Call me</b>');
    await page.getByLabel('Source (required)').fill('Our form');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Number (required)').fill(number);
    await page.getByLabel('Purpose').selectOption('marketing');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('Recorded.').waitFor();
    await page.getByLabel('Number to check').fill(number);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row').filter({ hasText: 'marketing' }).waitFor();
    await page.getByText('<b>Call me</b>').waitFor();
    await page.getByLabel('File').setInputFiles({
      name: 'consents.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `phone_number,purpose,words,source\n${number},marketing,Yes,Fair\n12,marketing,Yes,Fair\n`,
      ),
    });
    await page.getByText('1 row refused').waitFor();
    await page.getByText('1 record added').waitFor();
    await page.getByText(': 2 records').waitFor();
    expect(faults).toEqual([]);
  });
});
