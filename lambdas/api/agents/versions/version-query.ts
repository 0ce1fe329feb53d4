import * as z from 'zod/mini';
import { id } from '../../../domain/fields.ts';
import { type Agent, versionsOf } from '../../../domain/records/agent.ts';
import type { ListedVersion } from '../../../domain/records/agent-version.ts';
import { versionNumber } from '../../../domain/records/version-split.ts';
import { ApiError } from '../../../rest/errors.ts';
import { numberFromText } from '../../../rest/query/query-values.ts';
import type { VersionNote } from '../../../store/agent-versions/versions.ts';

/** The query that selects a version: the id of its agent, and its number. */
export const versionQuery = z.lazy(() =>
  z.strictObject({ id, version: z.pipe(numberFromText, versionNumber) }),
);

export const noSuchVersion = () =>
  new ApiError('not_found', [
    {
      loc: ['query', 'version'],
      msg: 'No agent with this id has a version with this number.',
      type: 'not_found',
    },
  ]);

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
