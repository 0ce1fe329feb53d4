import { type Call, type FullCall, type StoredCall, toCall } from '../../domain/calls/call.ts';
import type { Prices } from '../../domain/calls/cost/prices.ts';
import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import type { CallSnapshot } from '../../domain/records/call-snapshot.ts';
import { connectionOf, loadCalledAgent } from '../records/shown-agents.ts';
import { withSnapshot } from '../snapshots/snapshots.ts';
import type { Table } from '../table/table.ts';

/** The call as the API shows it, with its snapshot and account connection. Undefined if the call was deleted. */
export async function loadShownCall(
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
  const shown = toCall(call, connection, prices);
  return inFull ? { ...shown, agent: await loadCalledAgent(table, call) } : shown;
}

/** A call that was just created, as the API shows it. */
export async function showNewCall(
  table: Table,
  call: CallWithSnapshot,
  { inFull }: { readonly inFull: boolean },
): Promise<Call | FullCall> {
  const [connection, agent] = await Promise.all([
    connectionOf(table, call),
    inFull ? loadCalledAgent(table, call) : undefined,
  ]);
  const shown = toCall(call, connection);
  return agent ? { ...shown, agent } : shown;
}
