import { type Agent, versionsOf } from '../../../domain/records/agent.ts';
import type { ListedVersion } from '../../../domain/records/agent-version.ts';
import type { VersionNote } from '../../../store/agent-versions/versions.ts';

export function toListedVersion(
  agent: Agent,
  { version, agent_id, user_id, created_at, origin, restored_from, referred_to }: VersionNote,
): ListedVersion {
  const { version: latest, published } = versionsOf(agent);
  return {
    version,
    agent_id,
    user_id,
    created_at,
    origin,
    ...(restored_from !== undefined && { restored_from }),
    is_latest: version === latest,
    published_weight: published.find((share) => share.version === version)?.weight ?? null,
    numbers: referred_to,
  };
}
