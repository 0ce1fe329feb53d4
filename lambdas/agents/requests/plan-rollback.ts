import { actionKind } from '../../actions/model/action.ts';
import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
import { requireWriteScopes } from '../../http/references.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptKind } from '../../prompts/model/prompt.ts';
import type { Kind } from '../../records/model/kind.ts';
import type { RecordChange } from '../../records/store/field-changes.ts';
import { type FoundRecords, findRecords } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { voiceKind } from '../../voices/model/voice.ts';
import { type Agent, agentKind, ownFields } from '../model/agent.ts';
import { digestOf, saysTheSame, type VersionContent, withSecretsOf } from '../model/agent-version.ts';
import { handoffIds } from '../model/steps.ts';
import { allReferences, compactReferences } from '../store/agent-references.ts';
import { contentFrom } from '../store/plan-version.ts';
import { getVersion } from '../store/versions.ts';
import { withVersion } from '../store/with-version.ts';
import { requireHandoffs } from './require-handoffs.ts';
import { type Publication, requireTestsPassed } from './required-tests.ts';
import { issuesOfDeleted, throwNoVersion, unknownVersion } from './version-issues.ts';

const LOC = ['body', 'version'];

interface Rollback extends Publication {
  readonly version: number;
}

/**
 * Plans the restoration of a version as a new version: the agent's own settings, and its prompt, voice and actions, which
 * have that version's content again. The previous state is kept as a version, too; the plan fails if one of these records
 * is edited meanwhile. Throws if a record of the version was deleted, or was changed although other records use it:
 * they must not change with this agent.
 */
export async function planRollback(
  table: Table,
  agent: Agent,
  { version, ...publication }: Rollback,
): Promise<UpdatePlan> {
  const found = await getVersion(table, { userId: agent.user_id, agentId: agent.id }, version);
  if (!found) throw invalidInput([unknownVersion(version, LOC)]);
  const { content } = found;
  const { granted, at } = publication;
  const forced = await requireTestsPassed(table, agent, [version], publication);
  // Read all at once: a later edit counts as an edit after the rollback.
  const present = await findRecords(table, agent.user_id, [
    ...compactReferences(agent),
    ...allReferences(content.agent),
  ]);
  const missing = allReferences(content.agent).filter(({ kind, id }) => !present.get(kind, id));
  if (missing.length > 0) throw new ApiError('conflict', issuesOfDeleted(version, missing, LOC));
  const others = restorationsOf(content, present).map((change) => ({
    ...change,
    asRead: present.stored(change, Object.keys(change.changes)),
  }));
  requireWriteScopes(
    granted,
    others.map(({ kind }) => ({ kind, loc: LOC })),
  );
  const shared = others.flatMap((change) => issueIfShared(change, { version, agent, present }));
  if (shared.length > 0) throw new ApiError('conflict', shared);
  await requireHandoffs(table, content.agent, LOC);
  const before = contentFrom(agent, present);
  const plan = { changes: { ...ownFieldsOf(content), ...forced }, others };
  const isUnkept = digestOf(before) !== agent.versions?.digest && digestOf(before) !== digestOf(content);
  return withVersion(table, agent, plan, {
    at,
    origin: 'rolled_back',
    restoredFrom: version,
    before: isUnkept ? before : undefined,
    read: present,
  }).catch(throwNoVersion(LOC));
}

/** The settings of the agent; those that it did not have are null. */
function ownFieldsOf({ agent: { id: _, user_id: __, ...own } }: VersionContent): Record<string, unknown> {
  const names = Object.keys(ownFields()).filter((name) => !OWNER.has(name));
  const handoff_agents = handoffIds(own.steps);
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...own, handoff_agents };
}

const OWNER: ReadonlySet<string> = new Set(['id', 'user_id']);

/** The changes that restore the version's content of the prompt, the voice and the actions. */
function restorationsOf(content: VersionContent, present: FoundRecords): RecordChange[] {
  const now = contentFrom(content.agent, present);
  const actions = content.actions.map((action, index) => {
    const actual = present.require(actionKind, action.id);
    const asItIs = { ...now.actions[index], config: actual.config };
    return restoration(actionKind, withSecretsOf(action, actual), asItIs);
  });
  return [
    ...restoration(promptKind, content.prompt, now.prompt),
    ...restoration(voiceKind, content.voice, now.voice),
    ...actions.flat(),
  ];
}

/** The change that gives one record the content of another; fields that only the present one has become null. */
function restoration(
  kind: Kind,
  { id, user_id: _, ...fields }: { readonly id: string; readonly user_id: string },
  present: object,
): RecordChange[] {
  const { id: __, user_id: ___, ...now }: Record<string, unknown> = { ...present };
  if (saysTheSame(fields, now)) return [];
  const cleared = Object.fromEntries(Object.keys(now).map((name) => [name, null]));
  return [{ kind, id, changes: { ...cleared, ...fields }, isWhole: true }];
}

function issueIfShared(
  { kind, id }: RecordChange,
  {
    version,
    agent,
    present,
  }: { readonly version: number; readonly agent: Agent; readonly present: FoundRecords },
): Issue[] {
  const isOwn = targetsOf(agentKind, agent).some((target) => target.kind === kind && target.id === id);
  const others = present.referrers(kind, id) - (isOwn ? 1 : 0);
  if (others <= 0) return [];
  const msg = `The ${kind} ${id} changed since version ${version}, and other agents use it (${others}); update it directly, or publish version ${version}, which leaves it unchanged.`;
  return [{ loc: LOC, msg, type: 'shared_record_changed' }];
}
