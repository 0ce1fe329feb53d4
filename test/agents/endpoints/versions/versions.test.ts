import { describe, expect, it } from 'vitest';
import { agentVersions, EXTERNAL, TRANSFER } from '../../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const {
  agentWith,
  versionOf,
  deleteVersion,
  versionsOf,
  publish,
  numbersOf,
  heldNumber,
  updateNumber,
  call,
  itemsOf,
} = agentVersions(() => api);

describe('the versions of an agent', () => {
  it('are made by its creation and by each update that changes something', async () => {
    const agent = await agentWith();
    await api.update('agents', agent.id, { prompt: { content: 'Be brief.' } });
    await api.update('agents', agent.id, { prompt: { content: 'Be brief.' }, name: 'Ada' });
    const { body } = await api.update('agents', agent.id, { voice: { api_key: 'another' } });

    const page = await versionsOf(agent.id);
    const [second, first] = page.items;
    expect(body).toMatchObject({ version: 2, drafts: false, published: [{ version: 2, weight: 1 }] });
    expect(page).toMatchObject({ total: 2, has_more: false, total_is_estimated: false });
    expect(first).toMatchObject({ version: 1, origin: 'created', is_latest: false, published_weight: null });
    expect(second).toMatchObject({ version: 2, origin: 'updated', is_latest: true, published_weight: 1 });
  });

  it('say what their author says of them, and who that is', async () => {
    const { id } = await agentWith();
    const query = { id, message: 'Greets by name' };
    await api.run('agents/update', { query, body: { initial_message: 'Hello' } });

    const [second, first] = (await versionsOf(id)).items;

    expect(second).toMatchObject({ message: 'Greets by name', by: 'token' });
    expect(first).not.toHaveProperty('message');
  });

  it('get the message of the release that makes them live', async () => {
    const { id } = await agentWith({ drafts: true });
    await api.run('agents/update', { query: { id, message: 'A try' }, body: { initial_message: 'Hello' } });

    await publish(id, { version: 2, message: 'Greets by name' });
    const split = [1, 2].map((version) => ({ version, weight: version }));
    await publish(id, { version: split, message: 'Some go back' });
    await api.update('agents', id, { initial_message: 'Hi' });
    await publish(id, { message: 'Is brief' });
    const refused = await publish(id, { version: 1, message: 'x'.repeat(201) });

    const messages = (await versionsOf(id)).items.map(({ message }: { message?: string }) => message);
    expect(messages).toEqual(['Is brief', 'Greets by name', 'Some go back']);
    expect(placesOf(refused)).toEqual(['body.message too_big']);
  });

  it('show their content at the time, and no secret', async () => {
    const agent = await agentWith();
    await api.update('agents', agent.id, { prompt: 'Be brief.', language: 'de', actions: [] });

    const { body, text } = await versionOf(agent.id, 1);

    expect(body.content).toMatchObject({
      id: agent.id,
      name: 'Ada',
      language: 'en',
      prompt: { id: agent.prompt.id, content: 'Be kind.' },
      voice: { type: 'voice_vendor_c', voice_id: 'ada' },
      actions: [{ config: EXTERNAL.config }, { config: TRANSFER.config }],
    });
    expect(text).not.toContain('secret');
    for (const item of await itemsOf(agent.id))
      expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['api_key']));
  });

  it('are created by the next call after a related record changed on its own', async () => {
    const agent = await agentWith();
    await api.update('prompts', agent.prompt.id, { content: 'Be brief.' });

    const one = await call(agent.id);
    const other = await call(agent.id);

    expect([one, other].map(({ status, body }) => [status, body.agent_version])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect((await versionsOf(agent.id)).items[0]).toMatchObject({ origin: 'related_record_changed' });
    expect((await versionOf(agent.id, 2)).body.content.prompt.content).toBe('Be brief.');
  });

  it('are numbered without gaps or duplicates, and lose no update, under concurrent updates', async () => {
    const { id } = await agentWith();
    const fields = Array.from({ length: 12 }, (_, index) =>
      index % 2 ? { llm_temperature: index / 100 } : { initial_message: `Hello ${index}.` },
    );

    const answers = await Promise.all(fields.map((body) => api.update('agents', id, body)));

    const made = await numbersOf(id);
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(made).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index));
    expect(await itemsOf(id)).toHaveLength(13);
  });
});

it('of more than 50 versions the oldest are dropped, except those that a number names or that are published', async () => {
  const { id } = await agentWith({ drafts: true, actions: [] });
  const number = await heldNumber(id);
  await updateNumber(number, { agent_version: 3 }).then(({ status }) => expect(status).toBe(422));
  for (let version = 2; version <= 50; version++) {
    await api.update('agents', id, { name: `v${version}` });
    if (version === 3) await updateNumber(number, { agent_version: 3 });
  }
  expect(await numbersOf(id)).toHaveLength(50);

  for (const name of ['v51', 'v52', 'v53']) await api.update('agents', id, { name });

  const kept = await numbersOf(id);
  expect(kept).toHaveLength(50);
  expect(kept.filter((version) => version < 7)).toEqual([6, 3, 1]);
  expect((await versionOf(id, 2)).status).toBe(404);
  expect((await call(id)).body.agent_version).toBe(1);
  // All of them are deleted in one transaction.
  await updateNumber(number, { inbound_agent: null });
  expect((await api.run('agents/delete', { query: { id } })).status).toBe(200);
  expect(await itemsOf(id)).toEqual([]);
}, 60_000);

it('an agent whose versions are all named by numbers refuses further updates until one of them is free', async () => {
  const { id } = await agentWith({ actions: [] });
  for (let version = 2; version <= 50; version++) await api.update('agents', id, { name: `v${version}` });
  const all = Array.from({ length: 50 }, (_, index) => ({ version: index + 1, weight: 1 }));
  const held: string[] = [];
  for (let first = 0; first < all.length; first += 4) {
    const number = await heldNumber(id);
    const { status } = await updateNumber(number, { agent_version: all.slice(first, first + 4) });
    expect(status).toBe(200);
    held.push(number);
  }

  const refused = await api.update('agents', id, { name: 'v51' });
  const kept = await numbersOf(id);
  await updateNumber(held[2] ?? '', { agent_version: null });
  const { body } = await api.update('agents', id, { name: 'v51' });

  expect([refused.status, placesOf(refused)]).toEqual([409, ['body too_many_versions']]);
  expect(kept).toHaveLength(50);
  expect(body).toMatchObject({ name: 'v51', version: 51 });
  expect(await numbersOf(id)).not.toContain(9);
}, 60_000);

it('the deletion of a version is refused for the latest one, a published one and an unknown one', async () => {
  const { id } = await agentWith({ drafts: true });
  await api.update('agents', id, { name: 'b' });

  const answers = [await deleteVersion(id, 2), await deleteVersion(id, 1), await deleteVersion(id, 3)];

  expect(answers.map((answer) => [answer.status, ...placesOf(answer)])).toEqual([
    [409, 'query.version still_referenced'],
    [409, 'query.version still_referenced'],
    [404, 'query.version not_found'],
  ]);
});
