import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { AccountOf } from '../../account-connections/telephony-accounts.ts';
import { isSignedByAccount, SIGNATURE_HEADER } from '../../account-connections/verify-signature.ts';
import { refusal } from '../../http/error-responses.ts';
import { systemClock } from '../../platform/clock.ts';
import { id } from '../../platform/fields.ts';
import { callbackKeys, type TableAction, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { header } from '../../platform/header.ts';
import { currentStep, nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { defineWorker, type Worker } from '../../platform/worker.ts';
import { hasCallbackKey, type KeyedRecord } from '../../vendors/telephony/callback-keys.ts';
import { type CallbackKind, callbackPath, callbackUrl } from '../callback-urls.ts';
import type { StoredCall } from '../model/call.ts';
import { type CallKey, loadCall } from '../store/calls.ts';

export interface CallbackRequest {
  readonly table: Table;
  readonly key: CallKey;
  readonly call: StoredCall | undefined;
  readonly form: Readonly<Record<string, string>>;
  /** The index of the transfer attempt that the callback is about; undefined for none. */
  readonly attempt: number | undefined;
  readonly arrivedAt: Date;
}

/** Timeout of a callback in seconds: the vendor waits 15 for a response. */
export const CALLBACK_TIMEOUT_SECONDS = 14;

type WorkerFields = Omit<Worker, 'stack' | 'trigger' | 'timeoutSeconds'>;

/** The worker of one kind of callback about a call, with the grants and variables that verification needs. */
export const callbackWorker = (
  kind: CallbackKind,
  {
    tableActions,
    grants = [],
    variables = [],
    ...fields
  }: WorkerFields & { readonly tableActions: readonly TableAction[] },
) =>
  defineWorker({
    ...fields,
    stack: 'Calls',
    trigger: { by: 'callback', path: callbackPath(kind) },
    grants: [tableAccess(tableActions), telephonyAccount, callbackKeys, ...grants],
    variables: [CALLBACK_BASE_URL, ...variables],
    timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  });

/** Longest field of a callback that is read, in characters: ids have 34, our own hand-off data 60. */
const MAX_FIELD_LENGTH = 1_000;

/** A Lambda handler for one kind of callback about a call: verifies the signature, then answers with TwiML. */
export function vendorCallback(kind: CallbackKind, handle: (request: CallbackRequest) => Promise<string>) {
  const keyOf = ({ userId, recordId: callId }: KeyedRecord): CallKey => ({ userId, callId });
  return signedCallback({
    kind,
    purpose: 'call',
    find: (table, record) => loadCall(table, keyOf(record)),
    url: (record, attempt) => callbackUrl(kind, keyOf(record), attempt),
    handle: ({ record, foundRecord: call, ...request }) => handle({ ...request, key: keyOf(record), call }),
  });
}

interface SignedCallback<Found> {
  readonly kind: string;
  readonly purpose: 'call' | 'number';
  readonly find: (table: Table, record: KeyedRecord) => Promise<Found | undefined>;
  readonly url: (record: KeyedRecord, attempt: number | undefined) => Promise<string>;
  readonly handle: (
    request: Omit<CallbackRequest, 'key' | 'call'> & {
      readonly record: KeyedRecord;
      readonly foundRecord: Found | undefined;
    },
  ) => Promise<string>;
}

/** A Lambda handler for one kind of callback. Our key in the path is checked before anything is read. */
export function signedCallback<Found extends AccountOf>(callback: SignedCallback<Found>) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { kind, purpose } = callback;
    try {
      const record = recordIn(event, purpose);
      if (record === undefined || !(await hasCallbackKey(record, record.key))) {
        logger.warn('A callback without a valid key was refused.', { kind });
        return refusal(403, 'forbidden', 'The key in this URL is not valid.');
      }
      const form = readForm(event);
      const signature = header(event.headers, SIGNATURE_HEADER);
      const table = stackTable();
      const foundRecord = await callback.find(table, record);
      // The stored record names the account whose token signs the callback.
      const attempt = readAttempt(event);
      const signed = { signature, url: await callback.url(record, attempt), form, now: systemClock() };
      if (!(await isSignedByAccount(table, foundRecord, signed))) {
        const { userId, recordId } = record;
        // Owners of other accounts could inflate the metric.
        if (foundRecord && !foundRecord.telephony_account_connection) emitMetrics({ CallbackUnsigned: 1 });
        logger.warn('A callback with a wrong signature was refused.', { kind, userId, recordId });
        return refusal(403, 'forbidden', 'The signature is missing or wrong.');
      }
      annotateStep(record, foundRecord);
      const arrivedAt = arrival();
      // The vendor sends no longer fields: they would not fit into a record.
      const fields = Object.entries(form).filter(([, value]) => value.length <= MAX_FIELD_LENGTH);
      const bounded = Object.fromEntries(fields);
      const body = await callback.handle({ table, record, foundRecord, form: bounded, attempt, arrivedAt });
      return { statusCode: 200, headers: { 'content-type': 'text/xml' }, body };
    } catch (error) {
      logger.error('A callback could not be handled.', { kind, error });
      return refusal(
        500,
        'internal_error',
        'The service failed; try again, or give the operator the request id.',
      );
    }
  };
}

const pathParameters = z.object({ user_id: id, record_id: id, key: z.string() });

/** The record that the path names, with the key in it. Returns undefined if the path is malformed. */
function recordIn({ pathParameters: path }: APIGatewayProxyEvent, purpose: KeyedRecord['purpose']) {
  const { data } = pathParameters.safeParse({ ...path, record_id: path?.[`${purpose}_id`] });
  return data && { purpose, userId: data.user_id, recordId: data.record_id, key: data.key };
}

/** Adds the callback's record to the log context, once the signature is verified. */
function annotateStep({ purpose, userId, recordId }: KeyedRecord, foundRecord: unknown): void {
  const step = currentStep();
  if (step) step.userId = userId;
  if (purpose === 'call' && foundRecord !== undefined) nameCall({ userId, callId: recordId });
}

function arrival(): Date {
  const startMs = currentStep()?.startMs;
  return startMs === undefined ? systemClock() : new Date(startMs);
}

/** The attempt that the URL names. The signature covers the URL, so a changed one is refused there. */
function readAttempt({ queryStringParameters }: APIGatewayProxyEvent): number | undefined {
  const text = queryStringParameters?.attempt;
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function readForm({ body, isBase64Encoded }: APIGatewayProxyEvent): Record<string, string> {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return Object.fromEntries(new URLSearchParams(text));
}
