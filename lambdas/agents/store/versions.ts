import * as z from 'zod/mini';
import { jsonOf } from '../../platform/table/compressed-json.ts';
import { beginningWith, deletionOf, queryPages, readItem, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import {
  storedVersion,
  storedVersionFields,
  type VersionContent,
  versionContent,
  versionId,
} from '../model/agent-version.ts';

export interface AgentKey {
  readonly userId: string;
  readonly agentId: string;
}

export const versionKey = ({ userId, agentId }: AgentKey, version: number) =>
  recordKey(userId, 'agent_version', versionId(agentId, version));

/** The fields of a version that lists show, and the number of numbers that name it. */
const noteFields = () => {
  const { content: _, ...fields } = storedVersionFields();
  return { ...fields, referred_to: z._default(z.number(), 0) };
};
const versionNote = z.lazy(() => z.object(noteFields()));
export type VersionNote = z.infer<typeof versionNote>;

export async function getVersion(
  table: Table,
  agent: AgentKey,
  version: number,
): Promise<{ readonly note: VersionNote; readonly content: VersionContent } | undefined> {
  const item = await readItem(table, versionKey(agent, version));
  if (!item) return undefined;
  const { content } = storedVersion.parse(item);
  return { note: versionNote.parse(item), content: versionContent.parse(jsonOf(content)) };
}

/** The notes of an agent's versions, oldest first. DynamoDB reads the contents too, but does not return them. */
export async function loadNotes(table: Table, { userId, agentId }: AgentKey): Promise<VersionNote[]> {
  const fields = Object.keys(noteFields());
  const notes: VersionNote[] = [];
  const pages = queryPages(table, {
    ...beginningWith(recordKey(userId, 'agent_version', `${agentId}#`)),
    ProjectionExpression: fields.map((_, index) => `#f${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(fields.map((field, index) => [`#f${index}`, field])),
  });
  for await (const items of pages) notes.push(...items.map((item) => versionNote.parse(item)));
  return notes;
}

export const versionMessage = (table: Table, agent: AgentKey, version: number, message: string): WriteItem =>
  updateOf(table, versionKey(agent, version), { set: { message }, condition: 'attribute_exists(sk)' });

export const versionDeletion = (table: Table, agent: AgentKey, version: number): WriteItem =>
  deletionOf(table, versionKey(agent, version), {
    condition: 'attribute_not_exists(referred_to) OR referred_to <= :none',
    values: { ':none': 0 },
  });
