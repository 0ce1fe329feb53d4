import * as z from 'zod/mini';
import { id, utcTime } from '../../platform/fields.ts';

/** The latest result of a stored test with a version of an agent. */
export const testMark = z.lazy(() =>
  z.object({
    test_id: id,
    name: z.string(),
    status: z.enum(['passed', 'failed', 'error']),
    /** Expectations that its runs could not check. If there are any, the test does not count as passed. */
    not_checked: z.int(),
    run_id: id,
    at: utcTime(),
    /** `hashOfTest` of the test as it was run. */
    test_hash: z.string(),
  }),
);
export type TestMark = z.infer<typeof testMark>;

/** A test that an agent requires, with a version of it. */
export const requiredTest = z.lazy(() =>
  z.object({
    test_id: id,
    /** Null if the test was deleted. */
    name: z.nullable(z.string()),
    /** Why the version has not passed it; null if it has. */
    reason: z.nullable(z.string()),
  }),
);
export type RequiredTest = z.infer<typeof requiredTest>;
