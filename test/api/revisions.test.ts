import { describe, expect, it } from 'vitest';
import { agentVersions } from '../support/agent-versions.ts';
import { CHANGES, SAMPLES } from '../support/samples.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, heldNumber } = agentVersions(() => api);
const TOKEN = { token_id: '0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01' };

/** Calls an operation on a record, if it has a revision. */
const run = (operation: string, id: string, ifMatch?: string, body: unknown = {}) =>
  api.run(operation, {
    query: operation.startsWith('numbers') ? { phone_number: id } : { id },
    body,
    token: TOKEN,
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });

const revisionOf = async (operation: string, id: string) => String((await run(operation, id)).headers?.etag);

describe.each(Object.keys(SAMPLES))('a record of the group %s', (name) => {
  const pathOf = (action: string) => `${name.replace('_', '-')}/${action}`;

  it('has a revision that changes with it, and is not changed or deleted under another one', async () => {
    const created = await api.run(pathOf('create'), { body: SAMPLES[name] });
    const { id } = created.body;
    const before = String(created.headers?.etag);
    const got = await revisionOf(pathOf('get'), id);
    const changed = await run(pathOf('update'), id, before, CHANGES[name]);
    const refused = await run(pathOf('update'), id, before, CHANGES[name]);
    const kept = await run(pathOf('delete'), id, before);
    const after = String(changed.headers?.etag);

    expect(before).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(got).toBe(before);
    expect([changed.status, after > before]).toEqual([200, true]);
    for (const refusal of [refused, kept]) {
      expect([refusal.status, placesOf(refusal)]).toEqual([412, ['header.if-match revision_changed']]);
      expect(refusal.headers?.etag).toBe(after);
      expect(refusal.body.detail[0].msg).toContain(`by the token ${TOKEN.token_id}`);
    }
    const gone = [await run(pathOf('delete'), id, `"other", W/${after}`), await run(pathOf('delete'), id)];
    expect([...gone, await run(pathOf('get'), id)].map(({ status }) => status)).toEqual([200, 404, 404]);
  });
});

it.each([
  ['agents/update', { name: 'Eve' }],
  ['agents/publish', {}],
  ['agents/rollback', { version: 1 }],
  ['agents/delete', {}],
])('%s is refused after a change of a record that the agent shows', async (operation, body) => {
  const agent = await agentWith({ drafts: true });
  const before = await revisionOf('agents/get', agent.id);
  await run('prompts/update', agent.prompt.id, undefined, { content: 'Be brief.' });
  const after = await revisionOf('agents/get', agent.id);

  const refused = await run(operation, agent.id, before, body);
  const present = await api.run('agents/get', { query: { id: agent.id, view: 'full' } });
  const accepted = await run(operation, agent.id, after, body);

  expect([refused.status, refused.headers?.etag]).toEqual([412, after]);
  expect(present.body).toMatchObject({ name: 'Ada', prompt: { content: 'Be brief.' } });
  expect(accepted.status).toBe(200);
});

it('an update of a number under another revision changes its agent neither', async () => {
  const agent = await agentWith();
  const phone = await heldNumber(agent.id);
  const before = await revisionOf('numbers/get', phone);
  await run('numbers/update', phone, before, { label: 'Front desk' });

  const refused = await run('numbers/update', phone, before, { inbound_agent: { name: 'Eve' } });

  expect(refused.status).toBe(412);
  const present = await api.run('agents/get', { query: { id: agent.id, view: 'full' } });
  expect(present.body.name).toBe('Ada');
});

it('of two updates that saw the same revision, one is stored', async () => {
  const { id } = await api.created('prompts', SAMPLES.prompts);
  const seen = await revisionOf('prompts/get', id);

  const answers = await Promise.all(
    ['One.', 'Two.'].map((content) => run('prompts/update', id, seen, { content })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect((await run('prompts/update', id, '*', { content: 'Any.' })).status).toBe(200);
});

it.each([
  ['a tag that only looks like any revision', '"*"'],
  ['nothing', ''],
  ['10,000 tags', Array.from({ length: 10_000 }, (_, tag) => `"${tag}"`).join(', ')],
  ['bytes that are no tags', '\u0000\u00ff",,W/"\ud800'],
])('an update under %s is refused', async (_, ifMatch) => {
  const { id } = await api.created('prompts', SAMPLES.prompts);

  expect((await run('prompts/update', id, ifMatch, { content: 'Be brief.' })).status).toBe(412);
});
