import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
const other = new FunctionClient(functions.ofAnotherUser());

const HELD = '+15550002222';

beforeAll(() => addHeldNumber(functions, HELD));

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8001';

const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const webhook = { subscriptions: ['event_message'], url: 'https://example.com/hook' };
const transfer = { type: 'action_transfer_call', config: { phone_number: '+15551110000' } };
const external = {
  type: 'action_external',
  config: {
    name: 'look_up',
    description: 'Looks up.',
    url: 'https://example.com/',
    input_schema: {},
    speak_on_send: false,
    speak_on_receive: true,
  },
};
const database = { type: 'vector_database_vendor_a', index: 'faq', api_key: 'key', api_environment: 'eu' };
const llm = { type: 'account_connection_llm', credentials: { llm_api_key: 'key' } };
const template = { required_context_keys: ['name'], label: 'Greeting' };

/** An agent with every related record inline; its prompt's text is unique. */
const everything = () => ({
  prompt: { content: `Be kind. ${randomUUID()}`, prompt_template: template },
  voice,
  actions: [transfer, external],
  webhook,
  vector_database: database,
  llm_account_connection: llm,
});

const create = (body: object) => api.post('/v1/agents/create', body);

/** The fields of an expanded agent that are records, with the group of each. */
const RELATED = [
  ['prompts', 'prompt'],
  ['voices', 'voice'],
  ['webhooks', 'webhook'],
  ['vector_databases', 'vector_database'],
  ['account_connections', 'llm_account_connection'],
] as const;

/** Whether one of the user's prompts has this text. Pages are small, since other tests store large prompts. */
async function hasPrompt(content: string): Promise<boolean> {
  for (let page = 1; ; page++) {
    const { status, body } = await api.get(`/v1/prompts/list?sort_desc=true&size=20&page=${page}`);
    expect(status).toBe(200);
    if (body.items.some((prompt: { content: string }) => prompt.content === content)) return true;
    if (!body.has_more) return false;
  }
}

describe('inline related records', () => {
  it('are created with an agent, like in their own group', async () => {
    const body = everything();

    const { status, body: agent } = await create(body);

    expect(status).toBe(200);
    expect(agent).toMatchObject(body);
    expect(agent.webhook.secret).toMatch(/^whsec_/);
    expect(Buffer.from(agent.actions[1].config.signature_secret, 'base64')).toHaveLength(32);
    for (const [group, field] of RELATED) {
      expect((await api.get(`/v1/${group}?id=${agent[field].id}`)).body).toEqual(agent[field]);
    }
    for (const action of agent.actions) {
      expect((await api.get(`/v1/actions?id=${action.id}`)).body).toEqual(action);
    }
  });

  it('refer to an existing record by its id, and their other fields are ignored', async () => {
    const known = await api.created('/v1/voices/create', voice);
    const action = await api.created('/v1/actions/create', transfer);

    const { body: agent } = await create({
      ...everything(),
      voice: { id: known.id.toUpperCase(), type: 'nonsense' },
      actions: [action, { id: action.id }, transfer],
    });

    expect(agent.voice).toEqual(known);
    expect(agent.actions.slice(0, 2)).toEqual([action, action]);
    expect(agent.actions[2]).toMatchObject(transfer);
    expect(agent.actions[2].id).not.toBe(action.id);
  });

  it('are refused at their locations with all faults, and nothing is stored', async () => {
    const foreign = await other.created('/v1/prompts/create', { content: 'Theirs.' });
    const body = everything();

    const faulty = await create({
      ...body,
      voice: { type: 'voice_vendor_a' },
      actions: [transfer, { id: UNKNOWN }, { type: 'action_transfer_call', config: { phone_number: '5' } }],
      webhook: { id: 'mine', ...webhook },
      llm_account_connection: { type: 'account_connection_telephony', credentials: {} },
    });
    const foreignPrompt = await create({ ...body, prompt: foreign });

    expect(placesOf(faulty)).toEqual([
      'body.actions.1.id unknown_reference',
      'body.actions.2.config.phone_number wrong_format',
      'body.llm_account_connection.credentials.llm_api_key missing',
      'body.llm_account_connection.type unknown_value',
      'body.voice.voice_name missing',
      'body.webhook.id wrong_format',
    ]);
    expect(placesOf(foreignPrompt)).toEqual(['body.prompt.id unknown_reference']);
    expect(await hasPrompt(body.prompt.content)).toBe(false);
  });

  it('are created with an update, or nothing changes', async () => {
    const { body: agent } = await create(everything());
    const update = (body: object, id = agent.id) => api.post(`/v1/agents/update?id=${id}`, body);
    const [prompt, unused] = [{ content: `New. ${randomUUID()}` }, { content: `Unused. ${randomUUID()}` }];

    const updated = await update({ prompt, actions: [agent.actions[0], transfer], webhook: null });
    const refused = await update({ prompt: unused, voice: { id: UNKNOWN } });
    const ofUnknown = await update({ prompt: unused }, UNKNOWN);

    expect(updated.body).toMatchObject({ prompt, actions: [agent.actions[0], transfer], webhook: null });
    expect(updated.body.prompt).toEqual({ ...agent.prompt, ...prompt });
    expect(updated.body.voice).toEqual(agent.voice);
    expect(placesOf(refused)).toEqual(['body.voice.id unknown_reference']);
    expect(ofUnknown.status).toBe(404);
    expect(await hasPrompt(prompt.content)).toBe(true);
    expect(await hasPrompt(unused.content)).toBe(false);
  });
});

describe('a call with an inline agent', () => {
  const call = (agent: unknown) => ({ from_number: HELD, to_number: newNumber(), agent });
  const place = (agent: unknown) => api.post('/v1/calls/create', call(agent));

  it('stores the agent with it, which has the default voice if it was given none', async () => {
    const prompt = { content: `Call. ${randomUUID()}` };

    const { status, body } = await place({ prompt, actions: [transfer], language: 'de', webhook });
    const agent = await api.get(`/v1/agents?id=${body.agent.id}`);
    const got = await api.get(`/v1/calls?id=${body.id}`);

    expect(status).toBe(200);
    expect(body.agent).toMatchObject({
      prompt: prompt.content,
      voice: { type: 'voice_builtin', voice_id: 'default' },
      actions: [transfer].map(({ type, config }) => ({ type, config })),
      webhook,
    });
    expect(body.agent.webhook).not.toHaveProperty('secret');
    expect(agent.body).toEqual(body.agent);
    expect(got.body.agent).toEqual(body.agent);
    expect(await hasPrompt(prompt.content)).toBe(true);
  });

  it('is refused with a fault at its location in the agent, and stores nothing', async () => {
    const prompt = { content: `Refused. ${randomUUID()}` };

    const answers = await Promise.all([
      place({ voice }),
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
    expect(await hasPrompt(prompt.content)).toBe(false);
  });
});

/** The locations and types of a refusal's faults, in order of their locations. */
function placesOf({ status, body }: Awaited<ReturnType<FunctionClient['post']>>): string[] {
  expect(status).toBe(422);
  return body.detail
    .map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`)
    .sort();
}
