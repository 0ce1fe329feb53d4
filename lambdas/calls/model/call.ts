import * as z from 'zod/mini';
import {
  type TelephonyConnection,
  telephonyConnection,
  telephonyProvider,
  withoutAuthToken,
} from '../../account-connections/model/account-connection.ts';
import { actionTaken } from '../../actions/model/action.ts';
import { calledAgent, inlineAgentInput } from '../../agents/model/agent.ts';
import { type CallAgent, compactAgent, toCompactAgent } from '../../agents/model/compact-agent.ts';
import { versionChoice } from '../../agents/model/version-split.ts';
import { purpose } from '../../consents/model/consent.ts';
import { answeredByStep } from '../../conversation/model/answerer/who-answered.ts';
import { disclosureSaid } from '../../conversation/model/disclosure.ts';
import { callValue, stepVisit } from '../../conversation/model/steps/call-steps.ts';
import { type Message, message } from '../../conversation/model/transcript-message.ts';
import { keptTurn, latency, latencyOf } from '../../conversation/model/turn-figures.ts';
import {
  id,
  ownerFields,
  phoneNumber,
  REDACTED,
  readOnlyFields,
  requiredText,
  stringMap,
  text,
  time,
  utcTime,
  warningField,
} from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { referenceOr } from '../../platform/reference.ts';
import { visibleFields } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { answeredBy } from '../../vendors/model/answered-by.ts';
import { language } from '../../vendors/model/languages.ts';
import { speechPart } from '../../vendors/model/speech-part.ts';
import { analysisRequest, callAnalysis } from './analysis/call-analysis.ts';
import { callReview } from './call-review.ts';
import { agentOfCall, agentsOf, callCost, costOf } from './cost.ts';
import { checkedLists, contactLocation, dialDecision } from './law/dial-decision.ts';
import { telephonyParams } from './telephony-params.ts';
import { storedText, textMessage, withTextStatus } from './text-messages.ts';
import { transfer, transferAttempt } from './transfer/transfer.ts';

export const callStatus = z.enum(['not_started', 'in_progress', 'error', 'ended']);
export type CallStatus = z.infer<typeof callStatus>;

export const direction = z.enum(['outbound', 'inbound']);

const stage = z.enum(['created', 'picked_up', 'transfer_started', 'transfer_successful']);

export const stageOutcome = z.enum([
  'human_unanswered',
  'call_did_not_connect',
  'human_disconnected',
  'bot_disconnected',
  'transfer_unanswered',
  'transfer_disconnected',
  'screened',
]);
export type StageOutcome = z.infer<typeof stageOutcome>;

const callOptions = () => ({
  on_no_human_answer: z._default(z.enum(['continue', 'hangup', 'leave_message']), 'continue'),
  hipaa_compliant: z._default(z.boolean(), false),
  run_do_not_call_detection: z.optional(z.nullable(z.boolean())),
  context: z.optional(z.nullable(stringMap)),
});

/** What decides by law whether the call may be dialed. */
export const lawFields = <Time extends z.ZodMiniType<string>>(at: Time) => ({
  purpose: z.optional(z.nullable(purpose)),
  subject: z.optional(z.nullable(requiredText(200))),
  contact_location: z.optional(z.nullable(contactLocation)),
  checked_lists: z.optional(z.nullable(checkedLists(at))),
});

export const sharedCallFields = () => ({
  ...readOnlyFields,
  from_number: phoneNumberInput,
  agent: referenceOr(inlineAgentInput),
  agent_version: z.optional(z.nullable(versionChoice)),
  ...callOptions(),
  telephony_params: z.optional(z.nullable(telephonyParams)),
  override_do_not_call: z._default(z.boolean(), false),
  scheduled_at: z.optional(z.nullable(time())),
  ...lawFields(time()),
});

export const callInput = z.lazy(() =>
  z.strictObject({
    ...sharedCallFields(),
    to_number: phoneNumberInput,
    /** Sent by old clients; has no effect. */
    goal: z.optional(z.nullable(text(2000))),
  }),
);
export type CallInput = z.infer<typeof callInput>;
export type SharedCallInput = Omit<CallInput, 'to_number' | 'scheduled_at' | 'goal'>;

export const humanDetectionResult = z.enum(['human', 'no_human']);
export type HumanDetectionResult = z.infer<typeof humanDetectionResult>;

const vendorData = () => ({
  call_sid: z.string(),
  call_status: z.optional(z.string()),
  transfer_call_sid: z.optional(z.string()),
  transfer_call_status: z.optional(z.string()),
  conference_sid: z.optional(z.string()),
});

