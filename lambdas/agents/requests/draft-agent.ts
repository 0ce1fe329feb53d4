import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { actionKind } from '../../actions/model/action.ts';
import { type Issue, invalidInput, wordsFor } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptKind } from '../../prompts/model/prompt.ts';
import type { Kind, NewRecord } from '../../records/model/kind.ts';
import { findRecords } from '../../records/store/records.ts';
import { MissingTargets } from '../../records/store/reference-counts.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { vectorDatabaseKind } from '../../vector-databases/model/vector-database.ts';
import { voiceKind } from '../../voices/model/voice.ts';
import { type Agent, agent as agentSchema } from '../model/agent.ts';
import { withSecretsOf } from '../model/agent-version.ts';
import type { AgentForCall } from '../store/agent-for-call.ts';
import { allReferences } from '../store/agent-references.ts';
import { withHandoffAgents } from '../store/handoff-agents.ts';
import { loadVersion } from '../store/load-version.ts';
import { snapshotFrom } from '../store/make-snapshot.ts';
import { contentFrom } from '../store/plan-version.ts';
import { firstVersion } from './new-agent.ts';
import { type AgentChange, planChange } from './plan-change.ts';
import { requireHandoffs } from './require-handoffs.ts';
import { throwVersionIssue } from './version-issues.ts';

interface Draft extends Omit<AgentChange, 'there' | 'granted'> {
  /** The version to change. @default the agent as it is now */
  readonly version?: number | undefined;
}

/** An agent with unstored changes, as a conversation gets it. Throws what an update with them would throw. */
export async function draftAgent(
  table: Table,
  agent: Agent,
  { version, ...change }: Draft,
): Promise<AgentForCall> {
  const { loc } = change;
  const { base, own } =
    version === undefined ? { base: agent, own: [] } : await baseOf(table, agent, version);
  const presentOf = (one: Agent) => findRecords(table, agent.user_id, allReferences(one));
  const there = (await presentOf(base)).with(own);
  const plan = await planChange(table, base, { ...change, granted: undefined, there });
  requireReadable(plan, loc);
  const { changes, newRecords = [], others = [] } = plan;
  const drafted = agentSchema.parse({ ...base, ...changes });
  const present = (await presentOf(drafted)).with(own).with(newRecords);
  // A record may have been deleted since it was found.
  const missing = allReferences(drafted).filter(({ kind, id }) => !present.get(kind, id));
  if (missing.length > 0) throw new MissingTargets(missing);
  const records = present.changed(others);
  // A version of this size could not be stored, and neither could the conversation's copy.
  firstVersion(drafted, contentFrom(drafted, records), loc);
  await requireHandoffs(table, drafted, loc);
  const snapshot = await withHandoffAgents(table, snapshotFrom(drafted, records));
  return { snapshot, version: undefined };
}

/** The agent of a version, and the records as the version has them. */
async function baseOf(
  table: Table,
  agent: Agent,
  version: number,
): Promise<{ readonly base: Agent; readonly own: readonly NewRecord[] }> {
  const { content, present } = await loadVersion(table, agent, { version }).catch(
    throwVersionIssue(['body', 'agent_version']),
  );
  const { prompt, voice, actions } = content;
  const own: readonly NewRecord[] = [
    { kind: promptKind, record: prompt },
    { kind: voiceKind, record: voice },
    ...actions.map((action) => ({
      kind: actionKind,
      record: withSecretsOf(action, present.get(actionKind, action.id)),
    })),
  ];
  return { base: content.agent, own };
}

/** The fields whose records a conversation reads later: its snapshot has no copy of them. */
const READ_LATER: readonly (readonly [field: string, kind: Kind])[] = [
  ['vector_database', vectorDatabaseKind],
  ['llm_account_connection', accountConnectionKind],
];

function requireReadable({ newRecords = [], others = [] }: UpdatePlan, loc: readonly string[]): void {
  const unsaved = new Set([...newRecords, ...others].map(({ kind }) => kind));
  const issues = READ_LATER.flatMap(([field, kind]): Issue[] => {
    const msg = `A rehearsal uses only a stored ${wordsFor(kind.name)}: store it with its changes first, then give its id.`;
    return unsaved.has(kind) ? [{ loc: [...loc, field], msg, type: 'not_stored' }] : [];
  });
  if (issues.length > 0) throw invalidInput(issues);
}
