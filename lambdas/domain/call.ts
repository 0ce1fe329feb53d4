import * as z from 'zod/mini';
import { agentSettings, compactAgent, inlineAgentInput } from './agent.ts';
import { id, ownerFields, phoneNumber, readOnlyFields, stringMap, time } from './fields.ts';
import { referenceOr } from './reference.ts';
import { telephonyProvider } from './telephony-provider.ts';

/** States of a call; they move one way, see call-state.ts. */
export const callStatus = z.enum(['not_started', 'in_progress', 'error', 'ended']);
export type CallStatus = z.infer<typeof callStatus>;

/** A call that was not dialled so many seconds after its turn never will be: dialling has used up its attempts. */
export const UNDIALLED_SECONDS = 900;

/** Who placed a call: the service, or the other side. */
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

/** One thing said in a call, as it was heard. */
export const message = z.lazy(() =>
  z.object({
    sender: z.enum(['agent', 'human']),
    text: z.string(),
    timestamp: z.string(),
  }),
);
export type Message = z.infer<typeof message>;

/** What calls are placed with, whomever they are to. */
export const placing = () => ({
  ...readOnlyFields,
  from_number: phoneNumber,
  agent: referenceOr(inlineAgentInput),
  context: z.optional(z.nullable(stringMap)),
  scheduled_at: z.optional(z.nullable(time())),
});

/** What a user sends to place a call. */
export const callInput = z.lazy(() => z.strictObject({ ...placing(), to_number: phoneNumber }));
export type CallInput = z.infer<typeof callInput>;
export type Placing = Omit<CallInput, 'to_number' | 'scheduled_at'>;

const callFields = () => ({
  ...ownerFields,
  to_number: phoneNumber,
  from_number: phoneNumber,
  status: callStatus,
  error_message: z.optional(z.string()),
  recording_available: z.boolean(),
  transcript: z.optional(z.string()),
  direction,
  stage,
  stage_outcome: z.optional(stageOutcome),
  telephony_provider: telephonyProvider,
  /** The user's own account that the call goes through; null for the platform's. */
  telephony_account_connection: z.nullable(id),
  telephony_id: z.optional(z.string()),
  telephony_metadata: z.optional(z.object({ call_sid: z.string(), call_status: z.optional(z.string()) })),
  context: z.optional(z.nullable(stringMap)),
  created_at: z.string(),
  scheduled_at: z.optional(z.string()),
  start_time: z.optional(z.string()),
  end_time: z.optional(z.string()),
});

/** The call with its agent as it was when the call began. */
export const call = z.lazy(() => z.object({ ...callFields(), agent: compactAgent }));
export type Call = z.infer<typeof call>;

/** The call as it is listed: its agent by id. */
export const listedCall = z.lazy(() => z.object({ ...callFields(), agent: id }));
export type ListedCall = z.infer<typeof listedCall>;

/** The call as it is stored. Times are ISO 8601 in UTC. */
export const storedCall = z.lazy(() =>
  z.object({
    ...callFields(),
    agent: compactAgent,
    settings: agentSettings,
    /** Whether the call is among its user's open calls, of which there may be only so many at once. */
    counted: z.optional(z.boolean()),
    /** When it is the call's turn to be dialled, where it has to wait for it. */
    dial_at: z.optional(z.string()),
    /** When dialling was begun: set once, so that no call is dialled twice. */
    dialling_at: z.optional(z.string()),
    /** The WebSocket connection over which the conversation is held. */
    connection_id: z.optional(z.string()),
    /** Who asked for the end, when it was not the callee. */
    ended_by: z.optional(z.enum(['api', 'agent'])),
    /** When the call is next held against what the telephony vendor knows of it; absent once it is final. */
    settle_at: z.optional(z.string()),
    messages: z.optional(z.array(message)),
  }),
);
export type StoredCall = z.infer<typeof storedCall>;

/** What of a stored call is for its owner. */
export function toCall({
  settings,
  counted,
  dial_at,
  dialling_at,
  connection_id,
  ended_by,
  settle_at,
  messages,
  ...rest
}: StoredCall): Call {
  return { ...rest, ...(messages && { transcript: renderTranscript(messages) }) };
}

/** The call with its agent by id. */
export function toListedCall(source: StoredCall): ListedCall {
  const { agent, ...rest } = toCall(source);
  return { ...rest, agent: agent.id };
}

/** A transcript for reading: a line for each message, led by who spoke. */
export function renderTranscript(messages: readonly Message[]): string {
  return messages.map(({ sender, text }) => `${sender === 'agent' ? 'AGENT' : 'HUMAN'}: ${text}`).join('\n');
}
