import { call, callInput, toCall } from '../../domain/call.ts';
import { maxOpenCalls, tooManyCalls } from '../../platform/call-limit.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { DomainError, invalidInput } from '../../platform/errors.ts';
import { faultsOfUrls } from '../../platform/outbound-urls.ts';
import { inlineAgentReferences } from '../../store/agents.ts';
import { createCall as storeCall } from '../../store/calls.ts';
import { mayNotBeCalled, notToBeCalledAt } from '../../store/do-not-call.ts';
import { callOf, faultOfRoom, faultOfSchedule, planCalls } from '../../store/new-call.ts';
import { TooManyOpenCalls } from '../../store/open-calls.ts';
import { CREATE_RECORDS } from '../../store/records.ts';

export const createCall = defineEndpoint({
  operation: 'createCall',
  method: 'POST',
  path: '/v1/calls/create',
  summary: 'Place a call, now or later',
  body: callInput,
  faultsOfBody: faultsOfUrls,
  response: call,
  references: inlineAgentReferences('agent'),
  tableActions: ['BatchGetItem', 'Query', ...CREATE_RECORDS],
  makesCalls: true,
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    const { to_number, context, scheduled_at, ...common } = body;
    const at = now();
    const callee = { user_id: userId, to_number, override_do_not_call: common.override_do_not_call };
    const [plan, isListed] = await Promise.all([
      planCalls(table, common, { userId, references, newId, randomBytes }),
      mayNotBeCalled(table, callee),
    ]);
    const stored = callOf(plan, { id: newId(), to_number, context, scheduled_at }, at);
    const fault = faultOfSchedule(scheduled_at, at, ['body']) ?? faultOfRoom(stored, ['body', 'agent']);
    if (fault) throw invalidInput([fault]);
    if (isListed) throw new DomainError('conflict', [notToBeCalledAt(['body'])]);
    const creation = { records: plan.records, maxOpen: maxOpenCalls() };
    await storeCall(table, stored, creation).catch((error: unknown) => {
      throw error instanceof TooManyOpenCalls ? tooManyCalls() : error;
    });
    return toCall(stored);
  },
});

export const handler = serve(createCall);
