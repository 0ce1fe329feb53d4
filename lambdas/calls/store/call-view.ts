import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { action } from '../../actions/model/action.ts';
import { agentKind, type CalledAgent } from '../../agents/model/agent.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { connectionOf } from '../../agents/store/agent-views.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { vectorDatabaseKind } from '../../vector-databases/model/vector-database.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import { type Call, type FullCall, type StoredCall, toCall, withoutPrompt } from '../model/call.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';

/** The call as the API shows it, with its snapshot and account connection. Undefined if the call was deleted. */
export async function loadCallView(
  table: Table,
  stored: StoredCall,
  {
    prices,
    snapshot,
    inFull,
  }: { readonly prices: Prices; readonly snapshot?: CallSnapshot | undefined; readonly inFull: boolean },
): Promise<Call | FullCall | undefined> {
  const [call, connection] = await Promise.all([
    snapshot ? { ...stored, ...snapshot } : withSnapshot(table, stored),
    connectionOf(table, stored),
  ]);
  if (!call) return undefined;
  const callView = toCall(call, connection, prices);
  return inFull ? { ...callView, agent: await loadCalledAgent(table, call) } : callView;
}

/** A call that was just created, as the API shows it. */
export async function newCallView(
  table: Table,
  call: CallWithSnapshot,
  { inFull }: { readonly inFull: boolean },
): Promise<Call | FullCall> {
  const [connection, agent] = await Promise.all([
    connectionOf(table, call),
    inFull ? loadCalledAgent(table, call) : undefined,
  ]);
  const callView = toCall(call, connection);
  return agent ? { ...callView, agent } : callView;
}

/** The agent of a call in full, in one request. Records deleted since are null. */
async function loadCalledAgent(
  table: Table,
  { settings, prompt, context_source, agent_version = 0, hipaa_compliant, ...call }: CallWithSnapshot,
): Promise<CalledAgent> {
  const agent = hipaa_compliant ? withoutPrompt(call.agent) : call.agent;
  const { user_id, webhook, actions } = agent;
  const {
    vector_database: database,
    llm_account_connection: connection,
    collect_fields,
    ...tuning
  } = settings;
  const related = { webhook: webhook?.id, vector_database: database, llm_account_connection: connection };
  const records = await findRecords(table, user_id, targetsOf(agentKind, related));
  const account = connection ? records.get(accountConnectionKind, connection) : undefined;
  return {
    ...tuning,
    ...agent,
    context_endpoint: context_source?.endpoint ?? null,
    prompt: { id: agent.id, user_id, ...prompt, content: agent.prompt, collect_fields },
    // A stored action may lack its trigger, which has a default.
    actions: actions.map((each) => action.parse(each)),
    webhook: (webhook && records.get(webhookKind, webhook.id)) ?? null,
    vector_database: (database ? records.get(vectorDatabaseKind, database) : undefined) ?? null,
    llm_account_connection: account?.type === 'account_connection_llm' ? account : null,
    version: agent_version,
  };
}
