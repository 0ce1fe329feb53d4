import { timeOf } from '../records/model/change-stamp.ts';
import type { Revision, RevisionChanged } from '../records/store/revisions.ts';
import { ApiError } from './errors.ts';
import { Reply } from './reply.ts';

const etagOf = ({ id }: Revision): string => `"${id}"`;

export const revised = <Body>(body: Body, revision: Revision): Reply<Body> =>
  new Reply(body, { etag: etagOf(revision) });

/** The refusal of a request whose record was changed: by whom, when, and the present revision. */
export function revisionChanged({ present }: RevisionChanged): ApiError {
  const { stamp } = present;
  const token = stamp?.token_id === undefined ? 'the operator' : `the token ${stamp.token_id}`;
  const change = stamp
    ? `It was changed at ${timeOf(stamp).toISOString()} by ${token} (${stamp.operation ?? 'unknown'})`
    : 'It was never changed';
  const msg = `The record has another revision. ${change}, and its revision is ${etagOf(present)}. Get it again, and repeat your change.`;
  const issue = { loc: ['header', 'if-match'], msg, type: 'revision_changed' };
  return new ApiError('revision_changed', [issue], { etag: etagOf(present) });
}
