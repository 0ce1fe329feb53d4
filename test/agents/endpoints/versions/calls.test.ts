import { describe, expect, it } from 'vitest';
import { agentVersions } from '../../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';
import { callFrom } from '../../../support/table/held-number.ts';

const api = await FunctionApi.ofFile();
const {
  newNumber,
  agentWith,
  publish,
  deleteVersion,
  versionsOf,
  numbersOf,
  heldNumber,
  updateNumber,
  call,
} = agentVersions(() => api);

describe('a call', () => {
  it('gets the version that it names', async () => {
    const { id } = await agentWith();
    await api.update('agents', id, { prompt: 'Be brief.' });

    const { body } = await call(id, { agent_version: 1 });

    expect(body).toMatchObject({ agent_version: 1, agent: { prompt: 'Be kind.' } });
    const { items } = (
      await api.run('calls/list', { query: { agent: id }, headers: { 'api-version': '2026-11' } })
    ).body;
    expect(items[0]).toMatchObject({ id: body.id, agent_version: 1 });
  });

  it('keeps its version and the content of the version, whatever happens to the agent', async () => {
    const { id } = await agentWith();
    const { body } = await call(id);
    await api.update('agents', id, { prompt: 'Be brief.' });
    await deleteVersion(id, 1);

    expect(await api.got('calls', body.id)).toMatchObject({
      agent_version: 1,
      agent: { prompt: 'Be kind.' },
    });
  });
});

describe('a number', () => {
  it('names versions of its agent, which then cannot be deleted', async () => {
    const { id } = await agentWith();
    await api.update('agents', id, { name: 'b' });
    const number = await heldNumber(id);

    const { body } = await updateNumber(number, { agent_version: 1 });
    const refused = await deleteVersion(id, 1);
    const [, first] = (await versionsOf(id)).items;
    await updateNumber(number, { agent_version: null });
    const deleted = await deleteVersion(id, 1);

    expect(body.agent_version).toEqual([{ version: 1, weight: 1 }]);
    expect([refused.status, placesOf(refused)]).toEqual([409, ['query.version still_referenced']]);
    expect(refused.body.detail[0].msg).toContain(body.id);
    expect(first).toMatchObject({ version: 1, numbers: 1 });
    expect(deleted.body).toEqual({ id, version: 1, deleted: true });
    expect(await numbersOf(id)).toEqual([2]);
  });

  it('cannot name a version that its agent does not have, nor any without an agent', async () => {
    const { id } = await agentWith();
    const [held, bare] = [await heldNumber(id), await heldNumber()];

    const answers = [
      await updateNumber(held, { agent_version: 2 }),
      await updateNumber(held, { inbound_agent: null, agent_version: 1 }),
      await updateNumber(bare, { agent_version: 1 }),
      await updateNumber(bare, { inbound_agent: { prompt: 'Hi.' }, agent_version: 1 }),
    ];

    expect(answers.map((answer) => [answer.status, ...placesOf(answer)])).toEqual(
      answers.map(() => [422, 'body.agent_version unknown_version']),
    );
  });

  it('is refused a version that is deleted at the same time, or prevents the deletion', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await agentWith();
      await api.update('agents', id, { name: 'b' });
      const number = await heldNumber(id);

      const [named, deleted] = await Promise.all([
        updateNumber(number, { agent_version: 1 }),
        deleteVersion(id, 1),
      ]);

      const kept = await numbersOf(id);
      const isNamed = named.status === 200;
      expect([named.status, deleted.status]).toEqual(isNamed ? [200, 409] : [named.status, 200]);
      if (!isNamed) expect([409, 422]).toContain(named.status);
      expect(kept).toEqual(isNamed ? [2, 1] : [2]);
    }
  });
});

