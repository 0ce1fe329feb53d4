import type { CollectedFields } from '../../conversation/model/collected-fields.ts';
import type { Table } from '../../platform/table/table.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { changeCounts } from '../../usage/store/open-calls.ts';
import type { Language } from '../../vendors/model/languages.ts';
import type { SpeechPart } from '../../vendors/model/speech-part.ts';
import type { CallAnalysis } from '../model/analysis/call-analysis.ts';
import type { HumanDetectionResult, StoredCall } from '../model/call.ts';
import type { CallReview } from '../model/call-review.ts';
import { bytesOfCall, type CallKey, loadCall, OF_VENDOR_CALL, updateCall } from './calls.ts';

const EXISTS = 'attribute_exists(pk)';

const keyOf = ({ user_id: userId, id: callId }: StoredCall): CallKey => ({ userId, callId });

export async function recordContext(table: Table, call: StoredCall): Promise<void> {
  const { context, given_context } = call;
  await updateCall(table, keyOf(call), {
    set: { context, given_context },
    condition: '#status = :in_progress AND attribute_not_exists(given_context)',
    values: { ':in_progress': 'in_progress' },
  });
}

export async function recordHumanDetection(
  table: Table,
  key: CallKey,
  { result, now }: { readonly result: HumanDetectionResult; readonly now: Date },
): Promise<void> {
  await updateCall(table, key, {
    set: { human_detection_result: result, human_detected_at: now.toISOString() },
    condition: 'attribute_exists(pk) AND attribute_not_exists(human_detection_result)',
  });
}

/** Stores the language in which a call continues, for its record and for a conversation that resumes this one. */
export async function recordLanguageOfCall(
  table: Table,
  key: CallKey,
  spoken_language: Language,
): Promise<void> {
  await updateCall(table, key, { set: { spoken_language }, condition: EXISTS });
}

/** Stores why a call is ended, for its user. */
export async function explainEnd(table: Table, key: CallKey, reason: string): Promise<void> {
  await updateCall(table, key, {
    set: { error_message: reason },
    condition: `${EXISTS} AND attribute_not_exists(error_message)`,
  });
}

/** Stores the provider that took the place of one that failed. The first of each side stays. */
export async function recordFailoverOfCall(
  table: Table,
  key: CallKey,
  { part, provider, now }: { readonly part: SpeechPart; readonly provider: string; readonly now: Date },
): Promise<void> {
  const field = `${part}_failover`;
  await updateCall(table, key, {
    set: { [field]: { provider, at: now.toISOString() } },
    condition: `${EXISTS} AND attribute_not_exists(${field})`,
  });
}

/** Notes that the recording may have words of a secure step: it is deleted when it is ready. */
export async function discardRecording(table: Table, key: CallKey): Promise<void> {
  await updateCall(table, key, { set: { discards_recording: true }, condition: EXISTS });
}

/** Why speech failed in a conversation. */
export interface SpeechFailure {
  readonly voiceRefused: boolean;
  /** The side whose provider failed. */
  readonly failedPart: SpeechPart | undefined;
}

/** Notes a lost connection. Returns false if it was noted, the call is over, or another conversation has begun. */
export function noteBrokenConversation(
  table: Table,
  call: StoredCall,
  { sessionId, voiceRefused, failedPart }: SpeechFailure & { readonly sessionId: string },
): Promise<boolean> {
  const { connection_id, broken_off } = call;
  const failed_speech = [...(broken_off?.failed_speech ?? []), ...(failedPart ? [failedPart] : [])];
  const refused_voice = voiceRefused ? sessionId : broken_off?.refused_voice;
  const isLast =
    connection_id === undefined ? 'attribute_not_exists(connection_id)' : 'connection_id = :connection';
  return updateCall(table, keyOf(call), {
    set: {
      broken_off: {
        session_id: sessionId,
        count: (broken_off?.count ?? 0) + 1,
        ...(connection_id !== undefined && { connection_id }),
        ...(refused_voice !== undefined && { refused_voice }),
        ...(failed_speech.length > 0 && { failed_speech }),
      },
    },
    condition: `#status = :in_progress AND (attribute_not_exists(broken_off) OR broken_off.session_id <> :session) AND ${isLast}`,
    values: {
      ':in_progress': 'in_progress',
      ':session': sessionId,
      ...(connection_id !== undefined && { ':connection': connection_id }),
    },
  });
}