const METADATA_TYPE = 'telephony_metadata_vendor_a' as const;

/** Stands for the number of a caller who withholds it. */
export const WITHHELD = 'anonymous';

export const callerNumber = z.union([phoneNumber, z.literal(WITHHELD)]);

/** The provider that replaced a failed one, under the telephony vendor's name. */
const failover = () => z.object({ provider: z.string(), at: utcTime() });

const callFields = () => ({
  ...ownerFields,
  to_number: phoneNumber,
  from_number: callerNumber,
  status: callStatus,
  error_message: z.optional(z.string()),
  /** The version of its agent; absent if the agent could not be stored as a version. */
  agent_version: z.optional(z.int()),
  recording_available: z.boolean(),
  transcript: z.optional(z.string()),
  messages_left_out: z.optional(z.int()),
  turns_left_out: z.optional(z.int()),
  actions_taken: z.optional(z.array(actionTaken)),
  collected_fields: z.optional(z.record(z.string(), z.nullable(z.string()))),
  values: z.optional(z.record(z.string(), callValue)),
  path: z.optional(z.array(stepVisit)),
  transfer_attempts: z.optional(z.array(transferAttempt)),
  direction,
  stage,
  stage_outcome: z.optional(stageOutcome),
  telephony_provider: telephonyProvider,
  /** The user's own telephony account; null for the platform's account. */
  telephony_account_connection: z.nullable(id),
  telephony_id: z.optional(z.string()),
  telephony_metadata: z.optional(z.object(vendorData())),
  human_detection_result: z.optional(humanDetectionResult),
  answered_by: z.optional(answeredBy),
  answered_by_steps: z.optional(z.array(answeredByStep)),
  do_not_call_result: z.optional(z.nullable(z.boolean())),
  /** The language that the caller requested or spoke, if it isn't the agent's first. */
  spoken_language: z.optional(language),
  voice_failover: z.optional(failover()),
  transcription_failover: z.optional(failover()),
  ...callOptions(),
  telephony_params: z.optional(z.nullable(z.record(z.string(), z.string()))),
  ...lawFields(utcTime()),
  dial_decision: z.optional(dialDecision),
  disclosures: z.optional(z.array(disclosureSaid)),
  campaign_id: z.optional(id),
  review: z.optional(callReview),
  /** The call in which the contact asked for this one, and the call that they asked for in this one. */
  callback_of: z.optional(id),
  callback_call_id: z.optional(id),
  created_at: utcTime(),
  scheduled_at: z.optional(utcTime()),
  start_time: z.optional(utcTime()),
  end_time: z.optional(utcTime()),
});

export const viewFields = () => ({
  ...callFields(),
  latency: z.optional(latency),
  telephony_metadata: z.optional(z.object({ type: z.literal(METADATA_TYPE), ...vendorData() })),
  agent_phone_number: phoneNumber,
});

const callViewFields = () => ({
  ...viewFields(),
  agent: compactAgent,
  telephony_account_connection: z.nullable(telephonyConnection),
  cost: z.optional(callCost),
  agents: z.optional(z.array(agentOfCall)),
  analysis: z.optional(callAnalysis),
  texts: z.optional(z.array(textMessage)),
  ...warningField(),
});

export const call = z.lazy(() => z.object(callViewFields()));
export type Call = z.infer<typeof call>;

export const fullCall = z.lazy(() => z.object({ ...callViewFields(), agent: calledAgent }));
export type FullCall = z.infer<typeof fullCall>;

