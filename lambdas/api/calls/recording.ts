import * as z from 'zod/mini';
import { hasRecording } from '../../domain/calls/recording.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { ApiError, notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { recordings } from '../../runtime/grants.ts';
import { RECORDING_DAYS } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { getCall } from '../../store/calls/calls.ts';
import { recordingLink } from '../../store/calls/recordings.ts';

export const getRecording = defineEndpoint({
  operation: 'getRecording',
  method: 'GET',
  path: '/v1/calls/recording',
  summary: 'Get the recording of a call',
  query: idQuery,
  response: z.undefined(),
  redirectsTo: 'audio/mpeg',
  responseHeaders: ['Location'],
  tableActions: ['GetItem'],
  grants: [recordings(['GetObject'])],
  variables: [RECORDING_DAYS],
  async run({ userId, query }, { table, now }) {
    const key = { userId, callId: query.id };
    const call = await getCall(table, key);
    if (!call) throw notFound('call');
    const days = readVariable(RECORDING_DAYS);
    if (!hasRecording(call, { days, now: now() })) throw noRecording();
    const location = await recordingLink(key, now());
    return new Reply(undefined, { location, 'cache-control': 'no-store' }, 302);
  },
});

function noRecording(): ApiError {
  const msg = 'The call has no recording: none was made, it is not ready yet, or it has expired.';
  return new ApiError('not_found', [{ loc: ['query', 'id'], msg, type: 'no_recording' }]);
}

export const handler = serve(getRecording);
