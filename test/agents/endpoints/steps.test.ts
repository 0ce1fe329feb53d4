import { describe, expect, it, vi } from 'vitest';
import { getSnapshot, snapshotKeyOf } from '../../../lambdas/agents/store/snapshots.ts';
import { agentVersions, EXTERNAL, TRANSFER } from '../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, call, publish, rollback, versionOf } = agentVersions(() => api);

const STEPS = {
  entry: 'identify',
  steps: {
    identify: {
      goal: 'Find the order.',
      collect: { phone: { type: 'phone_number', confirm: 'read_back', keypad: null } },
      actions: ['look_up'],
      next: [{ if: 'it is urgent', to: 'person' }, { to: 'help' }],
    },
    help: { goal: 'Answer questions.' },
    person: { do: 'transfer_call' },
  },
};

const handingTo = (agent: string, more: object = {}) => ({
  ...STEPS,
  handoffs: { billing: { agent, if: 'it is about an invoice', history: { last: 4 }, ...more } },
});

const create = (body: object) =>
  api.run('agents/create', {
    body: {
      prompt: { content: 'x' },
      voice: { type: 'voice_builtin', voice_id: 'default' },
      actions: [EXTERNAL, TRANSFER],
      ...body,
    },
  });

const snapshotOfCall = async (id: string) => {
  const snapshot = await getSnapshot(api.table, snapshotKeyOf({ user_id: api.user, id }));
  if (!snapshot) throw new Error('The call has no snapshot.');
  return snapshot;
};

describe('the steps of an agent', () => {
  it('are shown with their defaults, replaced by an update, and removed by null', async () => {
    const { id, steps, warnings } = await agentWith({ steps: STEPS });
    const replaced = await api.update('agents', id, {
      steps: { entry: 'a', steps: { a: { goal: 'Help.' } } },
    });
    const { body: removed } = await api.update('agents', id, { steps: null });

    expect(warnings).toBeUndefined();
    expect(steps).toMatchObject({ always: [], handoffs: {}, values: {} });
    expect(steps.steps.identify).toEqual({
      ...STEPS.steps.identify,
      collect: { phone: { type: 'phone_number', confirm: 'read_back' } },
      secure: false,
    });
    expect(Object.keys(replaced.body.steps.steps)).toEqual(['a']);
    expect([removed.steps, removed.version]).toEqual([null, 3]);
    expect((await versionOf(id, 1)).body.content.steps).toEqual(steps);
  });

  it.each<[string, object, string]>([
    ['an unknown action', { actions: [TRANSFER] }, 'body.steps.steps.identify.actions.0 unknown_name'],
    ['a form that is none', { steps: { ...STEPS, entry: 5 } }, 'body.steps.entry wrong_type'],
    [
      'an agent that the user does not have',
      { steps: handingTo('0199a5d0-3c20-7a10-8b20-5f6e7d8c9b20') },
      'body.steps.handoffs.billing.agent unknown_reference',
    ],
  ])('are refused for %s, at its place', async (_, body, place) => {
    const refused = await create({ steps: STEPS, ...body });

    expect([refused.status, ...placesOf(refused)]).toEqual([422, place]);
  });

  it('come with warnings about steps that no exit leads to, and about placeholders that nothing fills', async () => {
    const lost = { say: `Hello \${who}, is it \${phone}?`, next: [{ to: 'help' }] };
    const { status, body } = await create({ steps: { ...STEPS, steps: { ...STEPS.steps, lost } } });

    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      expect.objectContaining({ type: 'unfilled', msg: expect.stringMatching(/out: \$\{who\}\./) }),
      { loc: ['body', 'steps', 'steps', 'lost'], type: 'unreachable', msg: 'No exit leads here.' },
    ]);
  });

  it('come with a warning where the law refuses calls without a disclosure', async () => {
    vi.stubEnv('LAW_MODE', 'enforce');
    const [silent, telling] = [await create({}), await create({ disclosure: 'I am a machine.' })];
    vi.stubEnv('LAW_MODE', 'warn');
    const { body: unwarned } = await create({});

    expect(silent.body.warnings).toEqual([
      { loc: ['body', 'disclosure'], type: 'undisclosed', msg: expect.stringContaining('European Union') },
    ]);
    expect([telling.body.warnings, unwarned.warnings]).toEqual([undefined, undefined]);
  });

  it('refuse to be published with an action that was renamed meanwhile', async () => {
    const { id, actions } = await agentWith({ steps: STEPS, drafts: true });
    await api.update('actions', actions[0].id, { config: { name: 'search' } });

    const refused = await publish(id);

    expect([refused.status, ...placesOf(refused)]).toEqual([
      422,
      'query.id.steps.steps.identify.actions.0 unknown_name',
    ]);
  });

  it('come back with a rollback, and with them the reference to another agent', async () => {
    const billing = await agentWith();
    const { id } = await agentWith({ steps: handingTo(billing.id) });
    await api.update('agents', id, { steps: null });
    const { body } = await rollback(id, 1);

    const refused = await api.run('agents/delete', { query: { id: billing.id } });

    expect(body.steps.handoffs.billing).toMatchObject({ agent: billing.id, history: { last: 4 } });
    expect([refused.status, refused.body.detail[0].msg]).toEqual([409, expect.stringContaining(id)]);
    await api.update('agents', id, { steps: null });
    expect((await api.run('agents/delete', { query: { id: billing.id } })).status).toBe(200);
    expect((await rollback(id, 1)).status).toBe(409);
  });
});

