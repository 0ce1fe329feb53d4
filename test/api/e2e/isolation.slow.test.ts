import { describe, expect, inject, it } from 'vitest';
import {
  alternativesOf,
  groupOf,
  type Operation,
  operations,
  resolved,
  type Schema,
} from '../../support/openapi/document.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { newRecord, plainRequest, userOf } from '../../support/service/plain-requests.ts';

const connection = inject('connection');
const owner = userOf(connection, 'first');
const stranger = userOf(connection, 'second');

/** Operations whose query must name a record. Any number may be looked for on a do-not-call list. */
const naming = operations.filter(
  (operation) => operation.query.some(({ required }) => required) && groupOf(operation) !== 'do_not_call',
);

/** The fields of bodies that refer to a record. */
const referring = operations
  .flatMap((operation) => referencesOf(operation).map((field) => ({ operation, id: operation.id, field })))
  // An upload is a file of its campaign, and no record.
  .filter(({ id, field }) => id !== 'analyzeCalls' && field !== 'upload');

/** Those of them that are lists. */
const LISTS = new Set(['actions', 'calls', 'publish_requires', 'tests']);

describe.concurrent('a record that a stranger names in the query', () => {
  it.each(naming)('does not exist for $id, and stays unchanged', async (operation) => {
    const { target, body } = await plainRequest(operation, owner);
    const read = () => recordAt(operation, new URL(target, 'http://service').searchParams);
    const before = await finishedRecord(read);

    const answer = await send(operation, target, body);
    const after = await read();

    expect(answer).toMatchObject({ status: 404, body: { detail: [{ type: 'not_found' }] } });
    expect(before.user_id).toMatch(/1$/);
    expect(after).toEqual(before);
  });
});

describe.concurrent('a record that a stranger refers to in a body', () => {
  it.each(referring)('is unknown in $field of $id, and stays unchanged', async ({ operation, field }) => {
    const { id, read } = await ownersRecord(referredGroup(field));
    const before = await finishedRecord(read);
    const plain = await strangersRequest(operation);
    const list = LISTS.has(field);
    // Only an agent with drafts may require tests.
    const body = { ...(plain.body as object), ...(field === 'publish_requires' && { drafts: true }) };

    const answers = [
      await send(operation, plain.target, { ...body, [field]: list ? [id] : id }),
      await send(operation, plain.target, { ...body, [field]: list ? [{ id }] : { id } }),
    ];
    const after = await read();

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    const place = ['body', field, ...(list ? ['0'] : [])];
    const [byId] = answers.map((answer) => answer.body.detail);
    expect(byId).toContainEqual({ loc: place, msg: expect.any(String), type: 'unknown_reference' });
    expect(after).toEqual(before);
  });
});

it('a call that a stranger wants analyzed among others does not exist, and stays unchanged', async () => {
  const { id, read } = await ownersRecord('calls');
  const before = await finishedRecord(read);

  const { status, body } = await stranger.api.post('/v1/calls/analyze_batch', { calls: [id] });

  expect(status).toBe(200);
  expect(body.results).toMatchObject([{ id, error: { type: 'not_found' } }]);
  expect(await read()).toEqual(before);
});

it.each(
  operations.filter(({ path }) => path.endsWith('/list')),
)('lists contain nothing of another user: $id', async ({ path }) => {
  const [mine, theirs] = await Promise.all([owner, stranger].map(({ api }) => api.get(path)));

  const owners = (list: Answer) =>
    new Set((list.body.items ?? list.body).map((each: { user_id: string }) => each.user_id));
  const both = [...owners(mine!)].filter((id) => owners(theirs!).has(id));
  expect(both).toEqual([]);
  expect(owners(theirs!).size).toBeLessThan(2);
});

/** A valid request of the stranger's, for all fields of its body. */
const strangersRequest = memoized((operation: Operation) => plainRequest(operation, stranger));

/** A record of the owner, which no test may change; a template is read in the prompt that has it. */
const ownersRecord = memoized(async (group: string) => {
  const isTemplate = group === 'prompt_templates';
  const record = isTemplate
    ? await owner.api.created('/v1/prompts/create', { prompt_template: { required_context_keys: ['name'] } })
    : await newRecord(owner, group);
  const path = `/v1/${isTemplate ? 'prompts' : group}?id=${record.id}`;
  return {
    id: isTemplate ? record.prompt_template.id : record.id,
    read: async () => (await owner.api.get(path)).body,
  };
});

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Sends as the stranger. */
function send({ method }: Operation, target: string, body: unknown): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return stranger.api.send(target, { method, ...content });
}

/** The owner's record that a query names. */
async function recordAt(operation: Operation, query: URLSearchParams): Promise<Answer['body']> {
  // Part of its agent, which has the query's id.
  query.delete('version');
  const group = groupIn(operation);
  if (group !== 'numbers' || !query.has('id')) return (await owner.api.get(`/v1/${group}?${query}`)).body;
  // Numbers are got by their number alone.
  const { body } = await owner.api.get('/v1/numbers/list?size=100&sort_desc=true');
  return body.items.find(({ id }: { id: string }) => id === query.get('id'));
}

/** The group of records that the query of an operation names. */
function groupIn(operation: Operation): string {
  const { path } = operation;
  if (path.includes('/deliveries')) return 'webhooks/deliveries';
  if (path.endsWith('/tests/runs')) return 'tests/runs';
  return path.endsWith('/from_call') ? 'calls' : groupOf(operation);
}

/** A call and a run of tests change by themselves, so they are compared after their end. */
async function finishedRecord(read: () => Promise<Answer['body']>): Promise<Answer['body']> {
  const record = await until('the end of a run', async () => {
    const now = await read();
    return now.ended_at === null ? { waitingFor: now } : now;
  });
  if (record.to_number === undefined) return record;
  const call = await owner.api.finishedCall(record.id);
  return call.start_time === undefined
    ? read()
    : until('the recording', async () => {
        const kept = await read();
        return kept.recording_available ? kept : { waitingFor: kept };
      });
}

/** The group of records to which a field refers. */
function referredGroup(field: string): string {
  if (field.endsWith('account_connection')) return 'account_connections';
  if (field === 'publish_requires') return 'tests';
  return field === 'inbound_agent' ? 'agents' : `${field.replace(/s$/, '')}s`;
}

/** The fields of an operation's body that take the id of a record. */
function referencesOf({ body }: Operation): string[] {
  const kinds = body ? alternativesOf(body) : [];
  const fields = kinds.flatMap(({ properties = {} }) => Object.entries(properties));
  const referring = fields.filter(([name, schema]) => name !== 'id' && name !== 'user_id' && takesId(schema));
  return [...new Set(referring.map(([name]) => name))];
}

function takesId(schema: Schema): boolean {
  return alternativesOf(schema).some(
    (each) => each.format === 'uuid' || (each.items !== undefined && takesId(resolved(each.items))),
  );
}
