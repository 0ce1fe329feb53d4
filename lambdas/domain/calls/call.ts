import * as z from 'zod/mini';
import { actionTaken } from '../conversations/action-run.ts';
import { type Message, message } from '../conversations/message.ts';
import { id, ownerFields, phoneNumber, readOnlyFields, stringMap, time } from '../fields.ts';
import { pickFields } from '../pick-fields.ts';
import {
  agentSettings,
  type CallAgent,
  callAgent,
  compactAgent,
  inlineAgentInput,
  toCompactAgent,
} from '../records/agent.ts';
import { referenceOr } from '../records/reference.ts';
import { telephonyProvider } from '../telephony-provider.ts';
import { telephonyParams } from './telephony-params.ts';

/** States of a call; they move one way, see call-state.ts. */
export const callStatus = z.enum(['not_started', 'in_progress', 'error', 'ended']);
export type CallStatus = z.infer<typeof callStatus>;

/** Seconds after its dial slot at which a call that was not dialled never will be: dialling has used up its attempts. */
export const UNDIALLED_SECONDS = 900;

/** Who placed a call: the service (outbound) or the caller (inbound). */
export const direction = z.enum(['outbound', 'inbound']);

const stage = z.enum(['created', 'picked_up', 'transfer_started', 'transfer_successful']);

/** How a call's last stage came to its end. */
export const stageOutcome = z.enum([
  'human_unanswered',
  'call_did_not_connect',
  'human_disconnected',
  'bot_disconnected',
  'transfer_unanswered',
  'transfer_disconnected',
]);
export type StageOutcome = z.infer<typeof stageOutcome>;

/** How a user wants a call to be handled. */
const wishes = () => ({
  on_no_human_answer: z._default(z.enum(['continue', 'hangup']), 'continue'),
  hipaa_compliant: z._default(z.boolean(), false),
  run_do_not_call_detection: z.optional(z.nullable(z.boolean())),
  telephony_params: z.optional(z.nullable(telephonyParams)),
  context: z.optional(z.nullable(stringMap)),
});

/** What calls are placed with, whomever they are to. */
export const placing = () => ({
  ...readOnlyFields,
  from_number: phoneNumber,
  agent: referenceOr(inlineAgentInput),
  ...wishes(),
  override_do_not_call: z._default(z.boolean(), false),
  scheduled_at: z.optional(z.nullable(time())),
});

/** What a user sends to place a call. */
export const callInput = z.lazy(() => z.strictObject({ ...placing(), to_number: phoneNumber }));
export type CallInput = z.infer<typeof callInput>;
export type Placing = Omit<CallInput, 'to_number' | 'scheduled_at'>;

/** Who or what answered, as far as the telephony vendor could tell. */
export const humanDetectionResult = z.enum(['human', 'no_human']);
export type HumanDetectionResult = z.infer<typeof humanDetectionResult>;

const telephonyMetadata = () =>
  z.object({
    call_sid: z.string(),
    call_status: z.optional(z.string()),
    transfer_call_sid: z.optional(z.string()),
    transfer_call_status: z.optional(z.string()),
    conference_sid: z.optional(z.string()),
  });

/** The number that a call comes from; a caller may keep theirs to themselves. */
export const callerNumber = z.union([phoneNumber, z.literal('anonymous')]);

const callFields = () => ({
  ...ownerFields,
  to_number: phoneNumber,
  from_number: callerNumber,
  status: callStatus,
  error_message: z.optional(z.string()),
  recording_available: z.boolean(),
  transcript: z.optional(z.string()),
  messages_left_out: z.optional(z.int()),
  actions_taken: z.optional(z.array(actionTaken)),
  collected_fields: z.optional(z.record(z.string(), z.nullable(z.string()))),
  direction,
  stage,
  stage_outcome: z.optional(stageOutcome),
  telephony_provider: telephonyProvider,
  /** The user's own account that the call goes through; null for the platform's. */
  telephony_account_connection: z.nullable(id),
  telephony_id: z.optional(z.string()),
  telephony_metadata: z.optional(telephonyMetadata()),
  human_detection_result: z.optional(humanDetectionResult),
  do_not_call_result: z.optional(z.nullable(z.boolean())),
  ...wishes(),
  created_at: z.string(),
  scheduled_at: z.optional(z.string()),
  start_time: z.optional(z.string()),
  end_time: z.optional(z.string()),
});

const shownFields = () => ({ ...callFields(), agent_phone_number: phoneNumber });

/** The call with its agent as it was when the call began. */
export const call = z.lazy(() => z.object({ ...shownFields(), agent: compactAgent }));
export type Call = z.infer<typeof call>;

/** The call as it is listed: its agent by id. */
export const listedCall = z.lazy(() => z.object({ ...shownFields(), agent: id }));
export type ListedCall = z.infer<typeof listedCall>;

