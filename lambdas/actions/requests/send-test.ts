import type { IncomingHttpHeaders } from 'node:http';
import { agentSettings } from '../../agents/model/agent.ts';
import { checkToolCall } from '../../conversation/model/actions/check-tool-call.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import { invalidInput } from '../../http/errors.ts';
import { REDACTED } from '../../platform/fields.ts';
import { AddressRefused } from '../../platform/outbound/public-address.ts';
import { exchangeWithService } from '../ask-external-service.ts';
import { type Action, toCallAction } from '../model/action.ts';
import type { TestAnswer } from '../model/action-test.ts';

type ExternalAction = Extract<Action, { type: 'action_external' }>;

type Arguments = Readonly<Record<string, unknown>>;

/** The action, if it sends requests; throws for any other kind. */
export function requireExternal(action: Action): ExternalAction {
  if (action.type === 'action_external') return action;
  const msg = 'This action sends no request; choose one of type action_external.';
  throw invalidInput([{ loc: ['body', 'action'], msg, type: 'wrong_kind' }]);
}

/** Throws if a conversation would not send these arguments of a language model. */
export function requireFit(action: ExternalAction, given: Arguments): void {
  const tools = toolsOf({ actions: [toCallAction(action)] }, agentSettings.parse({}));
  const checked = checkToolCall(tools, { name: tools[0]?.name ?? '', arguments: JSON.stringify(given) });
  if (!('issue' in checked)) return;
  throw invalidInput([{ loc: ['body', 'arguments'], msg: checked.issue, type: 'arguments_do_not_fit' }]);
}

/** Most characters of an answer that are shown. */
const MAX_SHOWN = 16_384;

/** Sends the request of an action as a rehearsal does. Returns it with its answer; never throws. */
export async function sendTest(
  { config: { url, signature_secret } }: ExternalAction,
  { callId, payload }: { readonly callId: string; readonly payload: Arguments },
) {
  const begunMs = performance.now();
  const { request, response, answer, cause } = await exchangeWithService(
    { url, signature_secret },
    { callId, payload, isRehearsal: true },
  );
  const ms = Math.round(performance.now() - begunMs);
  const error = 'error' in answer ? answer.error : null;
  if (!response) return { request, response: null, error: reasonOf(cause) ?? error };
  const { status, headers, body } = response;
  // Not half of a character that has two units.
  const start = body.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '');
  const shown: TestAnswer = { status, headers: shownHeaders(headers), body: start, ms };
  return { request, response: shown, error };
}

/** Why a service could not be asked; undefined for a time-out. Resolved addresses are not shown. */
function reasonOf(cause: unknown): string | undefined {
  if (cause instanceof AddressRefused) return 'The URL must lead to a public address.';
  if (!(cause instanceof Error) || ['TimeoutError', 'AbortError'].includes(cause.name)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (code !== undefined) return `The service could not be asked (${code}).`;
  return 'The service could not be asked: its answer broke off, or has more than 64 KB.';
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
