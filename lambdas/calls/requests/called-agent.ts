import type { Agent } from '../../agents/model/agent.ts';
import { splitOf, type VersionChoice } from '../../agents/model/version-split.ts';
import { throwVersionIssue } from '../../agents/requests/version-issues.ts';
import {
  type AgentForCall,
  presentAgent,
  versionFor,
  versionForCall,
} from '../../agents/store/agent-for-call.ts';
import { answerByVersion } from '../../http/api-version.ts';
import { invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import { call, fullCall } from '../model/call.ts';

interface Wanted {
  /** The version or split in the request. @default the published version */
  readonly choice: VersionChoice | null | undefined;
  /** The callee, if there is only one: no other callee's version is loaded then. */
  readonly callee: string | undefined;
  readonly now: Date;
}

export interface CalledAgents {
  readonly all: readonly AgentForCall[];
  of(callee: string): AgentForCall;
}

/** Loads an agent as calls get it. Throws if it has no such version, or if records of the version were deleted. */
export async function loadCalledAgents(
  table: Table,
  agent: Agent,
  { choice, callee, now }: Wanted,
): Promise<CalledAgents> {
  const named = choice ? splitOf(choice) : undefined;
  const split = named ?? agent.published;
  if (!split) return onlyAgent(await presentAgent(table, agent, now));
  const chosen = (party: string) => versionFor(agent, { named: split, party });
  const versions =
    callee === undefined ? split.map(({ version }) => version) : [chosen(callee) ?? split[0]?.version ?? 0];
  const throwIssue = throwVersionIssue(['body', named ? 'agent_version' : 'agent']);
  const all = await Promise.all(
    versions.map((version) => versionForCall(table, agent, { version }).catch(throwIssue)),
  );
  const [first] = all;
  if (!first) throw new Error('A split must name a version.');
  return { all, of: (party) => all.find(({ version }) => version === chosen(party)) ?? first };
}

export const onlyAgent = (agent: AgentForCall): CalledAgents => ({ all: [agent], of: () => agent });

export function requireNoVersion(choice: VersionChoice | null | undefined): void {
  if (choice === undefined || choice === null) return;
  const msg = 'A new agent has only one version, which is published; leave this out.';
  throw invalidInput([{ loc: ['body', 'agent_version'], msg, type: 'unknown_version' }]);
}

/** Responses that contain a call with its agent, by version: see "Versions of the API" in docs/api.md. */
export const callView = () => answerByVersion({ '2023-08': call, '2024-08': call, '2026-11': fullCall });
