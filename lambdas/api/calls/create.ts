import { call, callInput } from '../../domain/calls/call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, invalidInput } from '../../rest/errors.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { maxOpenCalls, tooManyCalls } from '../../rest/limits/open-calls-limit.ts';
import { throwBusy } from '../../rest/limits/too-busy.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import {
  MAX_OPEN_CALLS,
  OUTBOUND_ALLOWED_NETWORKS,
  RECONCILE_SECONDS,
} from '../../runtime/variables/settings.ts';
import { createCall as storeCall } from '../../store/calls/calls.ts';
import { showNewCall } from '../../store/calls/shown-call.ts';
import { isOnDoNotCallList } from '../../store/do-not-call/entries.ts';
import { TooManyOpenCalls } from '../../store/quotas/open-calls.ts';
import { inlineAgentReferences } from '../../store/records/agent-references.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { OPEN_CALLS_INDEX } from '../../store/table/keys.ts';
import {
  callOf,
  callTooLargeFault,
  doNotCallFault,
  faultOfContextSize,
  faultOfSchedule,
  planCalls,
  requireAllowance,
} from './new-call.ts';

export const createCall = defineEndpoint({
  operation: 'createCall',
  method: 'POST',
  path: '/v1/calls/create',
  summary: 'Place a call now or later',
  body: callInput,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: call,
  references: inlineAgentReferences('agent'),
  tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
  tableIndexes: [OPEN_CALLS_INDEX],
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS, MAX_OPEN_CALLS, RECONCILE_SECONDS],
  namesCalls: true,
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    const { to_number, context, scheduled_at, ...common } = body;
    const at = now();
    const callee = { user_id: userId, to_number, override_do_not_call: common.override_do_not_call };
    const [plan, isListed] = await Promise.all([
      planCalls(table, common, { userId, references, newId, randomBytes, now: at, callee: to_number }),
      isOnDoNotCallList(table, callee),
    ]);
    const stored = callOf(plan, { id: newId(), to_number, context, scheduled_at }, at);
    const fault =
      faultOfSchedule(scheduled_at, at, ['body']) ??
      callTooLargeFault(stored, ['body', 'agent']) ??
      faultOfContextSize(stored, ['body']);
    if (fault) throw invalidInput([fault]);
    if (isListed) throw new ApiError('conflict', [doNotCallFault(['body'])]);
    await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(plan.records));
    if (stored.counted) await requireAllowance(table, stored, at);
    // Before the call is stored, so that no failure hides a stored call.
    const shown = await showNewCall(table, stored);
    nameCall({ userId, callId: stored.id });
    const creation = { records: plan.records, maxOpen: maxOpenCalls() };
    await storeCall(table, stored, creation).catch((error: unknown) => {
      throw error instanceof TooManyOpenCalls ? tooManyCalls() : throwBusy(error);
    });
    return shown;
  },
});

export const handler = serve(createCall);
