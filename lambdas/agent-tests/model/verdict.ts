import * as z from 'zod/mini';

/**
 * `not_checked`: this run cannot tell, so a required test does not count as passed. `invalid`: it was judged without a verdict or
 * proof, or its pattern takes too long. `skipped`: an offline run left it out, or its condition did not occur.
 */
export const verdict = z.lazy(() =>
  z.object({
    expects: z.string(),
    verdict: z.enum(['passed', 'failed', 'not_checked', 'invalid', 'skipped']),
    reason: z.string(),
    turn: z.optional(z.int()),
  }),
);
export type Verdict = z.infer<typeof verdict>;

export interface Judgement {
  readonly verdict: Verdict['verdict'];
  readonly reason: string;
}

export const passed = (reason: string): Judgement => ({ verdict: 'passed', reason });
export const failed = (reason: string): Judgement => ({ verdict: 'failed', reason });
export const notChecked = (reason: string): Judgement => ({ verdict: 'not_checked', reason });
export const invalid = (reason: string): Judgement => ({ verdict: 'invalid', reason });
export const skipped = (reason: string): Judgement => ({ verdict: 'skipped', reason });

export type CaseStatus = 'passed' | 'failed' | 'error';

const NONE_CHECKED = 'No expectation was checked; add one that this run can check, such as `says`.';
const NONE_EXPECTED =
  'The test expects nothing, so it proves nothing; add `expect` to a turn, or `always` or `finally` to the test.';

/** The status of a case from its verdicts. A case passes only if something was checked, and held. */
export function statusOf(verdicts: readonly Pick<Verdict, 'verdict'>[]): {
  readonly status: CaseStatus;
  readonly error?: string;
} {
  const has = (one: Verdict['verdict']) => verdicts.some(({ verdict: of }) => of === one);
  if (has('failed')) return { status: 'failed' };
  if (has('invalid')) return { status: 'error', error: 'A verdict is invalid.' };
  if (!has('passed')) return { status: 'error', error: verdicts.length > 0 ? NONE_CHECKED : NONE_EXPECTED };
  return { status: 'passed' };
}
