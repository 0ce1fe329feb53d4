import { describe, expect, it } from 'vitest';
import { loadConsents } from '../../../lambdas/consents/store/consents.ts';
import { newNumber } from '../../support/scene.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

const functions = await FunctionApi.ofFile();

const words = 'I agree to calls with an artificial voice.';
const given = (phone_number: string, overrides = {}) => ({
  ...{ phone_number, purpose: 'marketing', words, source: 'https://example.com/form' },
  ...overrides,
});
const listed = async (phone_number: string, user = functions) =>
  (await user.run('consents/list', { query: { phone_number } })).body;

describe('consents', () => {
  it('are recorded, withdrawn by another record, and shown to their user only', async () => {
    const number = newNumber();
    const terms = { at: '2026-01-02T03:04:05+01:00', written: true, artificial_voice: true };

    const { body } = await functions.run('consents/create', { body: { consents: [given(number, terms)] } });
    const withdrawal = { phone_number: number, type: 'withdrawn', words: 'No more.', source: 'E-mail' };
    const withdrawn = await functions.run('consents/create', { body: { consents: [withdrawal] } });

    const at = '2026-01-02T02:04:05.000Z';
    expect(body.results).toMatchObject([{ type: 'given', words, at, written: true, valid_until: null }]);
    expect(withdrawn.body.results).toMatchObject([{ type: 'withdrawn', purpose: null, words: 'No more.' }]);
    expect(await listed(number)).toEqual([...body.results, ...withdrawn.body.results]);
    expect(await listed(number, functions.ofAnotherUser())).toEqual([]);
  });

  it('are recorded once when a request is repeated, up to 1,000 at once', async () => {
    const user = functions.ofAnotherUser();
    const consents = Array.from({ length: 230 }, () => given(newNumber()));
    const headers = { 'idempotency-key': 'same' };

    await user.run('consents/create', { body: { consents }, headers });
    await user.run('consents/create', { body: { consents }, headers });

    const found = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const query = { size: '100', ...(cursor && { cursor }) };
      const page: Awaited<ReturnType<typeof user.run>> = await user.run('consents/list', { query });
      found.push(...page.body);
      cursor = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(String(page.headers?.link))?.[1];
    }
    expect(found.map((each) => each.phone_number)).toEqual(consents.map((each) => each.phone_number).sort());
    const tooMany = Array.from({ length: 1001 }, () => given('+15551230000', { words: 'x', source: 'y' }));
    expect(placesOf(await user.run('consents/create', { body: { consents: tooMany } }))).toEqual([
      'body.consents too_big',
    ]);
  });

  it('are imported row by row from a spreadsheet, and exported', async () => {
    const user = functions.ofAnotherUser();
    const csv = [
      '\uFEFFPhone_Number;Purpose;Words;Source;Written',
      '+13055550101;informational;"Yes; ""call"" me";=form;yes',
      '',
      '4.4E+11;informational;Yes;form;',
      '+13055550102;selling;Yes;form;no',
      '+13055550103;marketing;;form;no',
    ].join('\r\n');

    const { body } = await user.run('consents/import', { body: { csv } });
    const exported = await user.run('consents/list', { query: { format: 'csv' } });

    expect(body.results).toMatchObject([
      { line: 2, phone_number: '+13055550101' },
      { line: 4, error: { loc: ['csv', 'phone_number'], type: 'rounded_number' } },
      { line: 5, error: { loc: ['csv', 'purpose'] } },
      { line: 6, error: { loc: ['csv', 'words'] } },
    ]);
    const [header, row, ...others] = exported.body.csv.split('\r\n');
    expect(header).toMatch(/^phone_number,type,purpose,words,source,/);
    // A spreadsheet runs a cell that begins with an equals sign.
    expect(row).toContain(`+13055550101,given,informational,"Yes; ""call"" me",'=form,,`);
    expect(others).toEqual([]);
  });

  it('keep what separates other files within a cell', async () => {
    const user = functions.ofAnotherUser();
    const words = 'ok;form;Ann;2020-01-01T00:00:00Z;;true;true';
    const csv = `phone_number,purpose,words,source\n+13055550101,marketing,${words},\n`;

    const { body } = await user.run('consents/import', {
      body: { csv: `${csv}+13055550102,marketing,a,b,c` },
    });
    await user.run('consents/import', { body: { csv: csv.replace(',\n', ',form') } });
    const exported = await user.run('consents/list', { query: { format: 'csv' } });

    expect(body.results).toMatchObject([{ line: 3, error: { type: 'malformed_csv' } }]);
    expect(exported.body.csv).toContain(`marketing,"${words}",form,`);
    expect(exported.body.csv).toMatch(/,false,false,/);
  });

  it('of a file that is no table get one issue with its line', async () => {
    const { body } = await functions.run('consents/import', { body: { csv: 'phone_number\n"+1305555' } });

    expect(body.results).toMatchObject([{ error: { type: 'malformed_csv', loc: ['csv'] } }]);
  });
});

it('no consent counts for a number with more records than are read: an older withdrawal may be among them', async () => {
  const user = functions.ofAnotherUser();
  const number = newNumber();
  const consents = Array.from({ length: 1000 }, () => given(number, { words: 'Yes.' }));
  await user.run('consents/create', { body: { consents } });
  const read = () => loadConsents(functions.table, user.user, number);
  expect(await read()).toHaveLength(1000);

  await user.run('consents/create', { body: { consents: [given(number)] } });

  expect(await read()).toEqual([]);
});
