import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import type { RecordKey } from '../../records/model/kind.ts';
import { type FoundRecords, findRecords } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import type { Agent } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import { digestOf, type VersionContent } from '../model/agent-version.ts';
import type { CallSnapshot } from '../model/call-snapshot.ts';
import { chooseVersion, type VersionSplit } from '../model/version-split.ts';
import { compactReferences } from './agent-references.ts';
import { snapshotFrom, snapshotOfVersion } from './make-snapshot.ts';
import { contentFrom } from './plan-version.ts';
import { getVersion } from './versions.ts';
import { withVersion } from './with-version.ts';

export interface AgentForCall {
  readonly snapshot: CallSnapshot;
  readonly version: number | undefined;
}

export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
  readonly version: number;

  constructor(version: number) {
    super(`No version ${version}.`);
    this.version = version;
  }
}

/** Records that a version needs were deleted since. */
export class VersionIncomplete extends Error {
  override readonly name = 'VersionIncomplete';
  readonly version: number;
  readonly missing: readonly RecordKey[];

  constructor(version: number, missing: readonly RecordKey[]) {
    super(`Records of version ${version} were deleted.`);
    this.version = version;
    this.missing = missing;
  }
}

export async function presentAgent(table: Table, agent: Agent, now: Date): Promise<AgentForCall> {
  const records = await findRecords(table, agent.user_id, compactReferences(agent));
  const content = contentFrom(agent, records);
  const version = await versionOfPresent(table, agent, { content, now });
  return { snapshot: snapshotFrom(agent, records), version };
}

interface VersionWanted {
  readonly version: number;
  readonly evenIncomplete?: boolean;
  /** Nothing is delivered, so the webhook may have been deleted. */
  readonly isTest?: boolean;
}

/** A version of an agent. Throws UnknownVersion, and VersionIncomplete if its records were deleted. */
export async function versionForCall(
  table: Table,
  agent: Pick<Agent, 'id' | 'user_id'>,
  wanted: VersionWanted,
): Promise<AgentForCall> {
  const { content, present } = await loadVersion(table, agent, wanted);
  return { snapshot: snapshotOfVersion(content, present), version: wanted.version };
}

/** The content of a version, and the records that it needs as they are now. Throws as versionForCall does. */
export async function loadVersion(
  table: Table,
  { id: agentId, user_id: userId }: Pick<Agent, 'id' | 'user_id'>,
  { version, evenIncomplete = false, isTest = false }: VersionWanted,
): Promise<{ readonly content: VersionContent; readonly present: FoundRecords }> {
  const found = await getVersion(table, { userId, agentId }, version);
  if (!found) throw new UnknownVersion(version);
  const { content } = found;
  // The version has its own prompt and voice.
  const { prompt: _, voice: __, ...others } = content.agent;
  const needed = targetsOf(agentKind, others);
  const present = await findRecords(table, userId, needed);
  const missing = needed.filter(
    ({ kind, id }) => !present.get(kind, id) && !(isTest && kind === webhookKind),
  );
  if (missing.length > 0 && !evenIncomplete) throw new VersionIncomplete(version, missing);
  return { content, present };
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
