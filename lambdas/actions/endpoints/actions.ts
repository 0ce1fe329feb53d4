import type { IncomingHttpHeaders } from 'node:http';
import { agentSettings } from '../../agents/model/agent.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { checkToolCall } from '../../conversation/model/actions/check-tool-call.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { invalidInput } from '../../http/errors.ts';
import { beginLimited, type LeaseLimit } from '../../http/limits/user-limits.ts';
import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { REDACTED } from '../../platform/fields.ts';
import { AddressRefused } from '../../platform/outbound/public-address.ts';
import { rehearsalsPerUser } from '../../rehearsals/model/settings.ts';
import { exchangeWithService } from '../ask-external-service.ts';
import {
  type Action,
  action,
  actionInput,
  actionKind,
  actionPatches,
  actionUpdate,
  toCallAction,
  withSignatureSecret,
} from '../model/action.ts';
import { actionTest, actionTestInput, type TestAnswer } from '../model/action-test.ts';
import { pinTools } from '../requests/pin-tools.ts';
import { addAction } from '../store/add-action.ts';
import { actionTestsKey } from '../store/keys.ts';

/** As many per hour as rehearsals, but counted separately. */
const ACTION_TESTS: LeaseLimit = {
  key: actionTestsKey,
  variable: rehearsalsPerUser.perHour,
  seconds: 3600,
  retryAfterSeconds: 60,
  msg: (most) => `You may test actions ${most} times an hour`,
  type: 'too_many_action_tests',
};

export const createAction = () =>
  records.defineCreation(actionKind, {
    body: actionInput,
    hasUrls: true,
    complete: pinTools,
    make: (inline, body) => addAction(inline, body),
  });

export const getAction = () => records.defineGet(actionKind);

export const listActions = () => records.defineList(actionKind, action, { hasBare: true });

export const updateAction = () =>
  records.defineTypedUpdate(actionKind, {
    body: actionUpdate,
    hasUrls: true,
    complete: pinTools,
    patches: actionPatches,
  });

export const deleteAction = () => records.defineDeletion(actionKind, { referrers: KINDS });

export const testAction = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/actions/test',
    summary: 'Send the request of an external action',
    body: actionTestInput,
    hasUrls: true,
    response: actionTest,
    references: { action: actionKind },
    tableActions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    variables: [rehearsalsPerUser.perHour],
    // The service has 10 seconds.
    timeoutSeconds: 15,
    async run({ userId, body, references }, { table, now, newId, randomBytes }) {
      const callId = newId();
      const { action: given, arguments: payload } = body;
      const action = requireExternal(
        typeof given === 'string'
          ? references.require(actionKind, given)
          : { ...withSignatureSecret(given, randomBytes), id: callId, user_id: userId },
      );
      requireFit(action, payload);
      await beginLimited(table, ACTION_TESTS, { userId, requestId: callId, now: now() });
      await recordUse(table, { userId, kind: 'action', recordId: action.id });
      return sendTest(action, { callId, payload });
    },
  });

type ExternalAction = Extract<Action, { type: 'action_external' }>;

type Arguments = Readonly<Record<string, unknown>>;

/** The action, if it sends requests; throws for any other kind. */
function requireExternal(action: Action): ExternalAction {
  if (action.type === 'action_external') return action;
  const msg = 'This action sends no request; choose one of type action_external.';
  throw invalidInput([{ loc: ['body', 'action'], msg, type: 'wrong_kind' }]);
}

/** Throws if a conversation would not send these arguments from a language model. */
function requireFit(action: ExternalAction, given: Arguments): void {
  const tools = toolsOf({ actions: [toCallAction(action)] }, agentSettings.parse({}));
  const checked = checkToolCall(tools, { name: tools[0]?.name ?? '', arguments: JSON.stringify(given) });
  if (!('issue' in checked)) return;
  throw invalidInput([{ loc: ['body', 'arguments'], msg: checked.issue, type: 'arguments_do_not_fit' }]);
}

/** Maximum number of characters of a response body to return. */
const MAX_BODY = 16_384;

/** Sends the request of an action as a rehearsal does. Returns it with its answer; never throws. */
async function sendTest(
  { config: { url, signature_secret } }: ExternalAction,
  { callId, payload }: { readonly callId: string; readonly payload: Arguments },
) {
  const begunMs = performance.now();
  const { request, response, answer, cause } = await exchangeWithService(
    { url, signature_secret },
    { callId, payload, idempotencyKey: callId, isRehearsal: true },
  );
  const ms = Math.round(performance.now() - begunMs);
  const error = 'error' in answer ? answer.error : null;
  if (!response) return { request, response: null, error: reasonOf(cause) ?? error };
  const { status, headers, body } = response;
  // Don't cut a surrogate pair in half.
  const start = body.slice(0, MAX_BODY).replace(/[\ud800-\udbff]$/, '');
  const shown: TestAnswer = { status, headers: shownHeaders(headers), body: start, ms };
  return { request, response: shown, error };
}

/** Why the request failed; undefined for a timeout. Doesn't reveal resolved addresses. */
function reasonOf(cause: unknown): string | undefined {
  if (cause instanceof AddressRefused) return 'The URL must lead to a public address.';
  if (!(cause instanceof Error) || ['TimeoutError', 'AbortError'].includes(cause.name)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (code !== undefined) return `The service could not be reached (${code}).`;
  return 'The answer of the service broke off, or has more than 64 KB.';
}

/** Names of headers whose values are secrets, such as `set-cookie`. */
const SECRET = /^(?!www-authenticate$).*(auth|cookie|credential|key|passw|secret|session|token)/;

const shownHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      SECRET.test(name) ? REDACTED : [value].flat().join(', '),
    ]),
  );
