import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import type { StoredCall } from '../../calls/model/call.ts';
import { isFinal } from '../../calls/model/call-state.ts';
import { bytesOfCall } from '../../calls/store/calls.ts';
import { loadCalls, matchingCalls } from '../../calls/store/matching-calls.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import { agentOf } from '../../conversation/model/session.ts';
import { type Issue, invalidInput } from '../../http/errors.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Table } from '../../platform/table/table.ts';
import { MAX_REPLAYED, type ReplayCase, type ReplayInput } from '../model/replay.ts';
import type { NewCase, NewRun } from '../store/test-runs.ts';
import { type RunAgent, RunAgents, type WantedVersion } from './agents-of-run.ts';

/** Issues of one answer. */
const MAX_ISSUES = 20;

/** Bytes of the calls of a replay as JSON. */
const MAX_BYTES = 20_000_000;

/** Calls that are read at once. */
const BATCH = 40;

/** Bounds of the search for calls: bytes that are read, and megabytes of the index. */
const BOUNDS = { answerBytes: MAX_BYTES, readBytes: MAX_BYTES, indexPages: 4 };

interface PlanContext {
  readonly userId: string;
  readonly now: Date;
  readonly newId: NewId;
}

/** A call, and where the request names it. */
interface Found {
  readonly call: StoredCall;
  readonly loc: readonly string[];
}

/** Reads calls and versions of their agents, so that nothing that changes later matters. Throws all issues at once. */
export async function planReplay(
  table: Table,
  input: ReplayInput,
  { userId, now, newId }: PlanContext,
): Promise<NewRun> {
  const id = newId();
  const found = input.calls
    ? await namedCalls(table, userId, input.calls)
    : await newestCalls(table, userId, input.filter);
  requireSome(found);
  const names = found.map(({ call }) => call.agent_id);
  const agents = await RunAgents.find(table, { userId, now, names });
  const snapshots = new Map<string, CallSnapshot>();
  const ids = new Map<CallSnapshot, string>();
  const cases: NewCase[] = [];
  const inputs: ReplayCase[] = [];
  const issues: Issue[] = [];
  const stored = ({ snapshot, version }: RunAgent) => {
    const snapshot_id = ids.get(snapshot) ?? newId();
    ids.set(snapshot, snapshot_id);
    snapshots.set(snapshot_id, snapshot);
    return { snapshot_id, version: version ?? null };
  };
  for (const { call, loc } of found) {
    const load = async (version: WantedVersion, field: string) => {
      const loaded = await agents.load(call.agent_id, version, { loc, versionLoc: ['body', field] });
      if (!('issues' in loaded)) return loaded;
      issues.push(...loaded.issues);
      return undefined;
    };
    const agent = await load(input.agent_version, 'agent_version');
    const baseline = input.baseline ? await load(input.baseline, 'baseline') : undefined;
    if (!agent || (input.baseline && !baseline)) continue;
    const { snapshot_id, version } = stored(agent);
    const tool_names = await toolNamesOf(table, call);
    const { mode } = input;
    inputs.push({ kind: 'replay', call, tool_names, mode, baseline: baseline ? stored(baseline) : null });
    cases.push({
      test_id: null,
      name: `Call ${call.id}`,
      agent_id: call.agent_id,
      agent_name: agent.agent.name ?? null,
      agent_version: version,
      call_id: call.id,
      input: inputs.length - 1,
      snapshot_id,
      run: 1,
      of: 1,
      needed: 1,
    });
  }
  // Of calls that a filter found, some may have an agent that is gone.
  if (issues.length > 0 && (input.calls || cases.length === 0)) throw invalidInput(distinct(issues));
  const name = `Replay of ${cases.length} ${cases.length === 1 ? 'call' : 'calls'}`;
  return { id, user_id: userId, kind: 'replay', name, inputs, snapshots, cases };
}

/** The same version may be missing for each call of an agent. */
const distinct = (issues: readonly Issue[]): Issue[] =>
  [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()].slice(0, MAX_ISSUES);

function requireSome(found: readonly Found[]): void {
  if (found.length === 0)
    throw invalid(['body', 'filter'], 'No call that is over and kept its words matches.', 'no_calls');
}

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

/** Why a call cannot be played again. Undefined if it can. */
export function issueOfReplayed({ status, hipaa_compliant, messages = [] }: StoredCall) {
  if (!isFinal(status)) return { msg: 'The call is not over; wait for its end.', type: 'call_not_over' };
  if (!hipaa_compliant && messages.some(({ sender }) => sender === 'human')) return undefined;
  return { msg: 'The call kept no words of the contact.', type: 'call_without_words' };
}

async function newestCalls(
  table: Table,
  userId: string,
  { agent_id: agent, from: created_after, until: created_before, ...others }: ReplayInput['filter'] = {},
): Promise<Found[]> {
  const filter = { ...others, agent, created_after, created_before };
  const found: Found[] = [];
  let bytes = 0;
  for await (const { calls } of matchingCalls(table, userId, { filter, descending: true, bounds: BOUNDS })) {
    found.push(...calls.flatMap((call) => (issueOfReplayed(call) ? [] : { call, loc: ['body', 'filter'] })));
    bytes += calls.reduce((sum, call) => sum + bytesOfCall(call), 0);
    if (found.length >= MAX_REPLAYED || bytes > MAX_BYTES) break;
  }
  return found.slice(0, MAX_REPLAYED);
}

/** The names of the tools of a call that called any. */
async function toolNamesOf(table: Table, call: StoredCall): Promise<Record<string, string>> {
  const own = call.actions_taken && (await withSnapshot(table, call));
  if (!own) return {};
  const tools = toolsOf(own.agent, agentOf(own, own.detects_do_not_call).settings);
  return Object.fromEntries(tools.flatMap(({ name, action }) => (action.id ? [[action.id, name]] : [])));
}
