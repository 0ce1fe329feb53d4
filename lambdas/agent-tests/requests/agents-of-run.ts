import type { Agent } from '../../agents/model/agent.ts';
import { agentKind } from '../../agents/model/agent.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { mostCalled } from '../../agents/model/version-split.ts';
import { issuesOfDeleted, unknownVersion } from '../../agents/requests/version-issues.ts';
import { presentAgent, versionForCall } from '../../agents/store/agent-for-call.ts';
import { UnknownVersion, VersionIncomplete } from '../../agents/store/load-version.ts';
import type { Issue } from '../../http/errors.ts';
import { id } from '../../platform/fields.ts';
import type { NewId } from '../../platform/ids.ts';
import { beginningWith, queryPages } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords } from '../../records/store/records.ts';
import type { NewCase } from '../store/test-runs.ts';

/** `published`: the version that most calls get. `draft`: the agent as it is now. */
export type WantedVersion = number | 'draft' | 'published';

type Loc = readonly string[];

export interface RunContext {
  readonly userId: string;
  readonly now: Date;
  readonly newId: NewId;
}

/** A version of an agent, as a case names it. */
type RunAgent = Pick<NewCase, 'agent_id' | 'agent_name' | 'agent_version' | 'snapshot_id'>;

type Found<T> = T | { readonly issues: readonly Issue[] };

/** The agents of a run, each loaded once for each of its versions. */
export class RunAgents {
  /** What was loaded, by the id of the snapshot. */
  readonly snapshots = new Map<string, CallSnapshot>();
  readonly #loaded = new Map<string, Promise<RunAgent>>();
  readonly #table: Table;
  readonly #context: RunContext;
  readonly #byName: ReadonlyMap<string, readonly Agent[]>;

  private constructor(table: Table, context: RunContext, byName: ReadonlyMap<string, readonly Agent[]>) {
    this.#table = table;
    this.#context = context;
    this.#byName = byName;
  }

  static async find(table: Table, names: readonly string[], context: RunContext): Promise<RunAgents> {
    const { userId } = context;
    const wanted = new Set(names);
    const idsByName = new Map([...wanted].map((name) => [name, id.safeParse(name).success ? [name] : []]));
    if ([...idsByName.values()].some((ids) => ids.length === 0))
      for await (const [agentId, name] of namesOfAgents(table, userId)) idsByName.get(name)?.push(agentId);
    const keys = [...idsByName.values()].flat().map((agentId) => ({ kind: agentKind, id: agentId }));
    const records = await findRecords(table, userId, keys);
    const agentsOf = (ids: readonly string[]) =>
      ids.flatMap((agentId) => records.get(agentKind, agentId) ?? []);
    return new RunAgents(table, context, new Map([...idsByName].map(([name, ids]) => [name, agentsOf(ids)])));
  }

  /** A version of an agent, or why it was not found; `loc` is where the agent is named, and `versionLoc` the version. */
  async load(
    name: string,
    version: WantedVersion,
    { loc, versionLoc }: { readonly loc: Loc; readonly versionLoc: Loc },
  ): Promise<Found<RunAgent>> {
    const [agent, ...others] = this.#byName.get(name) ?? [];
    if (!agent) return issue(loc, 'No agent has this name or id.', 'unknown_reference');
    if (others.length > 0)
      return issue(loc, `${others.length + 1} agents have this name; give an id.`, 'ambiguous_name');
    const key = `${agent.id} ${version}`;
    const loaded = this.#loaded.get(key) ?? this.#version(agent, version);
    this.#loaded.set(key, loaded);
    try {
      return await loaded;
    } catch (error) {
      if (error instanceof UnknownVersion) return { issues: [unknownVersion(error.version, versionLoc)] };
      if (error instanceof VersionIncomplete)
        return { issues: issuesOfDeleted(error.version, error.missing, versionLoc) };
      throw error;
    }
  }

  async #version(agent: Agent, wanted: WantedVersion): Promise<RunAgent> {
    const version = wanted === 'published' ? mostCalled(agent.published) : wanted;
    const loaded =
      typeof version === 'number'
        ? await versionForCall(this.#table, agent, { version, isTest: true })
        : await presentAgent(this.#table, agent, this.#context.now);
    const snapshot_id = this.#context.newId();
    this.snapshots.set(snapshot_id, loaded.snapshot);
    return {
      agent_id: agent.id,
      agent_name: agent.name ?? null,
      agent_version: loaded.version ?? null,
      snapshot_id,
    };
  }
}

async function* namesOfAgents(table: Table, userId: string): AsyncGenerator<readonly [string, string]> {
  const pages = queryPages(table, {
    ...beginningWith(recordKey(userId, 'agent', '')),
    ProjectionExpression: '#id, #name',
    ExpressionAttributeNames: { '#id': 'id', '#name': 'name' },
  });
  for await (const items of pages)
    for (const { id: agentId, name } of items) if (typeof name === 'string') yield [String(agentId), name];
}

const issue = (loc: Loc, msg: string, type: string) => ({ issues: [{ loc, msg, type }] });
