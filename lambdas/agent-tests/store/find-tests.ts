import type { FindTests } from '../../agents/requests/required-tests.ts';
import { findRecords } from '../../records/store/records.ts';
import { agentTestKind, hashOfTest } from '../model/agent-test.ts';

/** The tests that agents require, with the hashes by which a result belongs to a test as it was. */
export const findTests: FindTests = async (table, userId, ids) => {
  const records = await findRecords(
    table,
    userId,
    ids.map((id) => ({ kind: agentTestKind, id })),
  );
  const tests = ids.flatMap((id) => records.get(agentTestKind, id) ?? []);
  return new Map(tests.map((test) => [test.id, { name: test.name, hash: hashOfTest(test) }]));
};
