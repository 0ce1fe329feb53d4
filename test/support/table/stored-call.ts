import { randomUUID } from 'node:crypto';
import { startOf } from '../../../lambdas/calls/model/opening.ts';
import { type CallWithSnapshot, ownFieldsOfSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { beginSession } from '../../../lambdas/conversation/model/session-events.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';

/** A new call with its snapshot. */
export function storedCall(overrides: Partial<CallWithSnapshot> = {}): CallWithSnapshot {
  const user_id = overrides.user_id ?? randomUUID();
  return withKept({
    id: randomUUID(),
    user_id,
    from_number: '+15550001111',
    to_number: '+15550002222',
    agent: {
      id: randomUUID(),
      user_id,
      prompt: 'You are kind.',
      actions: [],
      voice: { id: randomUUID(), user_id, type: 'voice_builtin', voice_id: 'default' },
      webhook: null,
    },
    settings: {
      language: 'en',
      interrupt_sensitivity: 'low',
      endpointing_sensitivity: 'auto',
      conversation_speed: 1,
      llm_temperature: 0,
      noise_suppression: false,
      ivr_navigation_mode: 'off',
      initial_message_delay: 0,
      ask_if_human_present_on_idle: false,
      run_do_not_call_detection: false,
      mask_dtmf: false,
    },
    status: 'not_started',
    recording_available: false,
    on_no_human_answer: 'continue',
    hipaa_compliant: false,
    telephony_provider: 'telephony_vendor_a',
    telephony_account_connection: null,
    direction: 'outbound',
    stage: 'created',
    created_at: '2026-01-01T00:00:00.000Z',
    reconcile_at: '2026-01-01T00:15:00.000Z',
    ...overrides,
  });
}

/** Stores a new call. */
export async function newCallIn(table: Table, overrides: Partial<CallWithSnapshot> = {}) {
  const call = storedCall(overrides);
  await insertCall(table, call);
  return { call, key: { userId: call.user_id, callId: call.id } };
}

/** The call with the fields that it keeps of its snapshot. */
export const withKept = <C extends Omit<CallWithSnapshot, 'agent_id' | 'webhook_id'>>(call: C) => ({
  ...call,
  ...ownFieldsOfSnapshot(call),
});

/** A new conversation of a call. */
export function sessionOf(call: CallWithSnapshot, greeting?: string): Session {
  return beginSession(startOf(call), greeting, new Date('2026-01-01T00:00:05.000Z'));
}
