import type { StoredCall } from '../../domain/calls/call.ts';
import type { CallFilter } from '../../domain/calls/call-filter.ts';

/** Which of a user's calls are listed. */
export interface CallsRequest {
  readonly filter: CallFilter;
  /** Only calls that are older than this one. */
  readonly after?: string | undefined;
  /** No more than so many. @default as many as fit */
  readonly size?: number | undefined;
  readonly bounds: CallsBounds;
}

/** Where a list of calls ends before its end. */
export interface CallsBounds {
  /** Bytes of the answer, as JSON within JSON: so a function hands it to API Gateway. */
  readonly answerBytes: number;
  /** Bytes of stored calls, as JSON; one stretch of up to 16 MB more may be read. */
  readonly readBytes: number;
  /** How much of the index is looked through, in MB. */
  readonly indexPages: number;
}

/** The calls in a part of the list. */
export interface CallsPart {
  readonly calls: readonly StoredCall[];
  /** The id with which the part ends; undefined at the end of the list. */
  readonly end: string | undefined;
}
