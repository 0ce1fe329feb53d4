import { ApiError } from 'phone-call-agents-client';
import { api, type Schema } from '../../../api/client.ts';

import { type BatchRequest, inputOf, type Recipient } from './recipients.ts';

/** What all calls of a batch have in common. */
export type Common = Omit<Schema<'CallBatchInput'>, 'recipients'>;

/** The outcome of a row: its call, or why it has none. */
export interface Outcome {
  readonly recipient: Recipient;
  readonly id?: string;
  readonly why?: string;
  /** Whether another row has its number, so that it must not be sent again. */
  readonly isRepeated?: boolean;
}

/** Requests of a batch, and the outcomes of those that were answered, in their order. */
export interface Run {
  readonly requests: readonly BatchRequest[];
  readonly answered: readonly (readonly Outcome[])[];
}

/** Sends one request, and returns the outcome of each of its rows. */
export type Send = (request: BatchRequest, signal: AbortSignal) => Promise<readonly Outcome[]>;

/**
 * Sends one request of a batch, and repeats it with its key while it may succeed later: the API answers a repeat as it
 * answered the first time, and calls nobody twice. Rows whose number the API finds on another row are left out.
 */
export async function sendRequest(
  common: Common,
  request: BatchRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const { key, recipients } = request;
  const repeated = new Set<string>();
  const sent = await sendOnce(common, request, signal).catch((error: unknown) => {
    const detail = error instanceof ApiError ? error.issues : [];
    for (const { type, loc } of detail) if (type === 'repeated_number') repeated.add(loc[2] ?? '');
    if (repeated.size === 0) throw error;
    const once = recipients.filter((_, at) => !repeated.has(String(at)));
    return sendOnce(common, { key: `${key}-once`, recipients: once }, signal);
  });
  const outcomes = new Map(sent.map((outcome) => [outcome.recipient, outcome]));
  return recipients.map(
    (recipient) => outcomes.get(recipient) ?? { recipient, why: REPEATED, isRepeated: true },
  );
}

/** Retries of a request: until a first one that got no answer is certainly over. */
const RETRIES = 8;

const REPEATED = 'Another row has the same number in a different format.';

async function sendOnce(
  common: Common,
  { key, recipients }: BatchRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const body = { ...common, recipients: recipients.map(inputOf) };
  const { results } = await api.post('/v1/calls/batch', {
    body,
    idempotencyKey: key,
    retries: RETRIES,
    signal,
  });
  return recipients.map((recipient, at) => {
    const result = results[at];
    if (result && 'id' in result) return { recipient, id: result.id };
    return { recipient, why: result?.error.msg ?? 'The API returned no result for this row.' };
  });
}

/** Sends recipients to a campaign. Each refused row has its reason. */
export const sendTo =
  (id: string): Send =>
  async ({ key, recipients }, signal) => {
    const { refused = [] } = await api.post('/v1/campaigns/update', {
      query: { id },
      body: { recipients: recipients.map(inputOf) },
      idempotencyKey: key,
      retries: RETRIES,
      signal,
    });
    const issues = new Map(refused.map((issue) => [issue.line, issue]));
    return recipients.map((recipient, at): Outcome => {
      const issue = issues.get(at + 1);
      if (!issue) return { recipient, id: recipient.to_number };
      return { recipient, why: issue.msg, isRepeated: issue.type === 'repeated_number' };
    });
  };
