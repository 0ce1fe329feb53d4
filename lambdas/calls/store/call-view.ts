import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { connectionOf, loadCalledAgent } from '../../agents/store/agent-views.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { type Call, type FullCall, type StoredCall, toCall } from '../model/call.ts';
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
