// What the law decides about new calls, and its evidence. The operator enforces it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAgent } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const FROM = '+15550002222';
const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
await addHeldNumber(functions, FROM);
const disclosing = (await makeAgent(api, { settings: { disclosure: 'I am a machine.' } })).agent.id;
const silent = (await makeAgent(api)).agent.id;

beforeEach(() => vi.stubEnv('LAW_MODE', 'enforce'));
afterEach(() => vi.stubEnv('LAW_MODE', 'warn'));

let count = 0;
const numberInMiami = () => `+1305555${String(1000 + count++)}`;

/** A time of the next day but one, which is 9:00 or 10:00 in Miami at 14:00 UTC. */
const inTwoDays = (time: string) =>
  `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`;

const call = (overrides: object) => ({
  ...{ from_number: FROM, agent: disclosing, to_number: numberInMiami(), purpose: 'marketing' },
  ...overrides,
});
const create = (overrides: object) => functions.run('calls/create', { body: call(overrides) });

async function consenting(): Promise<string> {
  const phone_number = numberInMiami();
  const terms = { written: true, artificial_voice: true, words: 'Yes.', source: 'Form' };
  await functions.created('consents', { consents: [{ phone_number, purpose: 'marketing', ...terms }] });
  return phone_number;
}

describe('a new call', () => {
  it('is refused by name of the rule, with the time from which it is allowed', async () => {
    const to_number = await consenting();

    const answers = [
      await create({}),
      await create({ to_number, agent: silent }),
      await create({ to_number, scheduled_at: inTwoDays('09:00') }),
      await create({ to_number: '+15551230000' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.detail[0].type])).toEqual([
      [409, 'law_consent'],
      [409, 'law_disclosure'],
      [409, 'law_hours'],
      [409, 'law_place'],
    ]);
    expect(answers[2]?.body.detail[0].msg).toMatch(/ from \d{4}-\d\d-\d\dT1[23]:00:00.000Z on/);
  });

  it('has the decision that permitted it', async () => {
    const to_number = await consenting();
    const scheduled_at = inTwoDays('16:00');

    const { status, body } = await create({ to_number, scheduled_at, subject: 'offer' });

    expect([status, body.purpose, body.subject]).toEqual([200, 'marketing', 'offer']);
    expect(body.dial_decision).toMatchObject({ allowed: true, mode: 'enforce', for_time: scheduled_at });
  });

  it('of a batch is refused for itself, by the place of each recipient', async () => {
    const [one, other] = [await consenting(), await consenting()];
    const contact_location = { country: 'US', region: 'OH' };
    const { to_number: _, ...common } = call({ scheduled_at: inTwoDays('16:00') });
    const recipients = [{ to_number: one }, { to_number: other, contact_location }];

    const { body } = await functions.run('calls/batch', { body: { ...common, recipients } });

    expect(body.results).toMatchObject([{ to_number: one }, { error: { type: 'law_place' } }]);
    expect(body.results[0]).toHaveProperty('id');
  });

  it('is stored with the decision where the operator only warns', async () => {
    vi.stubEnv('LAW_MODE', 'warn');

    const { status, body } = await create({});

    expect([status, body.dial_decision.allowed, body.dial_decision.rule]).toEqual([200, false, 'consent']);
  });

  it('for information has its usual freedom where no rule binds', async () => {
    vi.stubEnv('LAW_INFORMATIONAL_CONSENT', 'assumed');

    const { status, body } = await create({ purpose: null });

    expect([status, body.purpose]).toEqual([200, 'informational']);
    vi.stubEnv('LAW_INFORMATIONAL_CONSENT', 'recorded');
  });
});

it('GET /v1/calls/evidence shows what decided about a call, and what proves it', async () => {
  const to_number = await consenting();
  const created = await create({ to_number, scheduled_at: inTwoDays('16:00') });
  await functions.run('do-not-call/add', { body: { phone_numbers: [to_number], reason: 'By e-mail.' } });

  const query = { id: created.body.id };
  const { body } = await functions.run('calls/evidence', { query });
  const { status } = await functions.ofAnotherUser().run('calls/evidence', { query });

  expect(status).toBe(404);
  expect(body).toMatchObject({
    call: { id: query.id, to_number, purpose: 'marketing' },
    decision: { allowed: true },
    consents: [{ words: 'Yes.', source: 'Form' }],
    do_not_call: [{ reason: 'By e-mail.' }],
    ...{ disclosures: [], stopped_at: null, recording: null },
  });
  expect(body.decision.consent_ids).toEqual([body.consents[0].id]);
  const [federal, florida] = body.rules;
  expect([federal.code, florida.code, florida.is_of_decision]).toEqual(['US', 'US-FL', true]);
  expect(federal.sources.join()).toContain('64.1200');
  expect(body.call).not.toHaveProperty('settings');
});