/** The call as it is stored. Times are ISO 8601 in UTC. */
export const storedCall = z.lazy(() =>
  z.object({
    ...callFields(),
    agent_id: id,
    webhook_id: z.nullable(id),
    detects_do_not_call: z.optional(z.boolean()),
    collects_fields: z.optional(z.boolean()),
    is_analyzed: z.optional(z.boolean()),
    /** The number of the campaign's recipient. */
    campaign_recipient: z.optional(z.string()),
    /** The snapshot that it shares with the other calls of its batch; absent if it has its own. */
    snapshot_id: z.optional(id),
    counted: z.optional(z.boolean()),
    /** Whether the call was counted as scheduled. It no longer counts as such once it is `counted` as open. */
    counted_as_scheduled: z.optional(z.boolean()),
    stored_bytes: z.optional(z.number()),
    recording_bytes: z.optional(z.number()),
    recording_sha256: z.optional(z.string()),
    /** The number of times that the vendor was busy or unreachable when the call was dialed. */
    dial_failures: z.optional(z.int()),
    /** When dialing began. It is set once, so that no call is dialed twice. */
    dialing_at: z.optional(z.string()),
    connection_id: z.optional(z.string()),
    /** Who ended the call; absent if the callee hung up. */
    ended_by: z.optional(z.enum(['api', 'service'])),
    /** The context given with the call, after a fetched one was added to `context`. */
    given_context: z.optional(z.nullable(stringMap)),
    /** Whether the call is placed although the number is on the do-not-call list. */
    override_do_not_call: z.optional(z.boolean()),
    human_detected_at: z.optional(z.string()),
    /** When the call is next reconciled with the telephony vendor; absent once it is over and nothing is left to do. */
    reconcile_at: z.optional(z.string()),
    messages: z.optional(z.array(message)),
    turns: z.optional(z.array(keptTurn)),
    analysis: z.optional(callAnalysis),
    /** For figures of many calls: the analysis' success, the silence before each answer, and the cost at the end. */
    succeeded: z.optional(z.boolean()),
    silences_ms: z.optional(z.array(z.int())),
    counted_cost: z.optional(z.number()),
    analysis_requested: z.optional(analysisRequest),
    texts: z.optional(z.array(storedText)),
    /** Increases with each write of `texts`, to detect concurrent ones. */
    text_changes: z.optional(z.int()),
    transfer: z.optional(transfer),
    /** The model's whisper for a transfer. It quotes the call, so the end of the call deletes it. */
    whisper: z.optional(z.object({ session_id: z.string(), text: z.string() })),
    conference_sid: z.optional(z.string()),
    /** The connection that ended for a failed transfer; the next conversation resumes it. */
    returning_from: z.optional(z.string()),
    /** The last conversation that lost its connection, and the vendor's session that refused the agent's voice. */
    broken_off: z.optional(
      z.object({
        session_id: z.string(),
        connection_id: z.optional(z.string()),
        count: z.int(),
        refused_voice: z.optional(z.string()),
        failed_speech: z.optional(z.array(speechPart)),
      }),
    ),
    recording_sid: z.optional(z.string()),
    recording_kept_at: z.optional(z.string()),
    /** It may have what was said in a secure step, so it is not kept. */
    discards_recording: z.optional(z.boolean()),
  }),
);
export type StoredCall = z.infer<typeof storedCall>;

export const callKind: Kind<StoredCall> = {
  name: 'call',
  schema: storedCall,
  list: 'uncounted',
  hasListItems: true,
};

/** The call as the API shows it, with its account connection; null if there is none. Without `prices`, the cost is left out. */
export function toCall(
  stored: StoredCall & { readonly agent: CallAgent },
  connection: TelephonyConnection | null,
  prices?: Prices,
): Call {
  const { agent, hipaa_compliant } = stored;
  const compactAgent = toCompactAgent(hipaa_compliant ? withoutPrompt(agent) : agent);
  const telephony_account_connection = connection && withoutAuthToken(connection);
  const cost = prices && costOf(stored, prices);
  const agents = agentsOf(stored, cost && prices);
  const figures = { ...(cost && { cost }), ...(agents && { agents }) };
  const own = { agent: compactAgent, telephony_account_connection, ...figures };
  return visibleFields(call, { ...withViewFields(stored), ...own });
}

export function withViewFields<C extends StoredCall>({ telephony_metadata, ...stored }: C) {
  const { messages, given_context, conference_sid, turns = [] } = stored;
  const latency = latencyOf(turns.flatMap(({ figures }) => figures ?? []));
  return {
    ...stored,
    ...(latency && { latency }),
    agent_phone_number: stored.direction === 'outbound' ? stored.from_number : stored.to_number,
    ...(stored.hipaa_compliant && given_context !== undefined && { context: given_context }),
    ...(messages && { transcript: renderTranscript(messages) }),
    ...(stored.actions_taken && { actions_taken: withTextStatus(stored) }),
    ...(telephony_metadata && {
      telephony_metadata: {
        type: METADATA_TYPE,
        ...telephony_metadata,
        ...(conference_sid !== undefined && { conference_sid }),
      },
    }),
  };
}

export function withoutPrompt(agent: CallAgent): CallAgent {
  return { ...agent, prompt: REDACTED };
}

export function renderTranscript(messages: readonly Message[]): string {
  return messages.map(({ sender, text }) => `${sender === 'agent' ? 'AGENT' : 'HUMAN'}: ${text}`).join('\n');
}