it('an agent with drafts takes calls with the published version, whatever is updated', async () => {
  const agent = await agentWith();
  await api.update('agents', agent.id, { drafts: true });
  const { body } = await api.update('agents', agent.id, { prompt: 'Be brief.' });
  await api.update('prompts', agent.prompt.id, { content: 'Be silent.' });
  const before = await call(agent.id);

  const published = await publish(agent.id);
  const after = await call(agent.id);

  expect(body).toMatchObject({ version: 2, published: [{ version: 1, weight: 1 }], drafts: true });
  expect(before.body).toMatchObject({ agent_version: 1, agent: { prompt: 'Be kind.' } });
  expect(published.body).toMatchObject({ version: 3, published: [{ version: 3, weight: 1 }] });
  expect(after.body).toMatchObject({ agent_version: 3, agent: { prompt: 'Be silent.' } });
});

describe('a published version', () => {
  it('may be a split, in which each callee always gets the same version', async () => {
    const agent = await agentWith({ drafts: true });
    await api.update('agents', agent.id, { prompt: 'Be brief.' });
    const split = [
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
    ];
    expect((await publish(agent.id, { version: split })).body.published).toEqual(split);
    const from_number = await heldNumber();
    const callees = Array.from({ length: 24 }, newNumber);
    const recipients = callees.map((to_number) => ({ to_number }));

    const batch = await api.run('calls/batch', { body: { from_number, agent: agent.id, recipients } });
    const calls = await Promise.all(batch.body.results.map(({ id }: { id: string }) => api.got('calls', id)));
    const again = await Promise.all(
      callees.map((to_number) =>
        api.run('calls/create', { body: { from_number, to_number, agent: agent.id } }),
      ),
    );

    const versions = calls.map(({ agent_version }) => agent_version);
    expect(new Set(versions)).toEqual(new Set([1, 2]));
    expect(again.map(({ body }) => body.agent_version)).toEqual(versions);
    expect(calls.map(({ agent: { prompt } }) => prompt)).toEqual(
      versions.map((version) => (version === 1 ? 'Be kind.' : 'Be brief.')),
    );
    await api.run('calls/delete', { query: { id: calls[0].id } });
    expect((await api.got('calls', calls[1].id)).agent_version).toBe(versions[1]);
  });

  it.each([
    ['an unknown one', 9, ['body.version unknown_version']],
    [
      'an unknown one of a split',
      [
        { version: 1, weight: 1 },
        { version: 9, weight: 1 },
      ],
      ['body.version.1.version unknown_version'],
    ],
    [
      'one twice',
      [
        { version: 1, weight: 1 },
        { version: 1, weight: 2 },
      ],
      ['body.version invalid_value'],
    ],
  ])('is refused for %s', async (_, version, places) => {
    const { id } = await agentWith();

    expect(placesOf(await publish(id, { version }))).toEqual(places);
  });
});

describe('a caller', () => {
  it('keeps the version that the number names when the vendor repeats its request, even if it names another one by then', async () => {
    const { id } = await agentWith();
    await api.update('agents', id, { prompt: 'Be brief.' });
    const phone = await heldNumber(id);
    await updateNumber(phone, { agent_version: 1 });
    const callWith = (sid: string) => callFrom('+17771000000', phone, api, sid);
    const first = await callWith('CA1');
    await updateNumber(phone, { agent_version: 2 });

    const again = await callWith('CA1');

    expect([again?.id, again?.agent_version, again?.agent.prompt]).toEqual([first?.id, 1, 'Be kind.']);
    expect(await callWith('CA2')).toMatchObject({ agent_version: 2, agent: { prompt: 'Be brief.' } });
  });

  it('gets the same version of a number’s split each time', async () => {
    const { id } = await agentWith();
    await api.update('agents', id, { prompt: 'Be brief.' });
    const phone = await heldNumber(id);
    await updateNumber(phone, { agent_version: [1, 2].map((version) => ({ version, weight: 1 })) });
    const versionFor = async (from: string) => (await callFrom(from, phone, api))?.agent_version;
    const callers = Array.from({ length: 24 }, newNumber);

    const [first, again] = [
      await Promise.all(callers.map(versionFor)),
      await Promise.all(callers.map(versionFor)),
    ];

    expect([new Set(first), again]).toEqual([new Set([1, 2]), first]);
  });
});
