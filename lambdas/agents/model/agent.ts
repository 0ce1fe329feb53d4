import * as z from 'zod/mini';
import {
  accountConnectionKind,
  llmConnection,
  llmConnectionInput,
  llmConnectionUpdate,
} from '../../account-connections/model/account-connection.ts';
import {
  action,
  actionChange,
  actionInput,
  actionKind,
  dtmfInput,
  olderActionInput,
} from '../../actions/model/action.ts';
import {
  id,
  integerBetween,
  numberBetween,
  outboundUrl,
  ownerFields,
  readOnlyFields,
  requiredText,
  text,
  warningField,
} from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { changeInListOr, changeOr, referenceOr } from '../../platform/reference.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import {
  collectField,
  isPromptText,
  PROMPT_MAX_LENGTH,
  prompt,
  promptChange,
  promptInput,
  promptKind,
  promptTextOr,
  wholePromptInput,
} from '../../prompts/model/prompt.ts';
import type { Kind } from '../../records/model/kind.ts';
import {
  vectorDatabase,
  vectorDatabaseInput,
  vectorDatabaseKind,
  vectorDatabaseUpdate,
} from '../../vector-databases/model/vector-database.ts';
import { language } from '../../vendors/model/languages.ts';
import { reasoningEffort } from '../../vendors/model/model-traits.ts';
import { olderVoiceInput, voice, voiceInput, voiceKind, voiceUpdate } from '../../voices/model/voice.ts';
import { webhook, webhookInput, webhookKind, webhookUpdate } from '../../webhooks/model/webhook.ts';
import { analysisInput, analysisSettings } from './analysis-settings.ts';
import { furtherLanguages } from './languages.ts';
import { llmFallback } from './platform-models.ts';
import { agentSteps } from './steps.ts';
import { timeZone } from './time-zone.ts';
import { speechKeywords, turnTaking } from './turn-taking.ts';
import { versionSplit } from './version-split.ts';

/** Seconds: the invocation that waits before the greeting lasts at most 29. */
const MAX_DELAY_SECONDS = 25;

/** What a machine or person hears that asks who is calling, before the contact comes to the phone. */
const callScreening = () => z.strictObject({ identity: requiredText(500), purpose: requiredText(500) });

