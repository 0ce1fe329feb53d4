import type { StoredCall } from '../../domain/calls/call.ts';
import type { CallFilter } from '../../domain/calls/call-filter.ts';

/** The selection of a user's calls. */
export interface CallsRequest {
  readonly filter: CallFilter;
  /** Only calls older than this one. */
  readonly after?: string | undefined;
  /** No more than so many. @default as many as fit */
  readonly size?: number | undefined;
  readonly bounds: CallsBounds;
}

/** The bounds of one answer. */
export interface CallsBounds {
  /** Bytes of the answer as JSON in JSON: the form in which a function returns it to API Gateway. */
  readonly answerBytes: number;
  /** Bytes of stored calls as JSON; one further batch of up to 16 MB may be read. */
  readonly readBytes: number;
  /** Megabytes of the index that are scanned. */
  readonly indexPages: number;
}

/** A part of the list. */
export interface CallsPart {
  readonly calls: readonly StoredCall[];
  /** The id at which the part ends; undefined at the end of the list. */
  readonly end: string | undefined;
}
