import type { Agent } from '../../domain/records/agent.ts';
import { splitOf, type VersionChoice } from '../../domain/records/version-split.ts';
import { versionForCall } from '../../store/agent-versions/agent-for-call.ts';
import type { Table } from '../../store/table/table.ts';
import { throwVersionFault } from './version-faults.ts';

/** Throws the faults of named versions that do not exist, or whose records were deleted. */
export async function requireVersions(
  table: Table,
  agent: Pick<Agent, 'id' | 'user_id'>,
  { choice, loc }: { readonly choice: VersionChoice; readonly loc: readonly string[] },
): Promise<void> {
  const isList = typeof choice !== 'number';
  for (const [index, { version }] of splitOf(choice).entries())
    await versionForCall(table, agent, { version }).catch(
      throwVersionFault(isList ? [...loc, String(index), 'version'] : loc),
    );
}
