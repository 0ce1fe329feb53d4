import { agentKind } from '../../agents/model/agent.ts';
import { connectionOf, loadCompactAgent, loadExpandedAgent } from '../../agents/store/agent-views.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import type { CompactNumber, ExpandedNumber, StoredNumber } from '../model/number.ts';

/** The number with its agent: in full, with its account connection and all settings, or compact. */
export async function loadNumberView(
  table: Table,
  stored: StoredNumber,
  { inFull }: { readonly inFull: boolean },
): Promise<CompactNumber | ExpandedNumber> {
  return inFull ? loadExpandedNumber(table, stored) : loadCompactNumber(table, stored);
}

async function loadCompactNumber(table: Table, stored: StoredNumber): Promise<CompactNumber> {
  const { id, user_id, number, active } = stored;
  const agent = await loadInboundAgent(table, stored);
  const inbound_agent = agent ? await loadCompactAgent(table, agent) : null;
  return { id, user_id, inbound_agent, number, active };
}

async function loadExpandedNumber(table: Table, stored: StoredNumber): Promise<ExpandedNumber> {
  const [agent, connection] = await Promise.all([
    loadInboundAgent(table, stored),
    connectionOf(table, stored),
  ]);
  return {
    ...stored,
    agent_version: stored.agent_version ?? null,
    inbound_agent: agent ? await loadExpandedAgent(table, agent) : null,
    telephony_account_connection: connection,
  };
}

function loadInboundAgent(table: Table, { user_id, inbound_agent }: StoredNumber) {
  return inbound_agent ? getRecord(table, user_id, agentKind, inbound_agent) : undefined;
}
