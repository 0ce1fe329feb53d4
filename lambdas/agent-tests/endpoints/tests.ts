import { invalidInput, notFound } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { asRead } from '../../platform/table/field-update.ts';
import { readItem, updateOf } from '../../platform/table/items.ts';
import { listItemKey } from '../../records/keys.ts';
import { getRecord } from '../../records/store/records.ts';
import { requireStoredRoom } from '../../usage/store/quota-use.ts';
import {
  agentTest,
  agentTestKind,
  listedTest,
  listedTestOf,
  sizeOf,
  test,
  testInput,
  testUpdate,
} from '../model/agent-test.ts';

export const createTest = () =>
  records.defineCreation(agentTestKind, {
    body: testInput,
    furtherActions: ['Query', 'BatchGetItem'],
    check: ({ userId, body }, { table, now }) =>
      requireStoredRoom(table, { userId, now: now() }, Buffer.byteLength(JSON.stringify(body))),
    make: (inline, { $schema: _, ...given }) => inline.add(agentTestKind, given),
  });

export const updateTest = () =>
  records.defineUpdate(agentTestKind, {
    body: testUpdate,
    tableActions: ['GetItem', 'UpdateItem', 'Query', 'BatchGetItem'],
    async changes({ userId, query, body: { $schema: _, ...body } }, { table, now }) {
      const key = listItemKey({ userId, kind: agentTestKind }, query.id);
      // Read first: if it is unchanged at the write, the test is as well.
      const listed = key && (await readItem(table, key));
      const stored = await getRecord(table, userId, agentTestKind, query.id);
      if (!stored || !key) throw notFound('test');
      const after = { ...stored, ...body };
      const { id: _id, user_id: __, ...changed } = after;
      const { error } = parseInput(agentTest, changed);
      if (error) throw invalidInput(issuesAt(['body'], error));
      const tested = test.parse(after);
      const bytes = sizeOf(tested);
      const more = bytes - sizeOf(stored);
      if (more > 0) await requireStoredRoom(table, { userId, now: now() }, more);
      const set = { bytes, ...('labels' in body && { labels: tested.labels ?? [] }) };
      return { body, further: [updateOf(table, key, { set, ...asRead({ bytes: listed?.bytes }) })] };
    },
  });

export const getTest = () => records.defineGet(agentTestKind);

export const listTests = () =>
  records.defineList(agentTestKind, listedTest, {
    show: async (_table, _userId, items) => items.map((item) => listedTestOf(test.parse(item))),
  });

export const deleteTest = () => records.defineDeletion(agentTestKind, { referrers: KINDS });
