import { describe, expect, it } from 'vitest';
import { vendorParameters } from '../../../lambdas/calls/model/telephony-params.ts';
import { EXTERNAL } from '../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const PHONE = '+15550001111';
const VOICE_C = { type: 'voice_vendor_c', voice_id: 'x', experimental_input_streaming: true };
const VOICE_D = {
  type: 'voice_vendor_d',
  voice_id: 'x',
  top_p: 0.5,
  text_guidance: 1.5,
  voice_guidance: 3,
  experimental_remove_silence: true,
};
const MUTED = {
  ...EXTERNAL,
  config: {
    ...EXTERNAL.config,
    input_schema: { properties: { top_p: { type: 'number' } } },
    processing_mode: 'muted',
  },
};

const api = await FunctionApi.ofFile();
await addHeldNumber(api, PHONE);

it('placeholders that nothing fills are a warning when an agent is saved, and when it calls', async () => {
  const prompt = { content: 'Help ${name}.', prompt_template: { required_context_keys: ['name'] } };
  const body = { prompt, voice: VOICE_C, initial_message: 'Hi ${name} of ${city}, it is ${today}.' };
  const created = await api.run('agents/create', { body });
  const agent = created.body.id;
  const updated = await api.run('agents/update', {
    query: { id: agent },
    body: { initial_message: 'Hi ${name}.' },
  });
  const inline = { from_number: PHONE, to_number: PHONE, agent: { ...body, prompt: 'Help ${who}.' } };
  const calling = await api.run('calls/create', { body: inline });

  const { to_number: _, ...common } = inline;
  const recipients = [
    { to_number: '+15550003331', context: { who: 'her', name: 'Anna' } },
    { to_number: '+15550003332', context: { who: 'him', city: 'Rome' } },
  ];
  const batch = await api.run('calls/batch', { body: { ...common, recipients } });

  const unfilled = (names: string) =>
    expect.objectContaining({ type: 'unfilled', msg: expect.stringContaining(`these out: ${names}. `) });
  expect(created.body.warnings).toContainEqual(unfilled('${city}'));
  expect(updated.body).not.toHaveProperty('warnings');
  expect(calling.body.warnings).toContainEqual(unfilled('${who}, ${name}, ${city}'));
  expect(batch.body.warnings).toContainEqual(unfilled('${name}, ${city}'));
});

/** The locations of the warnings of a success. */
function warned({ status, text, body }: Awaited<ReturnType<FunctionApi['run']>>): string[] {
  expect(status, text).toBe(200);
  for (const { msg, type } of body.warnings ?? [])
    expect([msg, type]).toEqual([expect.any(String), 'no_effect']);
  return (body.warnings ?? []).map(({ loc }: { loc: string[] }) => loc.join('.'));
}

it.each([
  ['voices', VOICE_C, ['body.experimental_input_streaming']],
  [
    'voices',
    VOICE_D,
    ['top_p', 'text_guidance', 'voice_guidance', 'experimental_remove_silence'].map((name) => `body.${name}`),
  ],
  ['actions', MUTED, ['body.config.processing_mode']],
])('a field of a published client that has no effect is stored and returned, with a warning: %s %#', async (group, body, places) => {
  const answer = await api.run(`${group}/create`, { body });

  const { warnings: _, ...record } = answer.body;
  expect(warned(answer)).toEqual(places);
  expect(record).toMatchObject(body);
  expect(await api.got(group, record.id)).toEqual(record);
});

const place = (telephony_params: unknown, further = {}) => {
  const call = { from_number: PHONE, to_number: '+15550002222', agent: { prompt: 'x' }, telephony_params };
  return api.run('calls/create', { body: { ...call, ...further } });
};

it('the goal of a call is taken from old clients, without effect', async () => {
  const answer = await place(null, { goal: 'Sell.' });

  expect(warned(answer)).toEqual(['body.goal']);
  expect(answer.body).not.toHaveProperty('goal');
});

describe('the parameters of the telephony vendor', () => {
  it('are a map of strings, in which unknown ones are stored with a warning', async () => {
    const params = { Timeout: '20', SendDigits: '1', MyTag: 'spring', timeout: '1' };

    const answer = await place(params);
    const got = await api.got('calls', answer.body.id);

    expect(warned(answer)).toEqual(['body.telephony_params.MyTag', 'body.telephony_params.timeout']);
    expect(got.telephony_params).toEqual(params);
    expect(got).not.toHaveProperty('warnings');
    expect(vendorParameters(params)).toEqual({ Timeout: '20', SendDigits: '1' });
  });

  it.each<[unknown, string]>([
    [{ Timeout: '4' }, 'body.telephony_params.Timeout wrong_format'],
    [{ MyTag: { a: 'b' } }, 'body.telephony_params.MyTag wrong_type'],
    [{ ['x'.repeat(101)]: 'x' }, `body.telephony_params.${'x'.repeat(101)} invalid_value`],
    [{ '': 'x' }, 'body.telephony_params. invalid_value'],
    [{ 'a\u0003': 'x' }, 'body.telephony_params.a\u0003 invalid_value'],
    [{ MyTag: 'x\u202e' }, 'body.telephony_params.MyTag invalid_value'],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`tag${index}`, 'x'])),
      'body.telephony_params invalid_value',
    ],
  ])('are refused if they are no such map: %#', async (params, fault) => {
    const answer = await place(params);

    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual([fault]);
  });
});
