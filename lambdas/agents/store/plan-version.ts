import { actionKind } from '../../actions/model/action.ts';
import { compressedJson } from '../../platform/table/compressed-json.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import { promptKind } from '../../prompts/model/prompt.ts';
import type { RecordKey } from '../../records/model/kind.ts';
import { FoundRecords, findRecords } from '../../records/store/records.ts';
import { MissingTargets } from '../../records/store/reference-counts.ts';
import { stampOf } from '../../records/store/stamps.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { voiceKind } from '../../voices/model/voice.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import type { Agent, VersionState } from '../model/agent.ts';
import {
  contentOf,
  digestOf,
  type StoredVersion,
  type VersionContent,
  type VersionOrigin,
  versionId,
} from '../model/agent-version.ts';
import { type RelayLack, relayLack } from '../model/relay-lack.ts';
import { issuesOfAgent } from '../model/step-issues.ts';
import type { StepIssue } from '../model/steps.ts';
import { compactReferences } from './agent-references.ts';
import { type AgentKey, loadNotes, type VersionNote, versionDeletion, versionKey } from './versions.ts';

/** The deletion of an agent deletes its versions in one transaction of at most 100 writes. */
export const MAX_VERSIONS = 50;

/** Maximum bytes of all version contents of an agent. A transaction has at most 4 MB. */
const MAX_BYTES = 2_000_000;

/** Maximum bytes of one content. Calls accept no agent of this size. */
const MAX_VERSION_BYTES = 300_000;

/** Maximum number of versions that one transaction drops in addition to its other writes. */
const MAX_DROPS = 30;

/** An agent has the maximum number of versions, and all are in use: numbers name them, or calls get them. */
export class NoRoomForVersion extends Error {
  override readonly name = 'NoRoomForVersion';
}

export class VersionTooLarge extends Error {
  override readonly name = 'VersionTooLarge';
}

/** The agent needs what a carrier's relay lacks. */
export class UnsupportedByRelay extends Error {
  override readonly name = 'UnsupportedByRelay';
  readonly lack: RelayLack;

  constructor(lack: RelayLack) {
    super(lack.msg);
    this.lack = lack;
  }
}

/** The steps of the agent do not fit together, or not with its actions. */
export class StepsInvalid extends Error {
  override readonly name = 'StepsInvalid';
  readonly issues: readonly StepIssue[];

  constructor(issues: readonly StepIssue[]) {
    super(issues[0]?.msg);
    this.issues = issues;
  }
}

export interface NewVersion {
  readonly content: VersionContent;
  readonly at: Date;
  readonly origin: VersionOrigin;
  readonly restoredFrom?: number | undefined;
  /** What its author says of it. */
  readonly message?: string | undefined;
}

interface MadeVersion {
  readonly record: StoredVersion;
  readonly versions: VersionState;
}

const NONE: VersionState = { latest: 0, digest: '', kept: 0, bytes: 0, revision: 0 };

export function makeVersion(
  { id: agent_id, user_id, versions = NONE }: Pick<Agent, 'id' | 'user_id' | 'versions'>,
  { content, at, origin, restoredFrom, message }: NewVersion,
): MadeVersion {
  const lack = relayLack(content);
  if (lack) throw new UnsupportedByRelay(lack);
  const { errors } = issuesOfAgent(content);
  if (errors.length > 0) throw new StepsInvalid(errors);
  const version = versions.latest + 1;
  const compressed = compressedJson(content);
  const bytes = compressed.length;
  if (bytes > MAX_VERSION_BYTES) throw new VersionTooLarge(`The version has ${bytes} bytes.`);
  return {
    record: {
      id: versionId(agent_id, version),
      user_id,
      agent_id,
      version,
      created_at: at.toISOString(),
      origin,
      ...(restoredFrom !== undefined && { restored_from: restoredFrom }),
      ...(message && { message }),
      bytes,
      content: compressed,
    },
    versions: {
      latest: version,
      digest: digestOf(content),
      kept: versions.kept + 1,
      bytes: versions.bytes + bytes,
      revision: versions.revision + 1,
    },
  };
}

export interface PlannedVersions {
  readonly versions: VersionState;
  readonly writes: readonly WriteItem[];
}

