import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { withoutAgent } from '../../../lambdas/conversation/model/session.ts';
import { tableStore } from '../../../lambdas/conversation/store/conversations.ts';
import { sessionKey } from '../../../lambdas/conversation/store/keys.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

/** A stored conversation in its third generation. */
async function begun(changes: object = {}): Promise<string> {
  const connectionId = randomUUID();
  const session = withoutAgent(sessionOf(storedCall()));
  const Item = { ...session, generation: 3, version: 7, ...changes, ...sessionKey(connectionId) };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return connectionId;
}

async function stored(connectionId: string) {
  const Key = sessionKey(connectionId);
  return (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
}

describe('a field that the agent sets while it answers', () => {
  it('is stored as a change of the conversation', async () => {
    const id = await begun();

    const isSet = await tableStore(table, id).setUnlessInterrupted(3, { language: 'de' });

    expect(isSet).toBe(true);
    expect(await stored(id)).toMatchObject({ language: 'de', version: 8, generation: 3 });
  });

  it.each([
    ['the contact spoke since', { generation: 4 }],
    ['the conversation is closed', { closed: true }],
  ])('is not stored if %s', async (_, changes) => {
    const id = await begun(changes);

    const isSet = await tableStore(table, id).setUnlessInterrupted(3, { expected_keys: 4 });

    expect(isSet).toBe(false);
    expect(await stored(id)).not.toHaveProperty('expected_keys');
    expect(await stored(id)).toHaveProperty('version', 7);
  });
});
