import type { Answer } from 'phone-call-agents-client';
import { changeState, readState, type State, type StateEntry } from '../settings/state-file.ts';
import type { ApiDocument, Fields } from './api-document.ts';
import { hashOf } from './content.ts';
import { type Write, writesOf } from './order.ts';
import { agreedFields, baseOf, namesake, type Plan, withoutReferences } from './plan.ts';
import {
  kindOf,
  LATEST,
  type Remote,
  type RemoteRecord,
  readRecord,
  remoteRecord,
  type Service,
  statusOf,
} from './remote.ts';
import { bodyOf, operation, updateOf } from './request-body.ts';

/** Where a plan is applied. */
export interface Target {
  readonly root: string;
  readonly environment: string;
  readonly url: string;
  readonly document: ApiDocument;
  readonly service: Service;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Called before a publication. Throws if the tests that it requires don't pass. */
  readonly beforePublishing?: (write: Write, state: State) => Promise<void>;
}

export interface Outcome {
  readonly write: Write;
  readonly result: 'done' | 'failed' | 'skipped';
  readonly reason?: string;
}

/** Errors after which no other write can succeed: the token, the network, the service. */
const isFinal = (error: unknown): boolean => {
  const status = statusOf(error);
  return typeof status !== 'number' || status === 401 || status === 403 || status === 429 || status >= 500;
};

/** Does the writes of a plan, storing the state after each. What depends on a failed one is skipped. */
export async function apply(
  plan: Plan,
  remote: Remote,
  state: State,
  target: Target,
): Promise<readonly Outcome[]> {
  const run = new Run(remote, keepRenames(state, target), target);
  run.agreeOn(plan);
  const outcomes: Outcome[] = [];
  const failed = new Set<Write>();
  let isOver: string | undefined;
  for (const write of writesOf(plan)) {
    if (target.signal?.aborted) isOver ??= 'You stopped it.';
    const blocked = write.needs.find((need) => failed.has(need));
    if (isOver !== undefined || blocked) {
      failed.add(write);
      outcomes.push({ write, result: 'skipped', reason: isOver ?? `${blocked?.record.name} failed` });
      continue;
    }
    try {
      await run.write(write);
      outcomes.push({ write, result: 'done' });
    } catch (error) {
      failed.add(write);
      const reason = error instanceof Error ? error.message : String(error);
      outcomes.push({ write, result: 'failed', reason });
      if (isFinal(error) && !(error instanceof Changed)) isOver = reason;
    }
  }
  return outcomes;
}

/** Somebody changed a record after the plan. */
class Changed extends Error {
  constructor(name: string) {
    super(`${name} was changed by somebody else meanwhile. Nothing of it was written; look at the new plan.`);
  }
}

/** Stores the names of renamed records. */
export function keepRenames(
  state: State,
  { root, environment, url }: Pick<Target, 'root' | 'environment' | 'url'>,
): State {
  const former = readState(root, environment, url).entries.keys();
  const gone = [...former].flatMap((name) => (state.entries.has(name) ? [] : [[name, undefined] as const]));
  return changeState(root, environment, url, new Map([...gone, ...state.entries]));
}

class Run {
  readonly #remote: Remote;
  readonly #target: Target;
  #state: State;

  constructor(remote: Remote, state: State, target: Target) {
    this.#remote = remote;
    this.#state = state;
    this.#target = target;
  }

