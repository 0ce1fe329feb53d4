import { invalidInput, notFound } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import * as records from '../../http/record-endpoints.ts';
import { asRead } from '../../platform/table/field-update.ts';
import { readItem, updateOf } from '../../platform/table/items.ts';
import { listItemKey } from '../../platform/table/keys.ts';
import { getRecord } from '../../records/store/records.ts';
import { requireStoredRoom } from '../../usage/store/quota-use.ts';
import { agentTest, listedTest, listedTestOf, test, testInput, testUpdate } from '../model/agent-test.ts';
import { listedFieldsOf } from '../model/listed-fields.ts';

export const createTest = () =>
  records.defineCreation('test', {
    body: testInput,
    furtherActions: ['Query', 'BatchGetItem'],
    check: ({ userId, body }, { table, now }) =>
      requireStoredRoom(table, { userId, now: now() }, Buffer.byteLength(JSON.stringify(body))),
    make: (inline, { $schema: _, ...given }) => inline.add('test', given),
  });

export const updateTest = () =>
  records.defineUpdate('test', {
    body: testUpdate,
    tableActions: ['GetItem', 'UpdateItem', 'Query', 'BatchGetItem'],
    async changes({ userId, query, body: { $schema: _, ...body } }, { table, now }) {
      const key = listItemKey({ userId, kind: 'test' }, query.id);
      // Read first: if it is unchanged at the write, the test is as well.
      const listed = key && (await readItem(table, key));
      const stored = await getRecord(table, userId, 'test', query.id);
      if (!stored || !key) throw notFound('test');
      const after = { ...stored, ...body };
      const { id: _id, user_id: __, ...changed } = after;
      const { error } = parseInput(agentTest, changed);
      if (error) throw invalidInput(issuesAt(['body'], error));
      const { labels, bytes } = listedFieldsOf(test.parse(after));
      const more = bytes - listedFieldsOf(stored).bytes;
      if (more > 0) await requireStoredRoom(table, { userId, now: now() }, more);
      const set = { bytes, ...('labels' in body && { labels }) };
      return { body, further: [updateOf(table, key, { set, ...asRead({ bytes: listed?.bytes }) })] };
    },
  });

export const getTest = () => records.defineGet('test');

export const listTests = () =>
  records.defineList('test', listedTest, {
    show: async (_table, _userId, items) => items.map((item) => listedTestOf(test.parse(item))),
  });

export const deleteTest = () => records.defineDeletion('test');
