import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords } from '../../records/store/records.ts';
import { type Agent, agentKind } from '../model/agent.ts';
import type { CallSnapshot, ConversationAgent } from '../model/call-snapshot.ts';
import { handoffIds } from '../model/steps.ts';
import { mostCalled } from '../model/version-split.ts';
import { compactReferences } from './agent-references.ts';
import { loadVersion } from './load-version.ts';
import { snapshotFrom, snapshotOfVersion } from './make-snapshot.ts';

/** Most agents that a call can be handed to, one after the other, and the bytes that they take in its snapshot. */
export const MAX_HANDOFF_AGENTS = 10;
export const MAX_HANDOFF_BYTES = 120_000;

interface HandoffAgents {
  /** By their ids, without the agent itself. */
  readonly agents: Readonly<Record<string, ConversationAgent>>;
  /** The ids of those that are too large, or too many. */
  readonly leftOut: readonly string[];
}

/** The agents to which steps hand calls, and those to which these do, each in the version that most of its calls get. */
export async function loadHandoffAgents(
  table: Table,
  { id, user_id: userId, steps }: Pick<Agent, 'id' | 'user_id' | 'steps'>,
): Promise<HandoffAgents> {
  const agents: Record<string, ConversationAgent> = {};
  const leftOut: string[] = [];
  const seen = new Set([id]);
  let bytesLeft = MAX_HANDOFF_BYTES;
  let ids = handoffIds(steps);
  while (ids.length > 0) {
    const fresh = [...new Set(ids)].filter((one) => !seen.has(one));
    for (const one of fresh) seen.add(one);
    ids = [];
    for (const agent of await loadAgents(table, userId, fresh)) {
      const bytes = Buffer.byteLength(JSON.stringify(agent));
      if (bytes > bytesLeft || Object.keys(agents).length >= MAX_HANDOFF_AGENTS) {
        leftOut.push(agent.agent.id);
        continue;
      }
      bytesLeft -= bytes;
      agents[agent.agent.id] = agent;
      ids.push(...handoffIds(agent.settings.steps));
    }
  }
  return { agents, leftOut };
}

async function loadAgents(
  table: Table,
  userId: string,
  ids: readonly string[],
): Promise<ConversationAgent[]> {
  const records = await findRecords(
    table,
    userId,
    ids.map((id) => ({ kind: agentKind, id })),
  );
  const found = ids.flatMap((id) => records.get(agentKind, id) ?? []);
  return Promise.all(found.map((agent) => loadAgent(table, agent)));
}

async function loadAgent(table: Table, record: Agent): Promise<ConversationAgent> {
  const version = mostCalled(record.published);
  const { agent, settings } =
    version === undefined
      ? snapshotFrom(record, await findRecords(table, record.user_id, compactReferences(record)))
      : await snapshotOf(table, record, version);
  return { agent, settings };
}

async function snapshotOf(table: Table, agent: Agent, version: number): Promise<CallSnapshot> {
  const { content, present } = await loadVersion(table, agent, { version, evenIncomplete: true });
  return snapshotOfVersion(content, present);
}

/** A snapshot with the agents of its handoffs. Agents that no longer fit are left out: the call is not handed to them. */
export async function withHandoffAgents(table: Table, snapshot: CallSnapshot): Promise<CallSnapshot> {
  const { id, user_id } = snapshot.agent;
  const { steps } = snapshot.settings;
  const { agents, leftOut } = await loadHandoffAgents(table, { id, user_id, steps });
  if (leftOut.length > 0)
    logger.warn('The agents of handoffs are too large for a call.', { agentId: id, leftOut });
  return Object.keys(agents).length > 0 ? { ...snapshot, handoff_agents: { ...agents } } : snapshot;
}
