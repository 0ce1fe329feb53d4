import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVERYTHING, TRANSFER } from '../support/agent-versions.ts';
import { SAMPLES } from '../support/samples.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';
import { addHeldNumber } from '../support/table/held-number.ts';

const HELD = '+15550002222';
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8001';
const api = await FunctionApi.ofFile();
await addHeldNumber(api, HELD);

/** The fields of an expanded agent that are records, with the group of each. */
const RELATED = [
  ['prompts', 'prompt'],
  ['voices', 'voice'],
  ['webhooks', 'webhook'],
  ['vector-databases', 'vector_database'],
  ['account-connections', 'llm_account_connection'],
] as const;

const create = (body: object) => api.run('agents/create', { body });
const prompts = async () => (await api.run('prompts/list')).body.total;

describe('inline related records', () => {
  it('are created with an agent, like in their own group', async () => {
    const { status, body: agent } = await create(EVERYTHING);

    expect(status).toBe(200);
    expect(agent).toMatchObject(EVERYTHING);
    expect(agent.webhook.secret).toMatch(/^whsec_/);
    expect(Buffer.from(agent.actions[0].config.signature_secret, 'base64')).toHaveLength(32);
    for (const [group, field] of RELATED) expect(await api.got(group, agent[field].id)).toEqual(agent[field]);
    for (const action of agent.actions) expect(await api.got('actions', action.id)).toEqual(action);
  });

  it('refer to an existing record by its id, and their other fields are ignored', async () => {
    const known = await api.created('voices', SAMPLES.voices);
    const action = await api.created('actions', TRANSFER);

    const { body: agent } = await create({
      ...EVERYTHING,
      voice: { id: known.id.toUpperCase(), type: 'nonsense' },
      actions: [action, { id: action.id }, TRANSFER],
    });

    expect(agent.voice).toEqual(known);
    expect(agent.actions).toEqual([action, action, expect.objectContaining(TRANSFER)]);
    expect(agent.actions[2].id).not.toBe(action.id);
  });

  it('are refused at their locations with all faults, in a new agent and an update, and nothing is stored', async () => {
    const { body: agent } = await create(EVERYTHING);
    const foreign = await api.ofAnotherUser().created('prompts', { content: 'Theirs.' });
    const before = await prompts();

    const answers = [
      await create({
        ...EVERYTHING,
        voice: { type: 'voice_vendor_a' },
        actions: [TRANSFER, { id: UNKNOWN }, { ...TRANSFER, config: { phone_number: '5' } }],
        webhook: { id: 'mine', ...SAMPLES.webhooks },
        llm_account_connection: { type: 'account_connection_telephony', credentials: {} },
      }),
      await create({ ...EVERYTHING, prompt: foreign }),
      await api.update('agents', agent.id, { prompt: { content: 'New.' }, voice: { id: UNKNOWN } }),
      await api.update('agents', UNKNOWN, { prompt: { content: 'New.' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 404]);
    expect(answers.slice(0, 3).map(placesOf)).toEqual([
      [
        'body.actions.1.id unknown_reference',
        'body.actions.2.config.phone_number wrong_format',
        'body.llm_account_connection.credentials.llm_api_key missing',
        'body.llm_account_connection.type unknown_value',
        'body.voice.voice_name missing',
        'body.webhook.id wrong_format',
      ],
      ['body.prompt.id unknown_reference'],
      ['body.voice.id unknown_reference'],
    ]);
    expect(await prompts()).toBe(before);
    expect((await api.got('prompts', agent.prompt.id)).content).toBe('Be kind.');
  });
});

describe('a call with an inline agent', () => {
  const place = (agent: unknown) =>
    api.run('calls/create', { body: { from_number: HELD, to_number: '+15550003333', agent } });

  it('stores the agent with it, which has the default voice if it was given none', async () => {
    const prompt = { content: `Call. ${randomUUID()}` };
    const before = await prompts();

    const { status, body } = await place({ prompt, actions: [TRANSFER], webhook: SAMPLES.webhooks });

    expect(status).toBe(200);
    expect(body.agent).toMatchObject({
      prompt: prompt.content,
      voice: { type: 'voice_builtin', voice_id: 'default' },
      actions: [TRANSFER],
      webhook: SAMPLES.webhooks,
    });
    expect(body.agent.webhook).not.toHaveProperty('secret');
    expect(await api.got('agents', body.agent.id)).toEqual(body.agent);
    expect((await api.got('calls', body.id)).agent).toEqual(body.agent);
    expect(await prompts()).toBe(before + 1);
  });

  it('is refused with a fault at its location in the agent, and stores nothing', async () => {
    const prompt = { content: 'Refused.' };
    const before = await prompts();

    const answers = await Promise.all([
      place({ voice: SAMPLES.voices }),
      place({ prompt, voice: { id: UNKNOWN }, actions: [{}] }),
      place({ prompt: { ...prompt, prompt_template: UNKNOWN } }),
      place({ prompt, voice: { type: 'voice_vendor_b', speaker: 'Ada' } }),
      place({ id: UNKNOWN }),
      place({ prompt, colour: 'red' }),
    ]);

    expect(answers.map(placesOf)).toEqual([
      ['body.agent.prompt missing'],
      ['body.agent.actions.0.type missing', 'body.agent.voice.id unknown_reference'],
      ['body.agent.prompt.prompt_template unknown_reference'],
      ['body.agent unsupported_voice'],
      ['body.agent.id unknown_reference'],
      ['body.agent.colour unknown_key'],
    ]);
    expect(await prompts()).toBe(before);
    expect((await api.run('calls/list')).body).toHaveLength(1);
  });
});
