import type { StoredCall } from '../../calls/model/call.ts';
import { isFinal } from '../../calls/model/call-state.ts';
import { type CallKey, getCallWithSnapshot } from '../../calls/store/calls.ts';
import type { Table } from '../../platform/table/table.ts';
import { testFromCall } from '../model/test-from-call.ts';

/** Why a call cannot be played again. Undefined if it can. */
export function issueOfReplayed({ status, hipaa_compliant, messages = [] }: StoredCall) {
  if (!isFinal(status)) return { msg: 'The call has not ended; wait until it has.', type: 'call_not_over' };
  if (!hipaa_compliant && messages.some(({ sender }) => sender === 'human')) return undefined;
  return { msg: 'The call has no stored words of the contact.', type: 'call_without_words' };
}

/** The test that repeats a call, or why it cannot be made. Undefined if the call does not exist. */
export async function scriptOfCall(table: Table, key: CallKey) {
  const call = await getCallWithSnapshot(table, key);
  if (!call) return undefined;
  const issue = issueOfReplayed(call);
  if (issue) return { issue };
  return (
    testFromCall(call) ?? { issue: { msg: 'The call has no stored words.', type: 'call_without_words' } }
  );
}