/** Stores the vendor's id of a recording. Returns false if the call has one already or was never dialed. */
export const recordRecording = (
  table: Table,
  key: CallKey,
  { sid, recordingSid }: { readonly sid: string; readonly recordingSid: string },
): Promise<boolean> =>
  updateCall(table, key, {
    set: { recording_sid: recordingSid },
    condition: `attribute_not_exists(recording_sid) AND ${OF_VENDOR_CALL}`,
    values: { ':sid': sid },
  });

export async function markRecordingKept(
  table: Table,
  key: CallKey,
  { bytes, sha256, now }: { readonly bytes: number; readonly sha256: string; readonly now: Date },
): Promise<boolean> {
  const isKept = await updateCall(table, key, {
    set: {
      ...{ recording_available: true, recording_kept_at: now.toISOString() },
      ...{ recording_bytes: bytes, recording_sha256: sha256 },
    },
    condition: `${EXISTS} AND recording_available = :false`,
    values: { ':false': false },
  });
  if (isKept) await changeCounts(table, { userId: key.userId, bytes });
  return isKept || (await loadCall(table, key))?.recording_available === true;
}

/** Stores the collected fields of a call. Returns false if they were stored before or the call was deleted. */
export const recordCollectedFields = (
  table: Table,
  key: CallKey,
  collected_fields: CollectedFields,
): Promise<boolean> =>
  updateCall(table, key, {
    set: { collected_fields },
    condition: `${EXISTS} AND attribute_not_exists(collected_fields)`,
  });

/** Bytes of a call's JSON that certainly fit into an item of 400 KB; those of an analysis that fit into an event. */
const MAX_BYTES = 390_000;
const MAX_ANALYSIS_BYTES = 100_000;

/** Stores the analysis of a run. Returns false if this or a later one was stored before, or the call was deleted. */
export function recordAnalysis(table: Table, call: StoredCall, analysis: CallAnalysis): Promise<boolean> {
  const { run, at } = analysis;
  const isTooLarge =
    bytesOfCall({ analysis }) > MAX_ANALYSIS_BYTES || bytesOfCall({ ...call, analysis }) > MAX_BYTES;
  const outcome: CallAnalysis = isTooLarge ? { run, at, status: 'failed', error: 'too_large' } : analysis;
  const succeeded = outcome.success?.value ?? undefined;
  return updateCall(table, keyOf(call), {
    set: { analysis: outcome, ...(succeeded !== undefined && { succeeded }) },
    remove: succeeded === undefined ? ['succeeded'] : [],
    condition: `${EXISTS} AND (attribute_not_exists(analysis) OR analysis.#run < :run)`,
    names: { '#run': 'run' },
    values: { ':run': run },
  });
}

/** Stores a request for an analysis. Returns false if there was another since the call was read, or it was deleted. */
export function requestAnalysis(
  table: Table,
  call: StoredCall,
  request: NonNullable<StoredCall['analysis_requested']>,
): Promise<boolean> {
  const before = call.analysis_requested?.run;
  return updateCall(table, keyOf(call), {
    set: { analysis_requested: request },
    ...(before === undefined
      ? { condition: `${EXISTS} AND attribute_not_exists(analysis_requested)` }
      : {
          condition: 'analysis_requested.#run = :before',
          names: { '#run': 'run' },
          values: { ':before': before },
        }),
  });
}

/** Stores what a reviewer found, or removes it. Returns what is stored; undefined if there is no such call. */
export async function recordReview(
  table: Table,
  key: CallKey,
  review: Pick<CallReview, 'note' | 'at'> & { readonly state: CallReview['state'] | null },
): Promise<{ readonly review?: CallReview } | undefined> {
  const stamp = stampOf(table);
  const { by = 'operator', token_id } = stamp.changed_by ?? {};
  const { state, ...rest } = review;
  const kept = state && { state, ...rest, by, ...(token_id !== undefined && { token_id }) };
  const isKept = await updateCall(table, key, {
    set: { ...stamp, ...(kept && { review: kept }) },
    remove: kept ? [] : ['review'],
    condition: EXISTS,
  });
  if (!isKept) return undefined;
  return kept ? { review: kept } : {};
}
