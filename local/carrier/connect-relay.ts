import type { Program } from './call.ts';
import { playCallee } from './play-callee.ts';
import { RelaySession } from './relay.ts';
import type { RelayResult } from './relay-options.ts';
import { signedPost } from './signed-post.ts';
import type { ProgramRun } from './speak.ts';
import type { Connect } from './twiml.ts';
import { TwimlError } from './twiml-error.ts';
import { voiceParameters } from './voice-parameters.ts';

/** Holds a conversation to its end, reports it to the action's URL, and gives what that answers. */
export async function connectRelay(
  run: ProgramRun,
  connect: Connect,
  action: string | undefined,
): Promise<Program | undefined> {
  const { context, call, signal } = run;
  let callee: Promise<void> = Promise.resolve();
  const session = new RelaySession({
    context,
    call,
    connect,
    signal,
    onBegin: (begun) => {
      const isGreeted = Boolean(connect.relay.welcomeGreeting);
      callee = playCallee({
        session: begun,
        callee: call.callee,
        lines: call.lines,
        pace: context.pace,
        isGreeted,
      });
    },
  });
  const result = await session.result;
  await callee;
  context.closing.throwIfAborted();
  if (result.error) call.log.add({ type: 'error', code: result.error.code, message: result.error.message });
  // A redirected call has left this conversation behind: nobody waits for its outcome.
  if (action === undefined || (signal.aborted && !call.over.aborted)) return undefined;
  const params = { ...voiceParameters(call), ...sessionParameters(session, result) };
  const answer = await signedPost({
    context,
    call,
    purpose: 'action',
    url: action,
    method: connect.method,
    params,
  });
  if (call.over.aborted) return undefined;
  if (answer?.status !== 200 && answer?.status !== 204) {
    throw new TwimlError(11200, `${action} answered ${answer?.status ?? 'nothing'}.`);
  }
  return answer.body.trim() === '' ? undefined : { twiml: answer.body, base: action };
}

function sessionParameters(session: RelaySession, result: RelayResult): Record<string, string> {
  return {
    SessionId: session.id,
    SessionStatus: result.status,
    SessionDuration: String(Math.round((Date.now() - session.startedAt) / 1000)),
    ...(result.handoffData === undefined ? {} : { HandoffData: result.handoffData }),
    ...(result.error ? { ErrorCode: String(result.error.code), ErrorMessage: result.error.message } : {}),
  };
}
