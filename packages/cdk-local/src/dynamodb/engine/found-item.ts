import type { BufferedStore } from '../store/buffered-store.ts';
import type { Item } from '../store/change.ts';

/** The item that failed a condition, if the request asks for it. */
export function foundItem(parameters: Record<string, unknown>, store: BufferedStore): Item | undefined {
  if (parameters.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return undefined;
  return store.touched.values().next().value?.item;
}
