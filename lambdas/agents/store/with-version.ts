import type { Table } from '../../platform/table/table.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { type Agent, agent as agentSchema } from '../model/agent.ts';
import {
  digestOf,
  saysTheSame,
  type VersionContent,
  type VersionOrigin,
  versionsOf,
} from '../model/agent-version.ts';
import { onlyVersion, type VersionSplit } from '../model/version-split.ts';
import { loadContentAfter, type NewVersion, planVersions } from './plan-version.ts';
import { versionMessage } from './versions.ts';

interface Versioning {
  readonly at: Date;
  readonly origin: VersionOrigin;
  readonly restoredFrom?: number;
  readonly message?: string | undefined;
  /** Content to store as a version of its own before the update. @default none */
  readonly before?: VersionContent | undefined;
  /** The related records as the plan found them: the version excludes later edits. @default read now */
  readonly read?: FoundRecords | undefined;
}

/** Adds a new version to an update. It is published at once, unless the agent had drafts before. */
export async function withVersion(
  table: Table,
  agent: Agent,
  plan: UpdatePlan,
  { at, origin, restoredFrom, message, before, read }: Versioning,
): Promise<UpdatePlan> {
  const after = agentSchema.parse({ ...agent, ...plan.changes });
  const content = await loadContentAfter(table, after, { ...plan, ...(read && { read }) });
  const isNew = digestOf(content) !== agent.versions?.digest || before !== undefined;
  const newVersions: NewVersion[] = isNew ? [{ content, at, origin, restoredFrom, message }] : [];
  if (before) newVersions.unshift({ content: before, at, origin: 'related_record_changed' });
  const latest = (agent.versions?.latest ?? 0) + newVersions.length;
  return withPublished(table, agent, {
    plan,
    newVersions,
    published: publishedAfter(agent, { hasDrafts: after.drafts === true, latest, origin }),
  });
}

export async function withPublished(
  table: Table,
  agent: Agent,
  {
    plan,
    newVersions,
    published,
    message,
  }: {
    readonly plan: UpdatePlan;
    readonly newVersions: readonly NewVersion[];
    readonly published: VersionSplit | null;
    /** What is said of older versions that become live. */
    readonly message?: string | undefined;
  },
): Promise<UpdatePlan> {
  const isPublication = !saysTheSame(published, agent.published ?? null);
  if (newVersions.length === 0 && !isPublication) return plan;
  const inUse = (published ?? []).map(({ version }) => version);
  const { versions, writes } = await planVersions(table, agent, { newVersions, inUse });
  const { version: latest, published: before } = versionsOf(agent);
  const released = inUse.filter((one) => one <= latest && !before.some(({ version }) => version === one));
  const messages = message
    ? released.map((one) => versionMessage(table, { userId: agent.user_id, agentId: agent.id }, one, message))
    : [];
  const revision = (agent.versions?.revision ?? 0) + 1;
  return {
    ...plan,
    changes: { ...plan.changes, versions: { ...versions, revision }, ...(isPublication && { published }) },
    further: [...writes, ...messages],
  };
}

/** The published versions after an update; null if calls get the agent's present settings. */
function publishedAfter(
  { drafts = false, published }: Agent,
  {
    hasDrafts,
    latest,
    origin,
  }: { readonly hasDrafts: boolean; readonly latest: number; readonly origin: VersionOrigin },
): VersionSplit | null {
  if (origin === 'related_record_changed') return published ?? null;
  if (!hasDrafts) return null;
  const isAtOnce = !drafts || origin === 'rolled_back';
  return isAtOnce ? onlyVersion(latest) : (published ?? onlyVersion(latest));
}
