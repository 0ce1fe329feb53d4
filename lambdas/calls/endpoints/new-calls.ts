import { pinTools } from '../../actions/requests/pin-tools.ts';
import { PLATFORM_MODELS } from '../../agents/model/platform-models.ts';
import { inlineAgentReferences } from '../../agents/store/agent-references.ts';
import { warningsOfFilling } from '../../conversation/model/filled-texts.ts';
import { isOnDoNotCallList } from '../../do-not-call/store/entries.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { throwBusy } from '../../http/error-responses.ts';
import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
import { quotaIssue } from '../../http/limits/quota-issues.ts';
import { systemClock } from '../../platform/clock.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logStepOf } from '../../platform/log/in-step.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { concurrentPerUser } from '../../usage/model/settings.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { maxOpenCalls, TooManyOpenCalls } from '../../usage/store/open-calls.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../webhooks/requests/prepare-change.ts';
import { callInput } from '../model/call.ts';
import {
  type CallBatchResult,
  callBatch,
  callBatchInCommon,
  callBatchInput,
  REPEATED_BATCH,
} from '../model/call-batch.ts';
import { isForbidden } from '../model/law/dial-decision.ts';
import { reconcileSeconds } from '../model/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { warningsOfParams } from '../model/telephony-params.ts';
import {
  askLaw,
  decidedCall,
  issuesOfRepeatedNumbers,
  listedNumbers,
  type ReadRecipient,
  readRecipient,
  recipientLoc,
  refuseDoNotCall,
} from '../requests/batch-recipients.ts';
import { callView } from '../requests/called-agent.ts';
import {
  callOf,
  callTooLargeIssue,
  doNotCallIssue,
  issueOfContextSize,
  issueOfSchedule,
  lawIssue,
  planBatch,
  planCalls,
  requireAllowance,
} from '../requests/new-call.ts';
import { newCallView } from '../store/call-view.ts';
import { insertCall } from '../store/calls.ts';
import { type CallRefusal, createCalls, isTooLarge } from '../store/create-calls.ts';
import { LAW_VARIABLES } from '../store/dial-permission.ts';

export const createCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/create',
    summary: 'Place a call now or later',
    body: callInput,
    warn: warningsOfParams,
    hasUrls: true,
    complete: pinTools,
    response: callView(),
    references: inlineAgentReferences('agent'),
    tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
    tableIndexes: [OPEN_CALLS_INDEX],
    variables: [PLATFORM_MODELS, concurrentPerUser, reconcileSeconds, ...LAW_VARIABLES],
    async run({ userId, apiVersion, body, references }, { table, now, newId, randomBytes }) {
      const { to_number, context, scheduled_at, goal: _, ...common } = body;
      const at = now();
      const callee = { user_id: userId, to_number, override_do_not_call: common.override_do_not_call };
      const [plan, isListed] = await Promise.all([
        planCalls(table, common, { userId, references, newId, randomBytes, now: at, callee: to_number }),
        isOnDoNotCallList(table, callee),
      ]);
      const planned = callOf(plan, { id: newId(), to_number, context, scheduled_at }, at);
      const issue =
        issueOfSchedule(scheduled_at, at, ['body']) ??
        callTooLargeIssue(planned, ['body', 'agent']) ??
        issueOfContextSize(planned, ['body']);
      if (issue) throw invalidInput([issue]);
      if (isListed) throw new ApiError('conflict', [doNotCallIssue(['body'])]);
      const { call, decision } = await decidedCall(table, planned, at);
      if (isForbidden(decision)) throw new ApiError('conflict', [lawIssue(decision, ['body'])]);
      await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(plan.records));
      if (call.counted) await requireAllowance(table, call, at);
      // Before the call is stored, so that no failure hides a stored call.
      const callView = await newCallView(table, call, {
        inFull: hasAgentsInFull(apiVersion, { byDefault: false }),
      });
      nameCall({ userId, callId: call.id });
      const creation = { records: plan.records, maxOpen: maxOpenCalls() };
      await insertCall(table, call, creation).catch((error: unknown) => {
        if (!(error instanceof TooManyOpenCalls)) throwBusy(error);
        throw new ApiError('too_many', [tooManyCallsAt([])], { retryAfterSeconds: RETRY_AFTER_SECONDS });
      });
      return { ...callView, ...warningsOfFilling(call, { context, loc: ['body', 'context'] }) };
    },
  });

