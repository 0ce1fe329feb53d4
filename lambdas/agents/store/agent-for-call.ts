import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords } from '../../records/store/records.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import type { Agent } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import { digestOf, type VersionContent } from '../model/agent-version.ts';
import type { CallSnapshot } from '../model/call-snapshot.ts';
import { chooseVersion, type VersionSplit } from '../model/version-split.ts';
import { compactReferences } from './agent-references.ts';
import { withHandoffAgents } from './handoff-agents.ts';
import { loadVersion, type VersionWanted } from './load-version.ts';
import { snapshotFrom, snapshotOfVersion } from './make-snapshot.ts';
import { contentFrom } from './plan-version.ts';
import { withVersion } from './with-version.ts';

export interface AgentForCall {
  readonly snapshot: CallSnapshot;
  readonly version: number | undefined;
}

export async function presentAgent(table: Table, agent: Agent, now: Date): Promise<AgentForCall> {
  const records = await findRecords(table, agent.user_id, compactReferences(agent));
  const content = contentFrom(agent, records);
  const version = await versionOfPresent(table, agent, { content, now });
  return { snapshot: await withHandoffAgents(table, snapshotFrom(agent, records)), version };
}

/** A version of an agent. Throws UnknownVersion, and VersionIncomplete if its records were deleted. */
export async function versionForCall(
  table: Table,
  agent: Pick<Agent, 'id' | 'user_id'>,
  wanted: VersionWanted,
): Promise<AgentForCall> {
  const { content, present } = await loadVersion(table, agent, wanted);
  const snapshot = await withHandoffAgents(table, snapshotOfVersion(content, present));
  return { snapshot, version: wanted.version };
}

/** The version that a party gets. Returns undefined for the agent's present settings. */
export function versionFor(
  agent: Pick<Agent, 'id' | 'published'>,
  { named, party }: { readonly named: VersionSplit | null | undefined; readonly party: string },
): number | undefined {
  const split = named ?? agent.published;
  return split ? chooseVersion(split, { agentId: agent.id, party }) : undefined;
}

/** The agent's present version, stored now if a related record was edited; undefined if it cannot be stored. */
async function versionOfPresent(
  table: Table,
  { id, user_id, versions }: Agent,
  { content, now }: { readonly content: VersionContent; readonly now: Date },
): Promise<number | undefined> {
  const digest = digestOf(content);
  if (versions?.digest === digest) return versions.latest;
  try {
    const updated = await updatePlanned(table, user_id, {
      kind: agentKind,
      id,
      plan: (agent) =>
        withVersion(table, agent, { changes: {} }, { at: now, origin: 'related_record_changed' }),
    });
    const { versions: latest } = updated?.record ?? {};
    return latest?.digest === digest ? latest.latest : undefined;
  } catch (error) {
    logger.warn('The version of an agent was not stored.', { agentId: id, error });
    return undefined;
  }
}
