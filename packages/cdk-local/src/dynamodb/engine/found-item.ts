import type { BufferedStore } from '../store/buffered-store.ts';
import type { Item } from '../store/change.ts';

/** The item that a condition was checked on, if the request asks for it after a failure. */
export function foundItem(parameters: Record<string, unknown>, store: BufferedStore): Item | undefined {
  if (parameters.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return undefined;
  return store.touched.values().next().value?.item;
}
