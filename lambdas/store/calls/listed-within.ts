import { type ListedCall, type StoredCall, toListedCall } from '../../domain/calls/call.ts';
import { PageTooLarge } from '../lists/pages.ts';
import type { CallsBounds } from './calls-request.ts';

/** Bytes of a call in an answer: see CallsBounds. */
export const answeredBytes = (listed: ListedCall): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(listed)));

/** The calls as lists show them. Throws PageTooLarge if they do not fit into one answer. */
export function listedWithin(
  calls: readonly StoredCall[],
  { answerBytes }: Pick<CallsBounds, 'answerBytes'>,
): ListedCall[] {
  const listed = calls.map(toListedCall);
  const bytes = listed.reduce((sum, call) => sum + answeredBytes(call), 0);
  if (bytes > answerBytes) throw new PageTooLarge('The page is too large.');
  return listed;
}
