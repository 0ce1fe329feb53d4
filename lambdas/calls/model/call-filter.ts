import type { StoredCall } from './call.ts';
import { toListedCall } from './listed-call.ts';

export const FILTER_FIELDS = [
  'status',
  'agent',
  'from_number',
  'to_number',
  'direction',
  'answered_by',
  'stage_outcome',
] as const;
type FilterField = (typeof FILTER_FIELDS)[number];

export type CallFilter = {
  readonly [F in FilterField]?: ReturnType<typeof toListedCall>[F] | undefined;
} & {
  /** ISO 8601 in UTC, to the millisecond; inclusive. */
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
};

export function matches(call: StoredCall, filter: CallFilter): boolean {
  const { created_after = '', created_before } = filter;
  if (call.created_at < created_after) return false;
  if (created_before !== undefined && call.created_at >= created_before) return false;
  const listed = toListedCall(call);
  return FILTER_FIELDS.every((field) => filter[field] === undefined || filter[field] === listed[field]);
}
