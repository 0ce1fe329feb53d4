import { PageTooLarge } from '../../records/store/lists/pages.ts';
import type { Prices } from '../../usage/model/prices.ts';
import type { StoredCall } from '../model/call.ts';
import type { CallFilter } from '../model/call-filter.ts';
import { type ListedCall, toListedCall } from '../model/listed-call.ts';

export interface CallsRequest {
  readonly filter: CallFilter;
  /** Only calls after this one, in the order of the list. */
  readonly after?: string | undefined;
  /** The number of calls up to that one, if it is known. */
  readonly before?: number | undefined;
  /** The number of all calls, if an earlier page counted them. @default count them */
  readonly total?: number | undefined;
  /** The number of the page, from 1, in place of `after`. It needs a size. */
  readonly page?: number | undefined;
  readonly descending?: boolean | undefined;
  readonly size?: number | undefined;
  readonly bounds: CallsBounds;
  /** @default costs are left out */
  readonly prices?: Prices | undefined;
}

export type NumberedRequest = CallsRequest & { readonly page: number; readonly size: number };

export interface CallsBounds {
  /** Bytes of the response as JSON in JSON: the form in which a function returns it to API Gateway. */
  readonly answerBytes: number;
  /** Bytes of stored calls as JSON; one further batch of up to 16 MB may be read. */
  readonly readBytes: number;
  /** Megabytes of the index that are scanned. */
  readonly indexPages: number;
}

export interface CallsPage {
  readonly calls: readonly ListedCall[];
  /** The id after which the list continues; undefined at its end. */
  readonly next: string | undefined;
  /** The number of calls; an estimate, or those found so far, unless it is exact. */
  readonly total: number;
  readonly isExact: boolean;
  /** The number of calls on this page and those before it, if known. */
  readonly passed: number;
}

export interface CallsPart {
  readonly calls: readonly StoredCall[];
  /** The id at which the part ends; undefined at the end of the list. */
  readonly end: string | undefined;
}

/** Bytes of a call in an answer: see CallsBounds. */
export const answeredBytes = (listed: ListedCall): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(listed)));

/** The calls as lists show them. Throws PageTooLarge if they do not fit into one answer. */
export function listedWithin(
  calls: readonly StoredCall[],
  { bounds: { answerBytes }, prices }: Pick<CallsRequest, 'bounds' | 'prices'>,
): ListedCall[] {
  const listed = calls.map((call) => toListedCall(call, prices));
  const bytes = listed.reduce((sum, call) => sum + answeredBytes(call), 0);
  if (bytes > answerBytes) throw new PageTooLarge('The page is too large.');
  return listed;
}