/** The latest transfer of a call. */
const transfer = z.lazy(() =>
  z.object({
    action_id: id,
    /** The vendor's id of the conversation that was handed on. */
    session_id: z.string(),
    state: z.enum(['dialling', 'failed', 'done']),
    /** The vendor's id of the call to the other number, once it is known, and the one of the transfer before. */
    call_sid: z.optional(z.string()),
    previous_call_sid: z.optional(z.string()),
  }),
);

/** The call as it is stored. Times are ISO 8601 in UTC. */
export const storedCall = z.lazy(() =>
  z.object({
    ...callFields(),
    agent: callAgent,
    settings: agentSettings,
    /** Whether the call is counted among its user's open calls, whose number is bounded. */
    counted: z.optional(z.boolean()),
    /** Whether the call is or was counted among those that wait for their time; it is not any more when it is `counted`. */
    counted_as_scheduled: z.optional(z.boolean()),
    /** Bytes of the call that count for its user's quota. */
    stored_bytes: z.optional(z.number()),
    /** Bytes of our copy of its recording. */
    recording_bytes: z.optional(z.number()),
    /** The first dial slot that the call's message held, where the call had to wait to be dialled. */
    dial_at: z.optional(z.string()),
    /** The call's place in the dial queue of its account: see dial-queue.ts. */
    dial_tag: z.optional(z.int()),
    /** When dialling was begun: set once, so that no call is dialled twice. */
    dialling_at: z.optional(z.string()),
    /** The WebSocket connection of the conversation. */
    connection_id: z.optional(z.string()),
    /** Who asked for the end, when it was not the callee. */
    ended_by: z.optional(z.enum(['api', 'service'])),
    /** Where a context is asked for when the call is answered, and what the prompt requires of it. */
    context_source: z.optional(
      z.object({ endpoint: z.nullable(z.string()), required_keys: z.array(z.string()) }),
    ),
    /** The context that the call was given, once what was fetched is in its context, too. */
    given_context: z.optional(z.nullable(stringMap)),
    /** Whether the call is placed although its number is not to be called. */
    override_do_not_call: z.optional(z.boolean()),
    /** When it was found out whether a human answered. */
    human_detected_at: z.optional(z.string()),
    /** When the call is next reconciled with the telephony vendor; absent once it is final. */
    settle_at: z.optional(z.string()),
    messages: z.optional(z.array(message)),
    transfer: z.optional(transfer),
    /** The vendor's id of the conference that the call has become. */
    conference_sid: z.optional(z.string()),
    /** The conversation that a failed transfer ended, and that the next one goes on with. */
    returning_from: z.optional(z.string()),
    /** The conversation that broke off last, and how many have. */
    broken_off: z.optional(
      z.object({ session_id: z.string(), connection_id: z.optional(z.string()), count: z.int() }),
    ),
    /** The vendor's id of the recording, once it has made one. */
    recording_sid: z.optional(z.string()),
    /** When our copy of it was made. */
    recording_kept_at: z.optional(z.string()),
  }),
);
export type StoredCall = z.infer<typeof storedCall>;

/** Whether the agent listens in a call for a request not to be called again. */
export function detectsDoNotCall({
  run_do_not_call_detection: wish,
  settings,
}: Pick<StoredCall, 'run_do_not_call_detection' | 'settings'>): boolean {
  return wish ?? settings.run_do_not_call_detection;
}

/** The stored call as its owner sees it. */
export function toCall(stored: StoredCall): Call {
  const { agent, hipaa_compliant } = stored;
  const shown = toCompactAgent(hipaa_compliant ? withoutPrompt(agent) : agent);
  return pickFields(call, { ...withShownFields(stored), agent: shown });
}

/** The same, with its agent by id. */
export function toListedCall(stored: StoredCall): ListedCall {
  return pickFields(listedCall, { ...withShownFields(stored), agent: stored.agent.id });
}

/** Adds the fields that are shown in another form than the stored one. */
function withShownFields(stored: StoredCall) {
  const { messages, given_context, conference_sid, telephony_metadata } = stored;
  return {
    ...stored,
    agent_phone_number: stored.direction === 'outbound' ? stored.from_number : stored.to_number,
    ...(stored.hipaa_compliant && given_context !== undefined && { context: given_context }),
    ...(messages && { transcript: renderTranscript(messages) }),
    ...(conference_sid !== undefined &&
      telephony_metadata && { telephony_metadata: { ...telephony_metadata, conference_sid } }),
  };
}

/** The agent as a call keeps it of which nothing that was said may be kept. */
export function withoutPrompt(agent: CallAgent): CallAgent {
  return { ...agent, prompt: '[redacted]' };
}

/** A transcript for reading: a line for each message, led by who spoke. */
export function renderTranscript(messages: readonly Message[]): string {
  return messages.map(({ sender, text }) => `${sender === 'agent' ? 'AGENT' : 'HUMAN'}: ${text}`).join('\n');
}
