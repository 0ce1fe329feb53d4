import { startOf } from '../../lambdas/calls/model/opening.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import type { Session } from '../../lambdas/conversation/model/session.ts';
import { beginSession } from '../../lambdas/conversation/model/session-events.ts';
import { storedCall, withKept } from './table/stored-call.ts';

export const USER = '01890a5d-ac96-774b-bcce-b302099a8001';
export const CALL = '01890a5d-ac96-774b-bcce-b302099a8002';
export const AGENT = '01890a5d-ac96-774b-bcce-b302099a8003';
export const WEBHOOK = '01890a5d-ac96-774b-bcce-b302099a8004';
export const ACTION = '01890a5d-ac96-774b-bcce-b302099a8006';
export const VOICE = '01890a5d-ac96-774b-bcce-b302099a8005';

/** A moment some seconds after the tests' beginning of time. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));

/** A new call with the ids above and a test's changes. */
export function knownCall(changes: Partial<CallWithSnapshot> = {}): CallWithSnapshot {
  const call = storedCall({ id: CALL, user_id: USER, created_at: at(0).toISOString() });
  return withKept({
    ...call,
    from_number: '+15551230001',
    to_number: '+15551230002',
    agent: {
      ...call.agent,
      id: AGENT,
      prompt: 'Be kind.',
      voice: { id: VOICE, user_id: USER, type: 'voice_builtin', voice_id: 'default' },
      initial_message: null,
      webhook: {
        id: WEBHOOK,
        user_id: USER,
        subscriptions: [],
        url: 'https://example.com/hook',
        method: 'POST',
      },
    },
    ...changes,
  });
}

/** A conversation of that call. */
export function session(greeting?: string): Session {
  return beginSession(startOf(knownCall({ context: null })), greeting, at(0));
}
