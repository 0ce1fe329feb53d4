import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { addAction } from '../../actions/store/add-action.ts';
import { invalidInput } from '../../http/errors.ts';
import { addPrompt } from '../../prompts/store/add-prompt.ts';
import { timeOf } from '../../records/model/change-stamp.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { type CreateContext, InlineRecords } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import { vectorDatabaseKind } from '../../vector-databases/model/vector-database.ts';
import { voiceKind } from '../../voices/model/voice.ts';
import { addWebhook } from '../../webhooks/store/webhooks.ts';
import type { Agent, AgentRelations, InlineAgentInput } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import type { VersionContent } from '../model/agent-version.ts';
import { agentVersionKind } from '../model/agent-version.ts';
import { issueOfTurnTaking } from '../model/end-of-turn.ts';
import { handoffIds } from '../model/steps.ts';
import { onlyVersion } from '../model/version-split.ts';
import { contentFrom, makeVersion } from '../store/plan-version.ts';
import { requireOwnAccount } from './model-override.ts';
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
