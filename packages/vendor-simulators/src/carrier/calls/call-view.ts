import type { Call } from '../state/call.ts';

/** A call in lists of the control API. */
export function callSummary(call: Call) {
  return {
    sid: call.sid,
    account_sid: call.account.sid,
    direction: call.direction,
    parent_sid: call.parent?.sid ?? null,
    to: call.request.to,
    from: call.request.from,
    status: call.status,
    /** Whether the application has received every callback, so the log is complete. */
    finished: call.log.events.at(-1)?.type === 'end',
    created_at: call.createdAt.toISOString(),
  };
}

/** A call with its transcript and its log. */
export function callDetails(call: Call) {
  const { events } = call.log;
  const transcript = events.flatMap((event) => {
    if (event.type === 'agent_turn')
      return [{ speaker: 'agent', text: event.text, interrupted: event.interrupted }];
    return event.type === 'callee' ? [{ speaker: 'callee', text: event.text }] : [];
  });
  return { ...callSummary(call), transcript, events };
}
