import { askAction } from './ask-action.ts';
import type { Program } from './call.ts';
import type { Connect } from './connect-markup.ts';
import { playCallee } from './play-callee.ts';
import { RelaySession } from './relay.ts';
import type { RelayResult } from './relay-options.ts';
import { resolveUrl } from './resolve-url.ts';
import type { ProgramRun } from './speak.ts';

/** Holds a conversation to its end, reports it to the action's URL, and gives what that answers. */
export async function connectRelay(
  run: ProgramRun,
  connect: Connect,
  base: string | undefined,
): Promise<Program | undefined> {
  const { context, call, signal } = run;
  const action = connect.action === undefined ? undefined : resolveUrl(connect.action, base);
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
  if (action === undefined) return undefined;
  return askAction(run, { url: action, method: connect.method, params: sessionParameters(session, result) });
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
