import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import type { StoredCall } from './call.ts';

export type CallWithSnapshot = StoredCall & CallSnapshot;

/** The fields that a call stores itself, because lists, events and its end need them. */
export function ownFieldsOfSnapshot({
  agent,
  settings,
  run_do_not_call_detection: wish,
}: CallSnapshot & Pick<StoredCall, 'run_do_not_call_detection'>) {
  return {
    agent_id: agent.id,
    webhook_id: agent.webhook?.id ?? null,
    ...((wish ?? settings.run_do_not_call_detection) && { detects_do_not_call: true }),
    ...((settings.collect_fields ?? []).length > 0 && { collects_fields: true }),
    ...(settings.analysis && { is_analyzed: true }),
  };
}

export function withoutSnapshot({
  agent,
  settings,
  prompt: _,
  handoff_agents: __,
  context_source,
  ...call
}: CallWithSnapshot): StoredCall {
  return { ...call, ...ownFieldsOfSnapshot({ agent, settings, ...call }) };
}
