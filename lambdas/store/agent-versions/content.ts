import type { Agent } from '../../domain/records/agent.ts';
import { contentOf, type VersionContent } from '../../domain/records/agent-version.ts';
import { compactReferences } from '../records/agent-references.ts';
import type { RecordKey } from '../records/kinds.ts';
import { MissingTargets } from '../records/missing-targets.ts';
import { FoundRecords, findRecords } from '../records/records.ts';
import type { UpdatePlan } from '../records/update-record.ts';
import type { Table } from '../table/table.ts';

/** The content of a version of an agent, from its related records. Throws if one is missing. */
export const contentFrom = (agent: Agent, records: FoundRecords): VersionContent =>
  contentOf(agent, {
    prompt: records.require('prompt', agent.prompt),
    voice: records.require('voice', agent.voice),
    actions: agent.actions.map((id) => records.require('action', id)),
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
  const wanted = compactReferences(agent).filter(({ kind }) => kind !== 'webhook');
  const older = wanted.filter((each) => !isNew(each));
  const load = () => (older.length > 0 ? findRecords(table, agent.user_id, older) : new FoundRecords([]));
  const found = read ?? (await load());
  const missing = older.filter(({ kind, id }) => !found.get(kind, id));
  if (missing.length > 0) throw new MissingTargets(missing, new Error('They were deleted meanwhile.'));
  return contentFrom(agent, found.with(newRecords).changed(others));
}