/** Plans the next versions, and drops the oldest that nothing uses. Throws NoRoomForVersion and VersionTooLarge. */
export async function planVersions(
  table: Table,
  agent: Agent,
  { newVersions, inUse }: { readonly newVersions: readonly NewVersion[]; readonly inUse: readonly number[] },
): Promise<PlannedVersions> {
  const key = { userId: agent.user_id, agentId: agent.id };
  const puts: WriteItem[] = [];
  let { versions = NONE } = agent;
  for (const each of newVersions) {
    const next = makeVersion({ ...agent, versions }, each);
    versions = next.versions;
    puts.push(putOf(table, key, { ...next.record, ...authorOf(table, each) }));
  }
  const { dropped, versionsLeft } = await planDrops(table, key, { versions, inUse });
  return {
    versions: versionsLeft,
    writes: [...puts, ...dropped.map((version) => versionDeletion(table, key, version))],
  };
}

/** Who made a version; nobody if the service did, because a related record had changed. */
function authorOf(table: Table, { origin }: NewVersion) {
  const { by, token_id } = stampOf(table).changed_by ?? {};
  if (!by || origin === 'related_record_changed') return {};
  return { by, ...(token_id !== undefined && { token_id }) };
}

/** Differs from the condition of new records, which count as done if all of them exist. */
const NEW_VERSION = 'attribute_not_exists(sk)';

const putOf = (table: Table, key: AgentKey, record: MadeVersion['record']): WriteItem => ({
  Put: {
    TableName: table.name,
    Item: { ...versionKey(key, record.version), ...record },
    ConditionExpression: NEW_VERSION,
  },
});

const isTooMany = ({ kept, bytes }: VersionState) => kept > MAX_VERSIONS || bytes > MAX_BYTES;

async function planDrops(
  table: Table,
  key: AgentKey,
  { versions, inUse }: { readonly versions: VersionState; readonly inUse: readonly number[] },
): Promise<{ readonly dropped: readonly number[]; readonly versionsLeft: VersionState }> {
  const dropped: number[] = [];
  if (!isTooMany(versions)) return { dropped, versionsLeft: versions };
  let versionsLeft = versions;
  const mayGo = ({ version, referred_to }: VersionNote) => referred_to <= 0 && !inUse.includes(version);
  for (const { version, bytes } of (await loadNotes(table, key)).filter(mayGo)) {
    if (!isTooMany(versionsLeft) || dropped.length >= MAX_DROPS) break;
    dropped.push(version);
    versionsLeft = withoutOne(versionsLeft, bytes);
  }
  if (isTooMany(versionsLeft)) throw new NoRoomForVersion();
  return { dropped, versionsLeft };
}

export const withoutOne = (versions: VersionState, bytes: number): VersionState => ({
  ...versions,
  kept: versions.kept - 1,
  bytes: versions.bytes - bytes,
});

/** The content of a version of an agent, from its related records. Throws if one is missing. */
export const contentFrom = (agent: Agent, records: FoundRecords): VersionContent =>
  contentOf(agent, {
    prompt: records.require(promptKind, agent.prompt),
    voice: records.require(voiceKind, agent.voice),
    actions: agent.actions.map((id) => records.require(actionKind, id)),
  });

export async function loadContent(table: Table, agent: Agent): Promise<VersionContent> {
  return contentFrom(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** The content of an updated `agent`. Throws MissingTargets if a related record was deleted. */
export async function loadContentAfter(
  table: Table,
  agent: Agent,
  { newRecords = [], others = [], read }: Pick<UpdatePlan, 'newRecords' | 'others'> & { read?: FoundRecords },
): Promise<VersionContent> {
  const isNew = ({ kind, id }: RecordKey) =>
    newRecords.some((each) => each.kind === kind && each.record.id === id);
  const references = compactReferences(agent).filter(({ kind }) => kind !== webhookKind);
  const older = references.filter((each) => !isNew(each));
  const load = () => (older.length > 0 ? findRecords(table, agent.user_id, older) : new FoundRecords([]));
  const records = read ?? (await load());
  const missing = older.filter(({ kind, id }) => !records.get(kind, id));
  if (missing.length > 0) throw new MissingTargets(missing, new Error('They were deleted meanwhile.'));
  return contentFrom(agent, records.with(newRecords).changed(others));
}