  /** Notes the records that files and service agree on, also if the state did not know. */
  agreeOn({ records }: Plan): void {
    const agreed = records.flatMap(({ name, written, remote, changes, drift, conflicts }) => {
      if (!written || !remote || [...changes, ...drift, ...conflicts].length > 0) return [];
      return [[name, this.#entryOf(written.content, remote)] as const];
    });
    const changed = agreed.filter(([name, entry]) => hashOf(entry) !== hashOf(this.#state.entries.get(name)));
    const gone = [...this.#state.entries].flatMap(([name, { id }]) =>
      id !== undefined && !this.#remote.records.has(name) && !records.some((record) => record.name === name)
        ? [[name, undefined] as const]
        : [],
    );
    if (changed.length + gone.length > 0)
      this.#keep(new Map<string, StateEntry | undefined>([...changed, ...gone]));
  }

  write(write: Write): Promise<void> {
    if (write.does === 'create') return this.#create(write);
    if (write.does === 'update') return this.#update(write);
    return write.does === 'publish' ? this.#publish(write) : this.#delete(write);
  }

  async #create({ record, fields }: Write): Promise<void> {
    const { name, written } = record;
    if (!written) return;
    const adopted = this.#state.entries.get(name)?.pending && namesake(record, this.#state, this.#remote);
    if (adopted) {
      // An earlier apply created it, and could not note its id.
      this.#note(name, { id: adopted.id, fields: {}, pending: { version: Number(adopted.version ?? 1) } });
      return this.#update({ record, fields, does: 'update', needs: [] });
    }
    const body = bodyOf(written, fields, { ...this.#target, state: this.#state });
    const answer = await this.#sendNoted(name, { fields: {}, pending: { version: 0 } }, 'create', { body });
    this.#note(name, { id: String(answer.data.id), fields: {} });
    this.#note(name, this.#entryOf(pick(written.content, fields), this.#recordOf(name, answer)));
  }

  async #update({ record, fields }: Write): Promise<void> {
    const { name, written } = record;
    const entry = this.#state.entries.get(name);
    if (!written || !entry?.id) return;
    const present = await this.#read(name, entry.id);
    const rest = fields.filter((field) => !this.#stands(field, written.content, present.content));
    for (const field of rest) {
      const seen = record.remote ? hashOf(record.remote.content[field]) : undefined;
      if (seen !== undefined && hashOf(present.content[field]) !== seen) throw new Changed(name);
    }
    const isNew = fields.some((field) => hashOf(written.content[field]) !== baseOf(entry, field)[0]);
    if (rest.length === 0 && !isNew) return;
    const body = updateOf(bodyOf(written, fields, { ...this.#target, state: this.#state }), present);
    const noted = { ...entry, pending: { version: Number(present.raw.version ?? 0) } };
    const init = { query: { id: entry.id }, body, ifMatch: present.revision };
    const changed = this.#recordOf(name, await this.#sendNoted(name, noted, 'update', init));
    this.#note(name, this.#mergedEntry(entry, written.content, changed, fields));
  }

  /** Whether the service has a field as the file has it. */
  #stands(field: string, mine: Fields, theirs: Fields): boolean {
    return hashOf(withoutReferences(mine[field])) === hashOf(theirs[field]);
  }

  async #publish(write: Write): Promise<void> {
    const { name } = write.record;
    const entry = this.#state.entries.get(name);
    if (!entry?.id) return;
    await this.#target.beforePublishing?.(write, this.#state);
    const present = await this.#read(name, entry.id);
    const seen = write.record.written?.content ?? {};
    const isOurs = Object.keys(seen).every(
      (field) =>
        baseOf(entry, field)[1] === hashOf(present.content[field]) ||
        this.#stands(field, seen, present.content),
    );
    if (!isOurs) throw new Changed(name);
    const answer = await this.#send(operation(name, 'publish'), {
      query: { id: entry.id },
      ifMatch: present.revision,
    });
    const published = hashOf(this.#recordOf(name, answer).content.published);
    this.#note(name, { ...entry, fields: { ...entry.fields, published } });
  }

  async #delete({ record: { name, remote } }: Write): Promise<void> {
    if (!remote) return;
    const { id, revision } = remote;
    await this.#send(operation(name, 'delete'), { query: { id }, ifMatch: revision }).catch((error) => {
      if (statusOf(error) !== 404) throw error;
    });
    this.#note(name, undefined);
  }

  async #read(name: string, id: string): Promise<RemoteRecord> {
    const { service, document } = this.#target;
    const present = await readRecord(service, document, this.#state, { kind: kindOf(name), id });
    if (!present) throw new Changed(name);
    return present;
  }

  /** Notes a write before it is sent, and forgets it if it was refused: then it was certainly not done. */
  async #sendNoted(name: string, noted: StateEntry, what: string, init: Parameters<Service['request']>[2]) {
    const former = this.#state.entries.get(name);
    this.#note(name, noted);
    try {
      return await this.#send(operation(name, what), init);
    } catch (error) {
      const status = statusOf(error);
      if (typeof status === 'number' && status < 500) this.#note(name, former);
      throw error;
    }
  }

  #send(target: string, init: Parameters<Service['request']>[2]) {
    return this.#target.service.request<Fields>('POST', target, init);
  }

  #recordOf(name: string, { data, revision }: Pick<Answer<Fields>, 'data' | 'revision'>): RemoteRecord {
    return remoteRecord(this.#target.document, this.#state, { kind: kindOf(name), raw: data, revision });
  }

  #entryOf(content: Fields, remote: RemoteRecord): StateEntry {
    const { published } = remote.content;
    return {
      id: remote.id,
      fields: agreedFields({ ...content, ...(published !== undefined && { published }) }, remote.content),
    };
  }

  /** The entry after an update: of other fields, the state keeps what it knew. */
  #mergedEntry(
    { id, fields }: StateEntry,
    mine: Fields,
    remote: RemoteRecord,
    sent: readonly string[],
  ): StateEntry {
    const next = agreedFields(pick(mine, sent), pick(remote.content, sent));
    const published = 'published' in remote.content && {
      published: hashOf(remote.content.published ?? LATEST),
    };
    const cleared = Object.fromEntries(Object.entries(fields).filter(([field]) => !sent.includes(field)));
    return { ...(id !== undefined && { id }), fields: { ...cleared, ...next, ...published } };
  }

  #note(name: string, entry: StateEntry | undefined): void {
    this.#keep(new Map([[name, entry]]));
  }

  #keep(changes: ReadonlyMap<string, StateEntry | undefined>): void {
    const { root, environment, url } = this.#target;
    this.#state = changeState(root, environment, url, changes);
  }
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
