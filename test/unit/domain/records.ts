import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import { beginSession, type Session } from '../../../lambdas/domain/conversations/conversation.ts';

export const USER = '01890a5d-ac96-774b-bcce-b302099a8001';
export const CALL = '01890a5d-ac96-774b-bcce-b302099a8002';
export const AGENT = '01890a5d-ac96-774b-bcce-b302099a8003';
export const WEBHOOK = '01890a5d-ac96-774b-bcce-b302099a8004';
export const ACTION = '01890a5d-ac96-774b-bcce-b302099a8006';
export const VOICE = '01890a5d-ac96-774b-bcce-b302099a8005';

/** A moment some seconds after the tests' beginning of time. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));

/** A call that was just created, with what a test changes of it. */
export function storedCall(changes: Partial<StoredCall> = {}): StoredCall {
  return {
    id: CALL,
    user_id: USER,
    from_number: '+15551230001',
    to_number: '+15551230002',
    agent: {
      id: AGENT,
      user_id: USER,
      prompt: 'Be kind.',
      actions: [],
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
    settings: {
      language: 'en',
      interrupt_sensitivity: 'low',
      endpointing_sensitivity: 'auto',
      conversation_speed: 1,
      speech_keywords: null,
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
    created_at: at(0).toISOString(),
    ...changes,
  };
}

/** A conversation of that call. */
export function session(greeting?: string): Session {
  const { id, user_id, agent, settings } = storedCall();
  return beginSession({ call_id: id, user_id, agent, settings, context: null }, greeting, at(0));
}
