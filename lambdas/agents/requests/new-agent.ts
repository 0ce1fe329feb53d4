import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { addAction } from '../../actions/store/add-action.ts';
import { invalidInput } from '../../http/errors.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { addPrompt } from '../../prompts/store/add-prompt.ts';
import { timeOf } from '../../records/model/change-stamp.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { type CreateContext, InlineRecords } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import { vectorDatabaseKind } from '../../vector-databases/model/vector-database.ts';
import { voiceKind } from '../../voices/model/voice.ts';
import { addWebhook } from '../../webhooks/store/webhooks.ts';
import { type Agent, type AgentRelations, agentKind, type InlineAgentInput } from '../model/agent.ts';
import { agentVersionKind, type VersionContent } from '../model/agent-version.ts';
import { issueOfTurnTaking } from '../model/end-of-turn.ts';
import {
  accountOfFallback,
  type LlmFallback,
  modelsAt,
  PLATFORM_MODELS,
  USUAL_VENDOR,
} from '../model/platform-models.ts';
import { handoffIds } from '../model/steps.ts';
import { onlyVersion } from '../model/version-split.ts';
import { contentFrom, makeVersion } from '../store/plan-version.ts';
import { throwNoVersion } from './version-issues.ts';

export interface NewAgent {
  readonly agent: Agent;
  readonly records: readonly NewRecord[];
}

const DEFAULT_VOICE = { type: 'voice_builtin', voice_id: 'default' } as const;

/** Creates an agent and its inline records; `loc` is its location in the request. */
export function newAgent(
  settings: InlineAgentInput,
  loc: readonly string[],
  createContext: CreateContext,
): NewAgent {
  const { prompt, voice, actions, webhook, vector_database, llm_account_connection, ...tuning } = settings;
  const inline = new InlineRecords(createContext);
  requireLlmConnection(llm_account_connection, loc, createContext.references);
  requireOwnAccount(settings, loc);
  requireHearing(settings, loc);
  const agent = {
    ...tuning,
    id: createContext.newId(),
    user_id: createContext.userId,
    prompt: addPrompt(inline, prompt),
    voice: inline.add(voiceKind, voice ?? DEFAULT_VOICE),
    actions: actions.map((action) => addAction(inline, action)),
    webhook: webhook && addWebhook(inline, webhook),
    vector_database: vector_database && inline.add(vectorDatabaseKind, vector_database),
    ...(tuning.steps && { handoff_agents: handoffIds(tuning.steps) }),
    llm_account_connection:
      llm_account_connection && inline.add(accountConnectionKind, llm_account_connection),
  };
  const relatedRecords = createContext.references.with(inline.made);
  const first = firstVersion(agent, contentFrom(agent, relatedRecords), loc);
  const record = {
    ...agent,
    ...(settings.drafts && { published: [...onlyVersion(first.record.version)] }),
    versions: first.versions,
  };
  const versions: NewRecord[] = [{ kind: agentVersionKind, record: first.record }];
  return { agent: record, records: [...inline.made, { kind: agentKind, record }, ...versions] };
}

/** The version of a new agent. Its time comes from the agent's id. Throws if it is too large. */
export function firstVersion(
  agent: Agent,
  content: VersionContent,
  loc: readonly string[],
): ReturnType<typeof makeVersion> {
  try {
    return makeVersion(agent, { content, at: timeOf(agent), origin: 'created' });
  } catch (error) {
    return throwNoVersion(loc)(error);
  }
}

/** Requires that the agent's connection is one to a language-model account; `loc` is the agent's location in the request. */
export function requireLlmConnection(
  connection: InlineAgentInput['llm_account_connection'] | AgentRelations['llm_account_connection'],
  loc: readonly string[],
  references: FoundRecords,
): void {
  if (typeof connection !== 'string') return;
  if (references.require(accountConnectionKind, connection).type === 'account_connection_llm') return;
  const msg =
    'This is not a connection to a language-model account; choose one of type account_connection_llm.';
  throw invalidInput([{ loc: [...loc, 'llm_account_connection'], msg, type: 'unknown_reference' }]);
}

/** Throws if the telephony vendor would end each call of an agent with these settings; `loc` is the agent's location. */
export function requireHearing(
  settings: Parameters<typeof issueOfTurnTaking>[0],
  loc: readonly string[],
): void {
  const issue = issueOfTurnTaking(settings);
  if (!issue) return;
  const { field, msg } = issue;
  throw invalidInput([{ loc: [...loc, 'turn_taking', field], msg, type: 'unsupported_pair' }]);
}

/** The fields of an agent or an update that select models and accounts. */
interface ModelChoice {
  readonly llm_model_name_override?: unknown;
  readonly llm_account_connection?: unknown;
  readonly llm_fallback?: LlmFallback | null | undefined;
}

/** Throws if an agent selects a model other than the default without an account of its user. */
function requireOwnAccount(agent: ModelChoice, loc: readonly string[]): void {
  requireAccountOfOverride(agent, loc);
  requireAccountOfFallback(agent, loc);
}

/** The same for an agent after an update. After two concurrent updates, the conversation ignores a model without an account. */
export function requireOwnAccountAfter(
  agent: ModelChoice,
  changes: ModelChoice,
  loc: readonly string[],
): void {
  const { llm_model_name_override: name, llm_account_connection: connection, llm_fallback } = changes;
  const losesAccount = connection === null;
  const mayLackAccount = !connection && (losesAccount || Boolean(name) || Boolean(llm_fallback));
  if (!mayLackAccount) {
    requireOwnAccount(changes, loc);
    return;
  }
  const updated = { ...agent, ...changes };
  if (losesAccount || name) requireAccountOfOverride(updated, loc);
  if (losesAccount || llm_fallback) requireAccountOfFallback(updated, loc);
}

function requireAccountOfOverride(agent: ModelChoice, loc: readonly string[]): void {
  const { llm_model_name_override: name, llm_account_connection: connection } = agent;
  if (!name || connection) return;
  if (modelsAt(readVariable(PLATFORM_MODELS), 'bedrock').some((model) => model === name)) return;
  const msg = 'This model needs your own account; set llm_account_connection.';
  throw invalidInput([{ loc: [...loc, 'llm_model_name_override'], msg, type: 'missing_connection' }]);
}

function requireAccountOfFallback(agent: ModelChoice, loc: readonly string[]): void {
  const { llm_fallback: fallback, llm_account_connection: connection } = agent;
  if (!fallback) return;
  const models = readVariable(PLATFORM_MODELS);
  if (accountOfFallback(fallback, { hasOwnAccount: Boolean(connection), models })) return;
  const { provider } = fallback;
  const allowed = modelsAt(models, provider).join(', ') || 'none';
  const others =
    provider === USUAL_VENDOR
      ? 'For any other model, set llm_account_connection to your own account.'
      : `Your own account can use other models, but only at ${USUAL_VENDOR}.`;
  const msg = `This model cannot be a fallback; choose one of ${provider}: ${allowed}. ${others}`;
  throw invalidInput([{ loc: [...loc, 'llm_fallback', 'model_name'], msg, type: 'model_not_offered' }]);
}
