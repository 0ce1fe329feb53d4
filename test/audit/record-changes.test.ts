import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler, recordChangesWorker } from '../../lambdas/audit/record-changes.ts';
import { type AuditSearch, findAuditEntries } from '../../lambdas/audit/store/audit-entries.ts';
import { doNotCallKey } from '../../lambdas/do-not-call/store/keys.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import { deletionNoteKey } from '../../lambdas/records/keys.ts';
import { measuredTable } from '../support/table/measured-table.ts';
import { tableOfFile } from '../support/table/table.ts';
import { stubVariables, tableVariables } from '../support/table/variables.ts';

const table = await tableOfFile();
stubVariables(variablesOf(recordChangesWorker), await tableVariables(table));

const stamp = (operation: string) => ({
  id: newId(),
  by: 'token',
  operation,
  token_id: randomUUID(),
  ip_address: '203.0.113.7',
  request_id: randomUUID(),
});

type Item = Readonly<Record<string, unknown>>;

/** The stream's record of a change. */
function streamRecord(before: Item | undefined, after: Item | undefined): DynamoDBRecord {
  const { pk, sk } = after ?? before ?? {};
  const image = (item: Item) => marshall(item, { removeUndefinedValues: true }) as never;
  return {
    eventID: randomUUID(),
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      Keys: image({ pk, sk }),
      SequenceNumber: randomUUID(),
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  };
}

function newPrompt(user: string) {
  const id = newId();
  return { ...recordKey(user, 'prompt', id), id, user_id: user, content: 'Sell tea.' };
}

const entriesOf = async (user: string, search: Partial<AuditSearch> = {}) =>
  (await findAuditEntries(table, user, { size: 100, ...search })).items;

describe('the audit log', () => {
  it('has every change of a record, newest first, for the user and for the record', async () => {
    const user = randomUUID();
    const prompt = { ...newPrompt(user), changed_by: stamp('createPrompt') };
    const changed = { ...prompt, content: 'Sell coffee.', changed_by: stamp('updatePrompt') };
    const deletion = stamp('deletePrompt');
    const note = { ...deletionNoteKey(prompt, deletion.id), changed_by: deletion };
    await table.client.send(new PutCommand({ TableName: table.name, Item: note }));
    const other = newPrompt(user);

    const { batchItemFailures } = await handler({
      Records: [
        streamRecord(undefined, prompt),
        streamRecord(undefined, other),
        streamRecord(prompt, changed),
        streamRecord(changed, undefined),
      ],
    });

    expect(batchItemFailures).toEqual([]);
    expect(await entriesOf(user)).toHaveLength(4);
    const told = await entriesOf(user, { recordId: prompt.id });
    expect(told.map(({ change, operation }) => [change, operation])).toEqual([
      ['deleted', 'deletePrompt'],
      ['updated', 'updatePrompt'],
      ['created', 'createPrompt'],
    ]);
    expect(told.map(({ token_id }) => token_id)).toEqual(
      [deletion, changed.changed_by, prompt.changed_by].map(({ token_id }) => token_id),
    );
    expect((await entriesOf(user, { recordId: other.id })).map(({ by }) => by)).toEqual(['service']);
  });

  it('has each change once, although the stream repeats it', async () => {
    const user = randomUUID();
    const records = Array.from({ length: 25 }, (_, index) => {
      const prompt = newPrompt(user);
      return streamRecord(undefined, index % 2 ? prompt : { ...prompt, changed_by: stamp('createPrompt') });
    });

    for (let round = 0; round < 3; round++) await handler({ Records: records });

    expect(await entriesOf(user)).toHaveLength(25);
  });

  it('continues from the first change whose entry may be missing, and loses none', async () => {
    const user = randomUUID();
    // Its key among the entries of the record is longer than DynamoDB permits.
    const unfit = newPrompt('x'.repeat(2036));
    const records = [...Array.from({ length: 12 }, () => newPrompt(user)), unfit, newPrompt(user)].map(
      (item) => streamRecord(undefined, item),
    );

    const first = await handler({ Records: records });
    const stored = await entriesOf(user);
    const again = await handler({ Records: records.filter((_, index) => index !== 12).slice(12) });

    // Twelve entries are stored at a time.
    expect(first.batchItemFailures).toEqual([{ itemIdentifier: records[12]?.dynamodb?.SequenceNumber }]);
    expect(stored).toHaveLength(12);
    expect(again.batchItemFailures).toEqual([]);
    expect(await entriesOf(user)).toHaveLength(13);
  });

  it('has no entries for items that users do not manage, and expires after a year', async () => {
    const user = randomUUID();
    const keys = [
      { pk: `USER#${user}`, sk: 'LIST#PROMPT#1' },
      { pk: `TOKEN#${randomUUID()}`, sk: 'TOKEN' },
      recordKey(user, 'delivery', newId()),
      recordKey(user, 'purchase', newId()),
    ];
    const entry = { ...doNotCallKey(user, '+15550001111'), phone_number: '+15550001111' };

    await handler({ Records: [...keys, entry].map((item) => streamRecord(undefined, item)) });

    const told = await entriesOf(user);
    expect(told.map(({ kind, record_id }) => [kind, record_id])).toEqual([
      ['do_not_call_entry', '+15550001111'],
    ]);
    const { measured, reads } = measuredTable(table);
    expect((await findAuditEntries(measured, user, { size: 100 })).items).toEqual(told);
    expect(reads).toEqual([0.5]);
  });
});
