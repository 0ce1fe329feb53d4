import { withSnapshot } from '../../agents/store/snapshots.ts';
import type { StoredCall } from '../../calls/model/call.ts';
import { contactNumber } from '../../calls/model/call-context.ts';
import { costOf } from '../../calls/model/cost.ts';
import { bytesOfCall } from '../../calls/store/calls.ts';
import { loadCalls, matchingCalls } from '../../calls/store/matching-calls.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import { agentOf } from '../../conversation/model/session.ts';
import { type Issue, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { MAX_REPLAYED, type ReplayCase, type ReplayInput } from '../model/replay.ts';
import type { NewCase, NewRun } from '../store/test-runs.ts';
import { RunAgents, type RunContext, type WantedVersion } from './agents-of-run.ts';
import { issueOfReplayed } from './script-of-call.ts';

/** Maximum number of issues in one answer. */
const MAX_ISSUES = 20;

/** Maximum bytes of the calls of a replay as JSON. */
const MAX_BYTES = 20_000_000;

/** Calls that are read at once. */
const BATCH = 40;

/** Bounds of the search for calls: bytes that are read, and megabytes of the index. */
const BOUNDS = { answerBytes: MAX_BYTES, readBytes: MAX_BYTES, indexPages: 4 };

/** A call, and where the request names it. */
interface Found {
  readonly call: StoredCall;
  readonly loc: readonly string[];
}

/** Reads calls and versions of their agents, so that later changes don't matter. Throws all issues at once. */
export async function planReplay(table: Table, input: ReplayInput, context: RunContext): Promise<NewRun> {
  const { userId } = context;
  const id = context.newId();
  const found = await callsOf(table, userId, input);
  const names = found.map(({ call }) => call.agent_id);
  const agents = await RunAgents.find(table, names, context);
  const cases: NewCase[] = [];
  const inputs: ReplayCase[] = [];
  const issues: Issue[] = [];
  for (const { call, loc } of found) {
    const load = async (version: WantedVersion, field: string) => {
      const loaded = await agents.load(call.agent_id, version, { loc, versionLoc: ['body', field] });
      if (!('issues' in loaded)) return loaded;
      issues.push(...loaded.issues);
      return undefined;
    };
    const agent = await load(input.agent_version, 'agent_version');
    const other = input.baseline ? await load(input.baseline, 'baseline') : undefined;
    if (!agent || (input.baseline && !other)) continue;
    const baseline = other ? { snapshot_id: other.snapshot_id, version: other.agent_version } : null;
    const tool_names = await toolNamesOf(table, call);
    const { mode } = input;
    inputs.push({ kind: 'replay', call, tool_names, mode, baseline });
    cases.push({
      test_id: null,
      name: nameOf(call),
      ...agent,
      call_id: call.id,
      input: inputs.length - 1,
      run: 1,
      of: 1,
      needed: 1,
    });
  }
  // A filter may find calls whose agent was deleted.
  if (issues.length > 0 && (input.calls || cases.length === 0)) throw invalidInput(distinct(issues));
  const name = `Replay of ${cases.length} ${cases.length === 1 ? 'call' : 'calls'}`;
  return { id, user_id: userId, kind: 'replay', name, inputs, snapshots: agents.snapshots, cases };
}

/** What tells a call from others: its contact, and when it was created. */
const nameOf = (call: StoredCall) =>
  `Call ${call.direction === 'inbound' ? 'from' : 'to'} ${contactNumber(call) ?? 'an unknown number'}, ${call.created_at.slice(0, 16).replace('T', ' ')} UTC`;

/** The calls of a replay. Throws if there are none, or not those that it names. */
async function callsOf(table: Table, userId: string, { calls, filter }: ReplayInput): Promise<Found[]> {
  const found = calls ? await namedCalls(table, userId, calls) : await newestCalls(table, userId, filter);
  if (found.length === 0)
    throw invalid(['body', 'filter'], 'No finished call with a transcript matches.', 'no_calls');
  return found;
}

/** The number of calls of a replay, and what their models cost; null if a model has no price. */
export async function estimateOf(table: Table, userId: string, input: ReplayInput, prices: Prices) {
  const found = await callsOf(table, userId, input);
  const costs = found.map(({ call }) => costOf(call, prices)?.model ?? null);
  // Another version, or the contact's own model, is asked as often.
  const times = (input.baseline ? 2 : 1) * (input.mode === 'closed' ? 2 : 1);
  const total = costs.includes(null) ? undefined : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return {
    calls: found.length,
    cost: total === undefined ? null : { currency: prices.currency, total: total * times },
  };
}

/** The same version may be missing for each call of an agent. */
const distinct = (issues: readonly Issue[]): Issue[] =>
  [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()].slice(0, MAX_ISSUES);

const invalid = (loc: readonly string[], msg: string, type: string) => invalidInput([{ loc, msg, type }]);

async function namedCalls(table: Table, userId: string, named: readonly string[]): Promise<Found[]> {
  const ids = [...new Set(named)];
  const byId = new Map<string, StoredCall>();
  let bytes = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const call of await loadCalls(table, userId, ids.slice(start, start + BATCH))) {
      byId.set(call.id, call);
      bytes += bytesOfCall(call);
    }
    if (bytes > MAX_BYTES)
      throw invalid(
        ['body', 'calls'],
        `These calls have more than ${MAX_BYTES} bytes; name fewer.`,
        'too_big',
      );
  }
  const issues: Issue[] = [];
  const found = ids.flatMap((callId) => {
    const loc = ['body', 'calls', String(named.indexOf(callId))];
    const call = byId.get(callId);
    const issue = call ? issueOfReplayed(call) : { msg: 'No call with this id.', type: 'unknown_reference' };
    if (issue) issues.push({ loc, ...issue });
    return call ? { call, loc } : [];
  });
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES));
  return found;
}

async function newestCalls(
  table: Table,
  userId: string,
  {
    agent_id: agent,
    from: created_after,
    until: created_before,
    limit,
    ...others
  }: NonNullable<ReplayInput['filter']> = { limit: MAX_REPLAYED },
): Promise<Found[]> {
  const filter = { ...others, agent, created_after, created_before };
  const found: Found[] = [];
  let bytes = 0;
  for await (const { calls } of matchingCalls(table, userId, { filter, descending: true, bounds: BOUNDS })) {
    found.push(...calls.flatMap((call) => (issueOfReplayed(call) ? [] : { call, loc: ['body', 'filter'] })));
    bytes += calls.reduce((sum, call) => sum + bytesOfCall(call), 0);
    if (found.length >= limit || bytes > MAX_BYTES) break;
  }
  return found.slice(0, limit);
}

async function toolNamesOf(table: Table, call: StoredCall): Promise<Record<string, string>> {
  const own = call.actions_taken && (await withSnapshot(table, call));
  if (!own) return {};
  const tools = toolsOf(own.agent, agentOf(own, own.detects_do_not_call).settings);
  return Object.fromEntries(tools.flatMap(({ name, action }) => (action.id ? [[action.id, name]] : [])));
}
