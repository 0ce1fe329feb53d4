import * as z from 'zod/mini';
import { getSnapshot } from '../../agents/store/snapshots.ts';
import { getTurns } from '../../conversation/store/conversations.ts';
import { forgetCall } from '../../deliveries/store/delivery-requests.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { idQuery, pageSize } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { id } from '../../platform/fields.ts';
import { recordings } from '../../platform/grants.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { deletion } from '../../platform/reference.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { callReview, reviewInput } from '../model/call-review.ts';
import { isFinal } from '../model/call-state.ts';
import { type CallTurn, callTurn, turnsOfCall, turnView } from '../model/call-turns.ts';
import { hasRecording } from '../model/recording.ts';
import { recordings as recordingSettings } from '../model/settings.ts';
import { callView } from '../requests/called-agent.ts';
import { recordReview } from '../store/call-fields.ts';
import { loadCallView } from '../store/call-view.ts';
import { loadCall } from '../store/calls.ts';
import { removeCall } from '../store/delete-call.ts';
import { FINISH_CALL, finishCall } from '../store/finish-call.ts';
import { recordingLink } from '../store/recordings.ts';

export const getCall = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls',
    summary: 'Get a call with its agent',
    query: idQuery,
    response: callView(),
    tableActions: ['GetItem', 'BatchGetItem'],
    variables: [PRICES],
    async run({ userId, apiVersion, query }, { table }) {
      const [existingCall, snapshot] = await Promise.all([
        loadCall(table, { userId, callId: query.id }),
        // Only a call of a batch has its snapshot elsewhere.
        getSnapshot(table, { userId, snapshotId: query.id }),
      ]);
      const callView =
        existingCall &&
        (await loadCallView(table, existingCall, {
          prices: readVariable(PRICES),
          snapshot,
          inFull: hasAgentsInFull(apiVersion, { byDefault: false }),
        }));
      if (!callView) throw notFound('call');
      return callView;
    },
  });

const DEFAULT_SIZE = 50;

export const listTurns = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls/turns',
    summary: 'List the turns of a call',
    query: z.lazy(() =>
      z.strictObject({
        id,
        size: pageSize(),
        cursor: z.optional(cursorOf(z.strictObject({ after: z.int().check(z.minimum(1)) }))),
      }),
    ),
    response: z.array(callTurn),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query }, { table }) {
      const key = { userId, callId: query.id };
      const call = await loadCall(table, key);
      if (!call) throw notFound('call');
      nameCall(key);
      const { connection_id: connectionId } = call;
      const isOpen = !isFinal(call.status) && connectionId !== undefined;
      const turns = isOpen ? (await getTurns(table, connectionId)).map(turnView) : turnsOfCall(call);
      const { size = DEFAULT_SIZE, cursor } = query;
      const laterTurns = turns.filter(({ number }) => number > (cursor?.after ?? 0));
      const { agent_version } = call;
      const version = agent_version === undefined ? {} : { agent_version };
      const page: CallTurn[] = laterTurns.slice(0, size).map((turn) => ({ ...turn, ...version }));
      const after = laterTurns.length > size ? page.at(-1)?.number : undefined;
      return new Reply(page, {
        link: linkHeader(query, after === undefined ? undefined : cursorText({ after })),
      });
    },
  });

export const getRecording = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls/recording',
    summary: 'Get the recording of a call',
    query: idQuery,
    response: z.undefined(),
    redirectsTo: 'audio/mpeg',
    responseHeaders: ['Location'],
    tableActions: ['GetItem'],
    grants: [recordings(['GetObject'])],
    variables: [recordingSettings.days],
    async run({ userId, query }, { table, now }) {
      const key = { userId, callId: query.id };
      const call = await loadCall(table, key);
      if (!call) throw notFound('call');
      const days = readVariable(recordingSettings.days);
      if (!hasRecording(call, { days, now: now() })) throw noRecording();
      const location = await recordingLink(key, now());
      return new Reply(undefined, { location, 'cache-control': 'no-store' }, 302);
    },
  });

function noRecording(): ApiError {
  const msg = 'The call has no recording: none was made, it is not ready yet, or it has expired.';
  return new ApiError('not_found', [{ loc: ['query', 'id'], msg, type: 'no_recording' }]);
}

export const endCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/end',
    summary: 'End a call',
    query: idQuery,
    response: callView(),
    tableActions: [...FINISH_CALL, 'BatchGetItem'],
    variables: [PRICES],
    async run({ userId, apiVersion, query }, { table, now }) {
      const key = { userId, callId: query.id };
      const prices = readVariable(PRICES);
      const ended = await finishCall(table, key, { transition: 'end', now: now(), endedBy: 'api', prices });
      if (ended) nameCall(key);
      const callView =
        ended &&
        (await loadCallView(table, ended, {
          prices,
          inFull: hasAgentsInFull(apiVersion, { byDefault: false }),
        }));
      if (!callView) throw notFound('call');
      return callView;
    },
  });

export const deleteCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/delete',
    summary: 'Delete a call that is over',
    query: idQuery,
    response: deletion,
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    grants: [recordings(['DeleteObject'])],
    async run({ userId, query }, { table, newId, now }) {
      const key = { userId, callId: query.id };
      const outcome = await removeCall(table, key, (call) =>
        forgetCall(table, call, { requestId: newId(), now: now() }),
      );
      if (outcome === 'unknown') throw notFound('call');
      nameCall(key);
      if (outcome === 'not_over') throw notOver();
      return { id: query.id, deleted: true as const };
    },
  });

function notOver(): ApiError {
  const msg = 'The call is not over; end it, or wait for its end.';
  return new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'call_not_over' }]);
}

export const reviewCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/review',
    summary: 'Review a call',
    query: idQuery,
    body: reviewInput,
    response: z.lazy(() => z.object({ id, review: z.optional(callReview) })),
    tableActions: ['UpdateItem'],
    async run({ userId, query, body: { state, note } }, { table, now }) {
      const key = { userId, callId: query.id };
      const review = { state, ...(note && { note }), at: now().toISOString() };
      const reviewed = await recordReview(table, key, review);
      if (!reviewed) throw notFound('call');
      nameCall(key);
      return { id: query.id, ...reviewed };
    },
  });
