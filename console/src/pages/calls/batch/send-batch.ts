import { api, bodyOf, type Schema } from '../../../api/client.ts';
import { isPassing } from '../../../api/fault.ts';
import { patiently } from '../../../api/patiently.ts';
import { type BatchRequest, inputOf, type Recipient } from './recipients.ts';

/** What all calls of a batch have in common. */
export type Common = Omit<Schema<'CallBatchInput'>, 'recipients'>;

/** What became of a row: its call, or why there is none. */
export interface Outcome {
  readonly recipient: Recipient;
  readonly id?: string;
  readonly why?: string;
}

/** Requests of a batch, and the outcomes of those that were answered, in their order. */
export interface Run {
  readonly common: Common;
  readonly requests: readonly BatchRequest[];
  readonly answered: readonly (readonly Outcome[])[];
}

/**
 * Sends one request of a batch, and repeats it with its key while it may succeed later: the API answers a repeat as it
 * answered the first time, and calls nobody twice.
 */
export async function sendRequest(
  common: Common,
  { key, recipients }: BatchRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const body = { ...common, recipients: recipients.map(inputOf) };
  const { results } = await patiently(
    () => bodyOf(api.POST('/v1/calls/batch', { body, headers: { 'idempotency-key': key } })),
    {
      signal,
      mayPass: (fault) => isPassing(fault) || fault.detail.some(({ type }) => type === 'request_in_progress'),
    },
  );
  return recipients.map((recipient, at) => {
    const result = results[at];
    if (result && 'id' in result) return { recipient, id: result.id };
    return { recipient, why: result?.error.msg ?? 'The answer has no result for it.' };
  });
}
