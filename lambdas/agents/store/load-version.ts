import type { Table } from '../../platform/table/table.ts';
import type { RecordKey } from '../../records/model/kind.ts';
import { type FoundRecords, findRecords } from '../../records/store/records.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import type { Agent } from '../model/agent.ts';
import type { VersionContent } from '../model/agent-version.ts';
import { allReferences } from './agent-references.ts';
import { getVersion } from './versions.ts';

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

export interface VersionWanted {
  readonly version: number;
  readonly evenIncomplete?: boolean;
  /** Nothing is delivered, so the webhook may have been deleted. */
  readonly isTest?: boolean;
}

/** The content of a version, and the records that it needs as they are now. Throws UnknownVersion, and VersionIncomplete if its records were deleted. */
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
  const needed = allReferences(others);
  const present = await findRecords(table, userId, needed);
  const missing = needed.filter(
    ({ kind, id }) => !present.get(kind, id) && !(isTest && kind === webhookKind),
  );
  if (missing.length > 0 && !evenIncomplete) throw new VersionIncomplete(version, missing);
  return { content, present };
}
