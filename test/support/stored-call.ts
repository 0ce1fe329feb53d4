import { randomUUID } from 'node:crypto';
import type { StoredCall } from '../../lambdas/domain/calls/call.ts';
import { beginSession, type Session } from '../../lambdas/domain/conversations/conversation.ts';

/** A new stored call. */
export function storedCall(overrides: Partial<StoredCall> = {}): StoredCall {
  const user_id = overrides.user_id ?? randomUUID();
  return {
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
    settle_at: '2026-01-01T00:15:00.000Z',
    ...overrides,
  };
}

/** A new conversation of a call. */
export function sessionOf(
  { id, user_id, agent, settings, hipaa_compliant }: StoredCall,
  greeting?: string,
): Session {
  return beginSession(
    { call_id: id, user_id, agent, settings, hipaa_compliant },
    greeting,
    new Date('2026-01-01T00:00:05.000Z'),
  );
}
