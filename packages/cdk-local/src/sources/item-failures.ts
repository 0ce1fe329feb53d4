import * as z from 'zod';
import type { InvocationResult } from '../functions/functions.ts';

const responseSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/** The failed items of a batch: all, if the invocation failed, or answered with an unknown item or form. */
export function failedItems(result: InvocationResult, identifiers: readonly string[]): ReadonlySet<string> {
  const all = new Set(identifiers);
  if (!result.ok) return all;
  const response = responseSchema.safeParse(result.payload);
  if (!response.success) return all;
  const failed = (response.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((identifier) => all.has(identifier)) ? new Set(failed) : all;
}