/** Milliseconds after which no more calls are stored: a client waits for 30 seconds. */
const STORING_MS = 20_000;

export const createCallBatch = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/batch',
    summary: 'Place a batch of calls',
    body: callBatchInput,
    warn: warningsOfParams,
    selectBody: () => callBatchInCommon,
    hasUrls: true,
    complete: pinTools,
    response: callBatch,
    references: inlineAgentReferences('agent'),
    tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
    tableIndexes: [OPEN_CALLS_INDEX],
    variables: [PLATFORM_MODELS, concurrentPerUser, reconcileSeconds, ...LAW_VARIABLES],
    timeoutSeconds: 29,
    repeats: REPEATED_BATCH,
    async run({ userId, body, references }, { table, now, newId, randomBytes }) {
      const { recipients, context, scheduled_at, allow_repeated, ...placing } = body;
      const at = now();
      const issue = issueOfSchedule(scheduled_at, at, ['body']);
      if (issue) throw invalidInput([issue]);
      const begunMs = systemClock().getTime();
      const plan = await planBatch(table, placing, { userId, references, newId, randomBytes, now: at });
      const inCommon = { plan, common: { context, scheduled_at }, now: at, newId };
      const parsedRecipients = recipients.map((each, index) => readRecipient(each, index, inCommon));
      const repeated = allow_repeated ? [] : issuesOfRepeatedNumbers(parsedRecipients);
      if (repeated.length > 0) throw invalidInput(repeated);
      const listed = await listedNumbers(table, parsedRecipients);
      const callable = parsedRecipients.map((each, index) => refuseDoNotCall(each, index, listed));
      const readRecipients = await askLaw(table, callable, at);
      const calls = readRecipients.flatMap((each) => ('call' in each ? [each.call] : []));
      if (isTooLarge(calls)) throw tooLarge();
      await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(plan.records));
      const dueNow = calls.find(({ counted }) => counted);
      if (dueNow) await requireAllowance(table, dueNow, at);
      const isLate = () => systemClock().getTime() - begunMs > STORING_MS;
      const batch = { calls, records: plan.records, maxOpen: maxOpenCalls(), isLate };
      const refused = await createCalls(table, batch).catch(throwBusy);
      logStepOf(calls.filter(({ id }) => !refused.has(id)));
      const results = readRecipients.map((each, index) => resultOf(each, index, refused));
      return { results, ...warningsOfBatch(calls) };
    },
  });

/** The warning about placeholders without a value in some call of a batch. */
function warningsOfBatch([first, ...others]: readonly CallWithSnapshot[]) {
  if (!first) return {};
  const ofAll = Object.entries(first.context ?? {}).filter(([key]) =>
    others.every(({ context }) => Object.hasOwn(context ?? {}, key)),
  );
  return warningsOfFilling(first, { context: Object.fromEntries(ofAll), loc: ['body', 'context'] });
}

function resultOf(
  recipient: ReadRecipient,
  index: number,
  refused: ReadonlyMap<string, CallRefusal>,
): CallBatchResult {
  if (!('call' in recipient)) return { to_number: recipient.to_number, error: copyOf(recipient.error) };
  const { id, to_number } = recipient.call;
  const reason = refused.get(id);
  if (!reason) return { to_number, id };
  const loc = recipientLoc(index);
  const issue = issueOf(reason, loc);
  return { to_number, error: copyOf(issue) };
}

function issueOf(reason: CallRefusal, loc: readonly string[]): Issue {
  if (reason === 'too_many_open') return tooManyCallsAt(loc);
  if (reason !== 'broken_off') return quotaIssue(reason, loc);
  const msg = 'The batch stopped before it placed this call; send it again.';
  return { loc, msg, type: 'broken_off' };
}

const copyOf = ({ loc, msg, type }: Issue) => ({ loc: [...loc], msg, type });

function tooLarge() {
  const msg = 'The contexts of the calls make this batch too large; send fewer recipients at once.';
  return invalidInput([{ loc: ['body', 'recipients'], msg, type: 'batch_too_large' }]);
}

/** Seconds until the next try: calls end at any time. */
const RETRY_AFTER_SECONDS = 10;

function tooManyCallsAt(loc: readonly string[]): Issue {
  const msg = `You have the maximum of ${maxOpenCalls()} open calls; try again when one of them is over.`;
  return { loc, msg, type: 'too_many_calls' };
}