/** Settings that refer to no other record. Times are in seconds. */
const tuning = () => ({
  name: z.optional(z.nullable(text(200))),
  language: z._default(language, 'en'),
  initial_message: z.optional(z.nullable(text(2000))),
  disclosure: z.optional(z.nullable(text(1000))),
  stop_key: z.optional(z.nullable(z.string().check(z.regex(/^[0-9*#]$/)))),
  interrupt_sensitivity: z._default(z.enum(['low', 'high']), 'low'),
  context_endpoint: z.optional(z.nullable(outboundUrl)),
  noise_suppression: z._default(z.boolean(), false),
  endpointing_sensitivity: z._default(z.enum(['auto', 'relaxed', 'sensitive']), 'auto'),
  ivr_navigation_mode: z._default(z.enum(['off', 'default']), 'off'),
  conversation_speed: z._default(numberBetween(0.5, 2), 1),
  initial_message_delay: z._default(numberBetween(0, MAX_DELAY_SECONDS), 0),
  llm_model_name_override: z.optional(z.nullable(text(200))),
  ask_if_human_present_on_idle: z._default(z.boolean(), false),
  run_do_not_call_detection: z._default(z.boolean(), false),
  llm_fallback: z.optional(z.nullable(llmFallback())),
  speech_keywords: z.optional(z.nullable(speechKeywords())),
  idle_time_seconds: z.optional(z.nullable(integerBetween(1, 3600))),
  llm_temperature: z._default(numberBetween(0, 1), 0),
  turn_taking: z.optional(z.nullable(turnTaking())),
  llm_reasoning_effort: z.optional(z.nullable(reasoningEffort())),
  languages: z.optional(z.nullable(furtherLanguages())),
  voicemail_message: z.optional(z.nullable(text(2000))),
  call_screening: z.optional(z.nullable(callScreening())),
  dtmf_input: z.optional(z.nullable(dtmfInput())),
  mask_dtmf: z._default(z.boolean(), false),
  analysis: z.optional(z.nullable(analysisInput())),
  timezone: z.optional(z.nullable(timeZone())),
  steps: z.optional(z.nullable(agentSteps())),
});

export const agentTuning = z.lazy(() => z.object(tuning()));

/** Maximum number of actions of an agent: every request to the language model describes each as a tool. */
const MAX_ACTIONS = 32;

/** Related records, each by its id or inline: see reference.ts. */
const relations = () => ({
  prompt: promptTextOr(referenceOr(promptInput)),
  voice: referenceOr(voiceInput),
  actions: z.array(referenceOr(actionInput)).check(z.maxLength(MAX_ACTIONS)),
  webhook: z.optional(z.nullable(referenceOr(webhookInput))),
  vector_database: z.optional(z.nullable(referenceOr(vectorDatabaseInput))),
  llm_account_connection: z.optional(z.nullable(referenceOr(llmConnectionInput))),
});

/** Related records in an update: see changeOr. */
const relationChanges = () => ({
  prompt: promptTextOr(changeOr(promptChange)),
  voice: changeOr(voiceUpdate),
  actions: z.array(changeInListOr(actionChange, actionInput)).check(z.maxLength(MAX_ACTIONS)),
  webhook: z.optional(z.nullable(changeOr(webhookUpdate))),
  vector_database: z.optional(z.nullable(changeOr(vectorDatabaseUpdate))),
  llm_account_connection: z.optional(z.nullable(changeOr(llmConnectionUpdate))),
});

const ownSettings = () => ({
  /** Whether an update makes a draft, which takes no calls until it is published. */
  drafts: z._default(z.boolean(), false),
});

const agentShape = () => {
  const { actions, ...others } = relations();
  return { ...tuning(), ...ownSettings(), ...others, actions: z._default(actions, []) };
};

const MAX_REQUIRED_TESTS = 50;

/** Ids of the tests that a version must have passed before it is published. */
const requiredTests = () => z.array(id).check(z.maxLength(MAX_REQUIRED_TESTS));

export const agentUpdate = patchOf(() => {
  const changes = relationChanges();
  return {
    ...agentShape(),
    ...changes,
    actions: z._default(changes.actions, []),
    publish_requires: z.optional(z.nullable(requiredTests())),
  };
});

export const agentRelations = z.lazy(() => z.partial(z.object(relationChanges())));
export type AgentRelations = z.infer<typeof agentRelations>;

/** The older shape: the prompt as text, voice and actions by id or inline. */
const olderFields = () => ({
  ...readOnlyFields,
  prompt: text(PROMPT_MAX_LENGTH),
  voice: referenceOr(olderVoiceInput),
  actions: z._default(z.array(referenceOr(olderActionInput)).check(z.maxLength(MAX_ACTIONS)), []),
  initial_message: z.optional(z.nullable(text(2000))),
  webhook: z.optional(z.nullable(id)),
});

export const newerAgentInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...agentShape() }));
export type NewerAgentInput = z.infer<typeof newerAgentInput>;

const inlineAgentShape = () => {
  const { voice, ...others } = agentShape();
  return { ...readOnlyFields, ...others, voice: z.optional(z.nullable(voice)) };
};

export const inlineAgentInput = z.lazy(() => z.strictObject(inlineAgentShape()));
export type InlineAgentInput = z.infer<typeof inlineAgentInput>;

/** A new agent that an update creates: its prompt is not empty. */
export const agentOfUpdateInput = z.lazy(() =>
  z.strictObject({ ...inlineAgentShape(), prompt: promptTextOr(referenceOr(wholePromptInput)) }),
);

export const olderAgentInput = z.lazy(() => z.strictObject(olderFields()));
export type OlderAgentInput = z.infer<typeof olderAgentInput>;

export const ownFields = () => ({
  ...ownerFields,
  ...tuning(),
  prompt: id,
  voice: id,
  actions: z.array(id),
  webhook: z.optional(z.nullable(id)),
  vector_database: z.optional(z.nullable(id)),
  llm_account_connection: z.optional(z.nullable(id)),
});

/** The settings of an agent that its versions contain, with related records by id. */
export const agentOwnFields = z.lazy(() => z.object(ownFields()));

/** Counts of an agent's versions: see decision 0073. */
const versionState = z.lazy(() =>
  z.object({
    latest: z.int(),
    digest: z.string(),
    /** The number of stored versions, and the bytes of their contents. */
    kept: z.int(),
    bytes: z.int(),
    /** Increases with each change of the versions, or of what is published. */
    revision: z.int(),
  }),
);
export type VersionState = z.infer<typeof versionState>;

export const agent = z.lazy(() =>
  z.object({
    ...ownFields(),
    drafts: z.optional(z.boolean()),
    publish_requires: z.optional(z.nullable(requiredTests())),
    /** When a version was last published without its tests, for the audit log. */
    publish_forced_at: z.optional(z.string()),
    /** The versions that calls get; null if they get the agent's present settings. */
    published: z.optional(z.nullable(versionSplit)),
    versions: z.optional(versionState),
    /** The ids of the agents to which its steps hand calls. */
    handoff_agents: z.optional(z.array(id)),
    /** The version that a request deleted last, for the audit log. */
    deleted_version: z.optional(z.int()),
  }),
);
export type Agent = z.infer<typeof agent>;

export const agentKind: Kind<Agent> = {
  name: 'agent',
  schema: agent,
  quota: 'agents',
  hasListItems: true,
  showsReferences: true,
  references: {
    prompt: promptKind,
    voice: voiceKind,
    actions: actionKind,
    webhook: webhookKind,
    vector_database: vectorDatabaseKind,
    llm_account_connection: accountConnectionKind,
    get handoff_agents() {
      return agentKind;
    },
  },
  readAlso: ({ versions }: Partial<Agent>) => ({
    versions: versions && { revision: versions.revision },
  }),
};

const versionsView = () => ({
  drafts: z.boolean(),
  publish_requires: z.nullable(requiredTests()),
  version: z.int(),
  published: versionSplit,
});

/** The agent in a list: its reference form, with the language-model account inline. */
export const listedAgent = z.lazy(() =>
  z.object({
    ...ownFields(),
    webhook: z.nullable(id),
    vector_database: z.nullable(id),
    llm_account_connection: z.nullable(llmConnection),
    ...versionsView(),
  }),
);
export type ListedAgent = z.infer<typeof listedAgent>;

const expandedFields = () => ({
  ...ownerFields,
  ...tuning(),
  prompt,
  voice,
  actions: z.array(action),
  webhook: z.nullable(webhook),
  vector_database: z.nullable(vectorDatabase),
  llm_account_connection: z.nullable(llmConnection),
  ...versionsView(),
  ...warningField(),
});

export const expandedAgent = z.lazy(() => z.object(expandedFields()));
export type ExpandedAgent = z.infer<typeof expandedAgent>;

/** The agent of a call in full: as it was when the call got it, with the present secrets of its records. */
export const calledAgent = z.lazy(() =>
  z.omit(z.object(expandedFields()), { drafts: true, published: true, publish_requires: true }),
);
export type CalledAgent = z.infer<typeof calledAgent>;

export const agentSettings = z.lazy(() => {
  const { initial_message, context_endpoint, ...settings } = tuning();
  return z.object({
    ...settings,
    // Its schema was checked when the agent was saved.
    analysis: z.optional(z.nullable(analysisSettings())),
    llm_account_connection: z.optional(z.nullable(id)),
    vector_database: z.optional(z.nullable(id)),
    collect_fields: z.optional(z.array(collectField())),
  });
});
export type AgentSettings = z.infer<typeof agentSettings>;

export const agentInput = z.lazy(() => z.union([newerAgentInput, olderAgentInput]));

/** Whether a body has the older shape. Any other body is checked against the newer shape, which accepts more. */
export const isOlderShape = (body: object): body is OlderAgentInput =>
  'prompt' in body &&
  isPromptText(body.prompt) &&
  z.safeParse(olderAgentInput, withoutNulls(olderAgentInput, body)).success;
