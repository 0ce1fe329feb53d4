import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CallAnalysis } from '../../domain/analysis/call-analysis.ts';
import type { StoredCall } from '../../domain/calls/call.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { bytesOfCall } from './calls.ts';

/**
 * Bytes of a call's JSON that certainly fit into an item of 400 KB, and bytes of an analysis that fit into an event.
 */
const MAX_BYTES = 390_000;
const MAX_ANALYSIS_BYTES = 100_000;

/**
 * Stores the analysis of a run. Returns false if this or a later analysis was stored before, or the call was deleted.
 */
export async function recordAnalysis(
  table: Table,
  call: StoredCall,
  analysis: CallAnalysis,
): Promise<boolean> {
  const { run, at } = analysis;
  const { analysis: _, ...others } = call;
  const isTooLarge =
    bytesOfCall({ analysis }) > MAX_ANALYSIS_BYTES || bytesOfCall({ ...others, analysis }) > MAX_BYTES;
  const kept: CallAnalysis = isTooLarge ? { run, at, status: 'failed', error: 'too_large' } : analysis;
  return isWritten(() =>
    update(table, call, {
      set: { analysis: kept },
      condition: 'attribute_exists(pk) AND (attribute_not_exists(analysis) OR analysis.#run < :run)',
      names: { '#run': 'run' },
      values: { ':run': run },
    }),
  );
}

/**
 * Stores a request for an analysis. Returns false if another request was stored since the call was read, or the call
 * was deleted.
 */
export async function requestAnalysis(
  table: Table,
  call: StoredCall,
  request: NonNullable<StoredCall['analysis_requested']>,
): Promise<boolean> {
  const before = call.analysis_requested?.run;
  return isWritten(() =>
    update(table, call, {
      set: { analysis_requested: request },
      condition:
        before === undefined
          ? 'attribute_exists(pk) AND attribute_not_exists(analysis_requested)'
          : 'analysis_requested.#run = :before',
      ...(before !== undefined && { names: { '#run': 'run' }, values: { ':before': before } }),
    }),
  );
}

const update = (table: Table, { user_id, id }: StoredCall, change: Parameters<typeof fieldUpdate>[0]) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: recordKey(user_id, 'call', id),
      ...fieldUpdate(change),
    }),
  );
