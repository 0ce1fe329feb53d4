import { describe, expect, it } from 'vitest';
import { agentVersions } from '../../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, deleteVersion, versionsOf, numbersOf, heldNumber, updateNumber } = agentVersions(
  () => api,
);

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
