import { invalidInput, notFound } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import * as records from '../../http/record-endpoints.ts';
import { getRecord } from '../../records/store/records.ts';
import { agentTest, listedTest, listedTestOf, test, testInput, testUpdate } from '../model/agent-test.ts';

export const createTest = () =>
  records.defineCreation('test', {
    body: testInput,
    make: (inline, { $schema: _, ...given }) => inline.add('test', given),
  });

export const updateTest = () =>
  records.defineUpdate('test', {
    body: testUpdate,
    async changes({ userId, query, body: { $schema: _, ...body } }, { table }) {
      const stored = await getRecord(table, userId, 'test', query.id);
      if (!stored) throw notFound('test');
      const { id: _id, user_id: __, ...changed } = { ...stored, ...body };
      const { error } = parseInput(agentTest, changed);
      if (error) throw invalidInput(issuesAt(['body'], error));
      return { body };
    },
  });

export const getTest = () => records.defineGet('test');

export const listTests = () =>
  records.defineList('test', listedTest, {
    show: async (_table, _userId, items) => items.map((item) => listedTestOf(test.parse(item))),
  });

export const deleteTest = () => records.defineDeletion('test');
