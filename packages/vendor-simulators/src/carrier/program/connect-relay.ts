import { askAction } from '../calls/ask-action.ts';
import type { ProgramRun } from '../calls/speak.ts';
import { playCallee } from '../relay/play-callee.ts';
import { RelaySession } from '../relay/relay.ts';
import type { RelayResult } from '../relay/relay-options.ts';
import type { Program } from '../requests/program.ts';
import type { Connect } from '../twiml/connect-markup.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';

/** Runs a conversation to its end, reports it to the action, and returns the action's instructions. */
export async function connectRelay(
  run: ProgramRun,
  connect: Connect,
  base: string | undefined,
): Promise<Program | undefined> {
  const { context, call, signal } = run;
  const action = connect.action === undefined ? undefined : resolveUrl(connect.action, base);
  let callee: Promise<void> = Promise.resolve();
  const session: RelaySession = new RelaySession({
    context,
    call,
    connect,
    signal,
    onBegin: () => {
      const isGreeted = Boolean(connect.relay.welcomeGreeting);
      callee = playCallee({
        session,
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
