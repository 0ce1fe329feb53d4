import { type StoredCall, toListedCall } from './call.ts';

/** Fields of a listed call that a list of calls can be narrowed to one value of. */
export const FILTER_FIELDS = ['status', 'agent', 'from_number', 'to_number', 'direction'] as const;
type FilterField = (typeof FILTER_FIELDS)[number];

/** What a list of calls is narrowed to; what is left out narrows nothing. */
export type CallFilter = {
  readonly [F in FilterField]?: ReturnType<typeof toListedCall>[F] | undefined;
} & {
  /** ISO 8601 in UTC, to the millisecond: calls that were created then or later. */
  readonly created_after?: string | undefined;
  /** Likewise: calls that were created earlier. */
  readonly created_before?: string | undefined;
};

/** Whether a call is one of those that the list is narrowed to. */
export function matches(call: StoredCall, filter: CallFilter): boolean {
  const { created_after = '', created_before } = filter;
  if (call.created_at < created_after) return false;
  if (created_before !== undefined && call.created_at >= created_before) return false;
  const listed = toListedCall(call);
  return FILTER_FIELDS.every((field) => filter[field] === undefined || filter[field] === listed[field]);
}
