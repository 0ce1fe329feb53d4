import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../lambdas/platform/ids.ts';
import { type Key, recordKey } from '../../../lambdas/platform/table/keys.ts';
import type { Actor, Table } from '../../../lambdas/platform/table/table.ts';
import { promptKind } from '../../../lambdas/prompts/model/prompt.ts';
import { deleteRecord } from '../../../lambdas/records/store/delete-record.ts';
import { createRecords } from '../../../lambdas/records/store/records.ts';
import { stampOfDeletion } from '../../../lambdas/records/store/stamps.ts';
import { updatePlanned } from '../../../lambdas/records/store/update-record.ts';
import { tableOfFile } from '../../support/table/table.ts';

const ACTOR: Actor = { by: 'token', operation: 'updatePrompt', token_id: randomUUID() };

const service = await tableOfFile();
const table: Table = { ...service, actor: ACTOR };

const read = async (Key: Key) =>
  (await service.client.send(new GetCommand({ TableName: service.name, Key }))).Item;

/** A new prompt of a new user. */
async function prompt(by: Table) {
  const record = { id: newId(), user_id: randomUUID(), content: 'a' };
  await createRecords(by, [{ kind: promptKind, record }]);
  const name = { kind: promptKind, id: record.id } as const;
  const key = recordKey(record.user_id, 'prompt', record.id);
  const changeTo = (content: string, changedBy: Table) =>
    updatePlanned(changedBy, record.user_id, { ...name, plan: async () => ({ changes: { content } }) });
  return { key, changeTo, remove: (by: Table) => deleteRecord(by, record.user_id, name) };
}

const deletionOf = (key: Key, lastStamp?: Parameters<typeof stampOfDeletion>[1]['lastStamp']) =>
  stampOfDeletion(service, { key, at: new Date(), lastStamp });

describe('a record', () => {
  it('says who created and changed it last, with an id for each write', async () => {
    const { key, changeTo } = await prompt(table);
    const created = await read(key);
    await changeTo('b', table);
    const updated = await read(key);

    expect(created?.changed_by).toEqual({ id: expect.any(String), ...ACTOR });
    expect(updated?.changed_by).toEqual({ id: expect.any(String), ...ACTOR });
    expect(updated?.changed_by.id > created?.changed_by.id).toBe(true);
  });

  it('keeps what it says when the service itself changes it', async () => {
    const { key, changeTo } = await prompt(table);
    const stamp = (await read(key))?.changed_by;

    await changeTo('b', service);

    expect(await read(key)).toMatchObject({ content: 'b', changed_by: stamp });
  });
});

it('a deletion of a record leaves a note of who made it, which expires', async () => {
  const { key, remove } = await prompt(table);

  await remove(table);

  const { Items = [] } = await service.client.send(
    new QueryCommand({
      TableName: service.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': key.pk, ':prefix': 'DELETED#' },
    }),
  );
  expect(Items).toMatchObject([{ sk: expect.stringContaining(key.sk), changed_by: ACTOR }]);
  expect(Items[0]?.expires_at).toBeGreaterThan(Date.now() / 1000 + 2 * 86_400);
  expect(await deletionOf(key)).toMatchObject(ACTOR);
});
