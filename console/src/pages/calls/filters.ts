import type { Schema } from '../../api/client.ts';
import type { CallFilters } from '../../api/lists.ts';
import { stringifySearch } from '../../search.ts';

/** The filters of the page of calls, as they stand in its address. */
export const CALL_FILTERS = [
  'status',
  'agent',
  'from_number',
  'to_number',
  'direction',
  'outcome',
  'after',
  'before',
  'text',
] as const;

/** The filters in the address. */
export type CallSearch = { readonly [Name in (typeof CALL_FILTERS)[number]]?: string };

export const STATUSES = ['not_started', 'in_progress', 'ended', 'error'] as const;
export const DIRECTIONS = ['outbound', 'inbound'] as const;
export const OUTCOMES = [
  'human_unanswered',
  'call_did_not_connect',
  'human_disconnected',
  'bot_disconnected',
  'transfer_unanswered',
  'transfer_disconnected',
] as const;

/** What the API filters by. */
export function apiFilters(search: CallSearch): CallFilters {
  return {
    status: STATUSES.find((name) => name === search.status),
    direction: DIRECTIONS.find((name) => name === search.direction),
    agent: search.agent,
    from_number: search.from_number,
    to_number: search.to_number,
    created_after: search.after,
    created_before: search.before,
  };
}

/** The request that lists the calls that pass the API's filters: path and query. */
export const listTarget = (search: CallSearch): string =>
  `/v1/calls/list${stringifySearch({ ...apiFilters(search), size: 100 })}`;

/** Whether a call passes the filters that the API does not have: the outcome, and text in its transcript. */
export function passes(
  call: Pick<Schema<'ListedCall'>, 'stage_outcome' | 'transcript'>,
  search: CallSearch,
): boolean {
  if (search.outcome !== undefined && call.stage_outcome !== search.outcome) return false;
  const text = search.text?.trim().toLowerCase();
  return !text || (call.transcript ?? '').toLowerCase().includes(text);
}

/** Whether a call passes the filters of the API that a change can make it leave: the others compare what never changes. */
export const stillPasses = (
  { status }: Pick<Schema<'ListedCall'>, 'status'>,
  filters: Pick<CallFilters, 'status'>,
): boolean => filters.status === undefined || filters.status === status;
