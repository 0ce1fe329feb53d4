import type { Agent } from '../../domain/records/agent.ts';
import type { VersionContent } from '../../domain/records/agent-version.ts';
import { digestOf } from '../../domain/records/version-digest.ts';
import { logger } from '../../runtime/logger.ts';
import { updatePlanned } from '../records/update-record.ts';
import type { Table } from '../table/table.ts';
import { withVersion } from './update-plan.ts';

/**
 * The number of the version that has this content, which is the agent's present one. Stores a new version if the
 * prompt, the voice or an action was changed on its own since the latest version. Returns undefined if the version
 * cannot be stored, for example because the agent changes all the time: no call fails for that.
 */
export async function versionOfPresent(
  table: Table,
  { id, user_id, versions }: Agent,
  { content, now }: { readonly content: VersionContent; readonly now: Date },
): Promise<number | undefined> {
  const digest = digestOf(content);
  if (versions?.digest === digest) return versions.latest;
  try {
    const updated = await updatePlanned(table, user_id, {
      kind: 'agent',
      id,
      plan: (agent) =>
        withVersion(table, agent, { changes: {} }, { at: now, origin: 'related_record_changed' }),
    });
    return updated?.versions?.digest === digest ? updated.versions.latest : undefined;
  } catch (error) {
    logger.warn('The version of an agent was not stored.', { agentId: id, error });
    return undefined;
  }
}
