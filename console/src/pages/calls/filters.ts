import type { Schema } from '../../api/client.ts';
import type { CallFilters, ListedCall } from '../../api/lists.ts';
import { objectOf } from '../../form/field.ts';
import { ANSWERERS, ENDS } from '../../format/outcome.ts';
import { isPartOfNumber } from '../../format/phone-number.ts';
import { rangeOf } from '../../format/time-range.ts';
import { type CALL_FILTERS, stringifySearch } from '../../search.ts';

/** The filters in the address. */
export type CallSearch = { readonly [Name in (typeof CALL_FILTERS)[number]]?: string };

export const STATUSES = ['not_started', 'in_progress', 'ended', 'error'] as const;
export const DIRECTIONS = ['outbound', 'inbound'] as const;

/** The key of a record that a text of the address is. */
const keyIn = <Key extends string>(record: Readonly<Record<Key, unknown>>, text: string | undefined) =>
  Object.keys(record).find((key): key is Key => key === text);

/** What the API filters by. A range ends now, and begins at the same midnight for the whole day. */
export function apiFilters(search: CallSearch, nowMs = Date.now()): CallFilters {
  const { from, until } = rangeOf(search, nowMs);
  return {
    status: STATUSES.find((name) => name === search.status),
    direction: DIRECTIONS.find((name) => name === search.direction),
    answered_by: keyIn(ANSWERERS, search.answered_by),
    agent: search.agent,
    from_number: search.from_number,
    to_number: search.to_number,
    stage_outcome: keyIn(ENDS, search.outcome),
    created_after: from,
    created_before: until,
  };
}

/** The request that lists the calls that pass the API's filters: path and query. */
export const listTarget = (search: CallSearch): string =>
  `/v1/calls/list${stringifySearch({ ...apiFilters(search), size: 100 })}`;

/** What the search of a call looks through. */
type Searched = Partial<
  Pick<ListedCall, 'transcript' | 'summary' | 'error_message' | 'from_number' | 'to_number'>
>;

/** Whether a call passes the filter that the API does not have: text in its words or numbers. */
export function passes(call: Searched, search: CallSearch): boolean {
  const text = search.text?.trim().toLowerCase();
  if (!text) return true;
  const words = [call.transcript, call.summary, call.error_message];
  if (words.some((one) => one?.toLowerCase().includes(text))) return true;
  return [call.from_number, call.to_number].some((number) => number && isPartOfNumber(text, number));
}

/** Letters of a quotation, which begins with what was found: its column is narrow. */
const QUOTED = 80;

/** What was said in a call that has the text; undefined if its summary or its fault, which are shown, have it. */
export function quotationOf(call: Searched, text = ''): string | undefined {
  const wanted = text.trim().toLowerCase();
  if ([call.summary, call.error_message].some((one) => one?.toLowerCase().includes(wanted))) return undefined;
  const said = call.transcript ?? '';
  const at = said.toLowerCase().indexOf(wanted);
  if (wanted === '' || at < 0) return undefined;
  return `… ${said.slice(at, at + QUOTED).trim()} …`;
}

/** Whether a call passes the filters of the API that a change can make it leave: the others compare what never changes. */
export const stillPasses = (
  { status }: Pick<Schema<'ListedCall'>, 'status'>,
  filters: Pick<CallFilters, 'status'>,
): boolean => filters.status === undefined || filters.status === status;

/** A name for what stands behind the `?` of the address. */
export interface View {
  readonly name: string;
  readonly search: string;
}

/** What the browser has kept; another version of the page, or a person, may have written anything. */
export function viewsIn(text: string | null): readonly View[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  const { name, search } = objectOf(value);
  return typeof name === 'string' && typeof search === 'string';
}
