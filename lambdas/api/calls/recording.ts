import * as z from 'zod/mini';
import { hasRecording } from '../../domain/recording.ts';
import { defineEndpoint, Reply, serve } from '../../platform/endpoint.ts';
import { environment } from '../../platform/environment.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getCall } from '../../store/calls.ts';
import { recordingLink } from '../../store/recordings.ts';

export const getRecording = defineEndpoint({
  operation: 'getRecording',
  method: 'GET',
  path: '/v1/calls/recording',
  summary: 'Listen to the recording of a call',
  query: idQuery,
  response: z.undefined(),
  redirectsTo: 'audio/mpeg',
  responseHeaders: ['Location'],
  tableActions: ['GetItem'],
  recordingActions: ['GetObject'],
  async run({ userId, query }, { table, now }) {
    const name = { userId, callId: query.id };
    const call = await getCall(table, name);
    if (!call) throw notFound('call');
    const days = Number(environment('RECORDING_DAYS'));
    if (!hasRecording(call, { days, now: now() })) throw noRecording();
    const location = await recordingLink(name, now());
    return new Reply(undefined, { location, 'cache-control': 'no-store' }, 302);
  },
});

function noRecording(): DomainError {
  const msg = 'The call has no recording: none was made, it is not there yet, or it is not kept any more.';
  return new DomainError('not_found', [{ loc: ['query', 'id'], msg, type: 'no_recording' }]);
}

export const handler = serve(getRecording);
