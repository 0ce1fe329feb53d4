import { describe, expect, it } from 'vitest';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const FROM = '+15550002222';
const functions = await FunctionApi.ofFile();
const own = new FunctionClient(functions);
await addHeldNumber(functions, FROM);
const common = { from_number: FROM, agent: (await makeAgent(own)).agent.id };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const batch = (body: object) => functions.run('calls/batch', { body: { ...common, ...body } });

it('a HIPAA-compliant call is refused to an agent whose turns the vendor detects', async () => {
  const settings = { turn_taking: { turn_detection: true } };
  const { agent } = await makeAgent(own, { settings });
  const body = { ...common, to_number: newNumber(), agent: agent.id };

  const refused = await functions.run('calls/create', { body: { ...body, hipaa_compliant: true } });
  const { status } = await functions.run('calls/create', { body });

  expect([refused.status, status]).toEqual([422, 200]);
  expect(refused.body.detail).toMatchObject([{ loc: ['body', 'hipaa_compliant'], type: 'unsupported_pair' }]);
});

describe('a batch of calls', () => {
  it('gives each recipient its context and time, and reports faulty ones at their places', async () => {
    const [to_number, scheduled_at] = [newNumber(), inHours(1)];
    const { body } = await batch({
      context: { practice: 'Ada & Co', name: 'you' },
      scheduled_at,
      allow_repeated: true,
      recipients: [
        { to_number, scheduled_at: null },
        { to_number: '12345' },
        { to_number, context: { name: 'Grace' } },
        { to_number, nickname: 'Ada' },
        'nobody',
        { to_number, context: { name: 7 } },
      ],
    });

    const faults = body.results.flatMap(({ error }: { error?: { loc: string[]; type: string } }) =>
      error ? [`${error.loc.slice(2).join('.')} ${error.type}`] : [],
    );
    const calls = await Promise.all([0, 2].map((at) => functions.got('calls', body.results[at].id)));
    expect(faults).toEqual([
      '1.to_number wrong_format',
      '3.nickname unknown_key',
      '4 wrong_type',
      '5.context.name wrong_type',
    ]);
    expect(calls.map(({ scheduled_at: at, context }) => [at, context])).toEqual([
      [undefined, { practice: 'Ada & Co', name: 'you' }],
      [scheduled_at, { practice: 'Ada & Co', name: 'Grace' }],
    ]);
  });

  it('omits recipients on the do-not-call list', async () => {
    const unwanted = newNumber();
    await functions.run('do-not-call/add', { body: { phone_numbers: [unwanted], reason: 'Asked.' } });

    const { body } = await batch({ recipients: [{ to_number: newNumber() }, { to_number: unwanted }] });

    expect(body.results).toMatchObject([
      { id: expect.any(String) },
      { to_number: unwanted, error: { loc: ['body', 'recipients', '1', 'to_number'], type: 'do_not_call' } },
    ]);
  });

  it.each<[object, string]>([
    [{ recipients: [] }, 'body.recipients too_small'],
    [{ agent: '0199a5d0-3c00-7a10-8b20-5f6e7d8c9b00' }, 'body.agent unknown_reference'],
    [{ scheduled_at: '2099-01-01T00:00:00Z' }, 'body.scheduled_at too_far_ahead'],
  ])('is refused as a whole for a fault in the common part: %j', async (changes, place) => {
    const answer = await batch({ recipients: [{ to_number: newNumber() }], ...changes });

    expect([answer.status, placesOf(answer)]).toEqual([422, [place]]);
  });

  it('calls nobody if it repeats a number, in whatever way it is written, unless it says so', async () => {
    const written = ['+44 20 7946 0001', '+15551230001', 'x', '+44 (0)20 7946-0001', '001 555 123 0001', 'x'];
    const recipients = written.map((to_number) => ({ to_number }));

    const refused = await batch({ recipients });
    const allowed = await batch({ recipients, allow_repeated: true });

    expect([refused.status, placesOf(refused)]).toEqual([
      422,
      ['body.recipients.3.to_number repeated_number', 'body.recipients.4.to_number repeated_number'],
    ]);
    expect(refused.body.detail[0].msg).toMatch(/^Recipient 0 has the same number, \+442079460001; /);
    const both = [{ to_number: '+442079460001' }, { to_number: '+15551230001' }, { to_number: 'x' }];
    expect(allowed.body.results).toMatchObject([...both, ...both]);
    expect(await functions.got('calls', allowed.body.results[0].id)).not.toHaveProperty('allow_repeated');
  });

  it('is refused if its contexts cannot be stored', async () => {
    const context = Object.fromEntries(
      Array.from({ length: 50 }, (_, key) => [`key_${key}`, 'x'.repeat(2_000)]),
    );
    const recipients = Array.from({ length: 500 }, () => ({ to_number: newNumber() }));

    expect(placesOf(await batch({ context, recipients }))).toEqual(['body.recipients batch_too_large']);
  });

  it('is refused when it is repeated without a key, in whatever order its keys are', async () => {
    const [to_number, scheduled_at] = [newNumber(), inHours(1)];
    const said = { scheduled_at, recipients: [{ to_number, context: { 2: 'b', 10: 'a' } }] };
    const reordered = { recipients: [{ context: { 10: 'a', 2: 'b' }, to_number }], scheduled_at };

    const first = await batch(said);
    const again = await batch(reordered);
    const other = await batch({ ...said, scheduled_at: inHours(2) });

    expect([first.status, again.status, other.status]).toEqual([200, 409, 200]);
    expect(placesOf(again)).toEqual(['body repeated_batch']);
  });
});

it('a call that is not over cannot be deleted before it was ended', async () => {
  const { id } = await functions.created('calls', { ...common, to_number: newNumber() });
  const remove = () => functions.run('calls/delete', { query: { id } });

  const early = await remove();
  await functions.run('calls/end', { query: { id } });

  expect(placesOf(early)).toEqual(['query.id call_not_over']);
  expect((await remove()).body).toEqual({ id, deleted: true });
});

const inline = { prompt: { content: 'Be kind.' }, llm_model_name_override: 'finest-model' };

it('a model name without an own account is refused for an agent, its update, and the inline agent of a call', async () => {
  const answers = [
    await functions.run('agents/create', {
      body: { ...inline, voice: { type: 'voice_builtin', voice_id: 'default' } },
    }),
    await functions.update('agents', common.agent, { llm_model_name_override: 'finest-model' }),
    await functions.run('calls/create', { body: { ...common, to_number: newNumber(), agent: inline } }),
  ];

  expect(answers.map(placesOf)).toEqual([
    ['body.llm_model_name_override missing_connection'],
    ['body.llm_model_name_override missing_connection'],
    ['body.agent.llm_model_name_override missing_connection'],
  ]);
});

it.each([
  ['prompt', { prompt: { content: '${a}'.repeat(12_000) } }],
  ['initial message', { initial_message: '${a}'.repeat(500) }],
])('a call is refused whose context multiplies the %s', async (name, settings) => {
  const { agent } = await makeAgent(own, { settings });
  const body = { ...common, agent: agent.id, to_number: newNumber(), context: { a: 'x'.repeat(2_000) } };

  const refused = await functions.run('calls/create', { body });

  expect(placesOf(refused)).toEqual(['body.context context_too_large']);
  expect(refused.body.detail[0].msg).toContain(name);
});