describe('the handoffs of an agent', () => {
  it('put the other agents into the snapshot of a call, each in its published version, which the call keeps', async () => {
    const third = await agentWith({ prompt: { content: 'Third.' } });
    const billing = await agentWith({
      prompt: { content: 'Billing.' },
      drafts: true,
      steps: handingTo(third.id),
    });
    await api.update('agents', billing.id, { prompt: { content: 'A draft.' }, steps: null });
    const { id } = await agentWith({ steps: handingTo(billing.id) });
    await api.update('agents', third.id, { steps: handingTo(id) });

    const { body } = await call(id);
    await api.update('agents', billing.id, { prompt: { content: 'Later.' }, drafts: false });
    await api.update('agents', id, { steps: null });

    const { handoff_agents = {}, settings } = await snapshotOfCall(body.id);
    const prompts = Object.entries(handoff_agents).map(([key, { agent }]) => [key, agent.prompt]);
    expect(prompts).toEqual([
      [billing.id, 'Billing.'],
      [third.id, 'Third.'],
    ]);
    expect(handoff_agents[billing.id]).toMatchObject({
      agent: { voice: { voice_id: 'ada' }, actions: [{ config: { name: 'look_up' } }, {}] },
      settings: { steps: { handoffs: { billing: { agent: third.id } } } },
    });
    expect(settings.steps?.handoffs.billing?.agent).toBe(billing.id);
    expect((await api.got('calls', body.id)).handoff_agents).toBeUndefined();
  });

  it('are refused if the other agents do not fit into a call', async () => {
    const large = await agentWith({ prompt: { content: '語'.repeat(30_000) } });
    const other = await agentWith({ prompt: { content: '語'.repeat(30_000) } });
    const handoffs = { one: { agent: large.id, if: 'one' }, two: { agent: other.id, if: 'two' } };

    const refused = await create({ steps: { ...STEPS, handoffs } });

    expect([refused.status, ...placesOf(refused)]).toEqual([422, 'body.steps.handoffs handoffs_too_large']);
    expect(refused.body.detail[0].msg).toContain(other.id);
  });

  it('leave out of a call what has become too large since', async () => {
    const billing = await agentWith();
    const { id } = await agentWith({ steps: handingTo(billing.id) });
    await api.update('agents', billing.id, { prompt: { content: '語'.repeat(45_000) } });

    const { status, body } = await call(id);

    expect(status).toBe(200);
    expect((await snapshotOfCall(body.id)).handoff_agents).toBeUndefined();
  });

  it('may not hand a call back before the contact speaks, nor to their own agent', async () => {
    const passing = (agent: string) => ({
      entry: 'a',
      steps: { a: { say: 'One moment.', next: [{ to: 'on' }] } },
      handoffs: { on: { agent } },
    });
    const one = await agentWith();
    const other = await agentWith({ steps: passing(one.id) });

    const circle = await api.update('agents', one.id, { steps: passing(other.id) });
    const itself = await api.update('agents', one.id, { steps: handingTo(one.id) });

    expect(placesOf(circle)).toEqual(['body.steps.handoffs.on.agent circle']);
    expect(placesOf(itself)).toEqual(['body.steps.handoffs.billing.agent own_agent']);
  });
});
