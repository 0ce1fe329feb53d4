import * as z from 'zod/mini';
import { findTests } from '../../agent-tests/store/find-tests.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, type Issue, notFound } from '../../http/errors.ts';
import { pageOf, pageWith } from '../../http/page.ts';
import { booleanFromText, idQuery, numberFromText } from '../../http/query/query-values.ts';
import { numberKind } from '../../numbers/model/number.ts';
import { id, integerBetween, printableText } from '../../platform/fields.ts';
import type { Table } from '../../platform/table/table.ts';
import { CREATE_RECORDS, getRecord } from '../../records/store/records.ts';
import { findReferrers } from '../../records/store/reference-counts.ts';
import { type UpdatePlan, updatePlanned } from '../../records/store/update-record.ts';
import type { Agent } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import {
  agentVersionKind,
  digestOf,
  type ListedVersion,
  listedVersion,
  MAX_MESSAGE,
  versionId,
  versionsOf,
  versionView,
} from '../model/agent-version.ts';
import {
  onlyVersion,
  splitOf,
  type VersionChoice,
  versionChoice,
  versionNumber,
} from '../model/version-split.ts';
import { changedAgent, loadRevisedView } from '../requests/agent-responses.ts';
import { planRollback } from '../requests/plan-rollback.ts';
import { type Publication, requiredTestsOf, requireTestsPassed } from '../requests/required-tests.ts';
import { requireVersions, throwNoVersion } from '../requests/version-issues.ts';
import { loadContent, withoutOne } from '../store/plan-version.ts';
import { loadTestMarks } from '../store/test-marks.ts';
import { getVersion, loadNotes, type VersionNote, versionDeletion } from '../store/versions.ts';
import { withPublished } from '../store/with-version.ts';

export const publishAgent = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/publish',
    summary: 'Publish an agent or versions of it',
    query: idQuery,
    body: z.lazy(() =>
      z.strictObject({
        version: z.optional(z.nullable(versionChoice)),
        message: z.optional(printableText(MAX_MESSAGE)),
        force: z._default(z.boolean(), false),
      }),
    ),
    bodyIsOptional: true,
    response: changedAgent(),
    responseHeaders: ['ETag'],
    takesRevision: true,
    tableActions: ['BatchGetItem', 'DeleteItem', 'Query', ...CREATE_RECORDS],
    async run({ userId, apiVersion, grantedScopes: granted, query: { id }, body, ifMatch }, { table, now }) {
      const { version, force, message } = body;
      const publication = { force, granted, findTests, at: now() };
      const plan = (agent: Agent) =>
        version
          ? planSplit(table, agent, version, { ...publication, message })
          : planPresent(table, agent, { ...publication, message });
      const updated = await updatePlanned(table, userId, { kind: agentKind, id, ifMatch, plan });
      if (!updated) throw notFound('agent');
      return loadRevisedView(table, updated, { inFull: hasAgentsInFull(apiVersion, { byDefault: true }) });
    },
  });

interface Release extends Publication {
  /** What its author says of the versions that become live. */
  readonly message: string | undefined;
}

/** Publishes versions; beside others, those that calls get already need no tests. Throws if one of them, or a record of one, does not exist. */
async function planSplit(
  table: Table,
  agent: Agent,
  choice: VersionChoice,
  { message, ...publication }: Release,
): Promise<UpdatePlan> {
  const published = splitOf(choice);
  await requireVersions(table, agent, { choice, loc: ['body', 'version'] });
  const live = versionsOf(agent).published.map(({ version }) => version);
  const numbers = published.map(({ version }) => version);
  const added = numbers.length > 1 ? numbers.filter((version) => !live.includes(version)) : numbers;
  const changes = await requireTestsPassed(table, agent, added, publication);
  return withPublished(table, agent, { plan: { changes }, newVersions: [], published, message });
}

/** Publishes the agent as it is: the latest version, or a new one if a related record was changed since. */
async function planPresent(
  table: Table,
  agent: Agent,
  { message, ...publication }: Release,
): Promise<UpdatePlan> {
  const content = await loadContent(table, agent);
  const isNew = digestOf(content) !== agent.versions?.digest;
  const { at } = publication;
  const newVersions = isNew ? [{ content, at, origin: 'related_record_changed' as const, message }] : [];
  const latest = (agent.versions?.latest ?? 0) + newVersions.length;
  const published = agent.drafts ? onlyVersion(latest) : null;
  const changes = await requireTestsPassed(table, agent, [latest], publication);
  return withPublished(table, agent, { plan: { changes }, newVersions, published, message }).catch(
    throwNoVersion(['query', 'id']),
  );
}

export const rollbackAgent = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/rollback',
    summary: 'Restore a version of an agent',
    query: idQuery,
    body: z.lazy(() => z.strictObject({ version: versionNumber, force: z._default(z.boolean(), false) })),
    response: changedAgent(),
    responseHeaders: ['ETag'],
    takesRevision: true,
    tableActions: ['BatchGetItem', 'DeleteItem', 'Query', ...CREATE_RECORDS],
    async run(
      { userId, apiVersion, grantedScopes: granted, query: { id }, body: { version, force }, ifMatch },
      { table, now },
    ) {
      const updated = await updatePlanned(table, userId, {
        kind: agentKind,
        id,
        ifMatch,
        plan: (agent) => planRollback(table, agent, { version, force, granted, findTests, at: now() }),
      });
      if (!updated) throw notFound('agent');
      return loadRevisedView(table, updated, { inFull: hasAgentsInFull(apiVersion, { byDefault: true }) });
    },
  });

export const listAgentVersions = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/agents/versions',
    summary: 'List the versions of an agent',
    query: z.lazy(() =>
      z.strictObject({
        id,
        page: z._default(z.pipe(numberFromText, integerBetween(1, 1_000_000_000)), 1),
        size: z._default(z.pipe(numberFromText, integerBetween(1, 100)), 10),
        sort_desc: z._default(z.pipe(booleanFromText, z.boolean()), true),
      }),
    ),
    response: z.lazy(() => pageOf(listedVersion)),
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query: { id: agentId, page, size, sort_desc } }, { table }) {
      const [agent, notes] = await Promise.all([
        getRecord(table, userId, agentKind, agentId),
        loadNotes(table, { userId, agentId }),
      ]);
      if (!agent) throw notFound('agent');
      const sorted = sort_desc ? notes.toReversed() : notes;
      const items = sorted.slice((page - 1) * size, page * size);
      const total = notes.length;
      return pageWith(
        items.map((note) => toListedVersion(agent, note)),
        { page, size, total, hasMore: page * size < total },
      );
    },
  });

const versionQuery = z.lazy(() => z.strictObject({ id, version: z.pipe(numberFromText, versionNumber) }));

export const getAgentVersion = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/agents/version',
    summary: 'Get one version of an agent',
    query: versionQuery,
    response: versionView,
    tableActions: ['GetItem', 'BatchGetItem', 'Query'],
    async run({ userId, query: { id: agentId, version } }, { table }) {
      const [agent, foundVersion] = await Promise.all([
        getRecord(table, userId, agentKind, agentId),
        getVersion(table, { userId, agentId }, version),
      ]);
      if (!agent || !foundVersion) throw noSuchVersion();
      const { agent: own, ...related } = foundVersion.content;
      const { publish_requires: required } = agent;
      const [tests, present] = await Promise.all([
        loadTestMarks(table, { userId, agentId, version }),
        required?.length ? findTests(table, userId, required) : new Map(),
      ]);
      return {
        ...toListedVersion(agent, foundVersion.note),
        content: { ...own, ...related },
        tests,
        required_tests: requiredTestsOf(required ?? [], present, tests),
      };
    },
  });

const MAX_NAMED = 10;

export const deleteAgentVersion = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/versions/delete',
    summary: 'Delete one version of an agent',
    query: versionQuery,
    response: z.lazy(() => z.object({ id, version: z.int(), deleted: z.literal(true) })),
    takesRevision: true,
    tableActions: ['DeleteItem', 'Query', ...CREATE_RECORDS],
    async run({ userId, query: { id: agentId, version }, ifMatch }, { table }) {
      const updated = await updatePlanned(table, userId, {
        kind: agentKind,
        id: agentId,
        ifMatch,
        plan: (agent) => planDeletion(table, agent, version),
      });
      if (!updated) throw noSuchVersion();
      return { id: agentId, version, deleted: true as const };
    },
  });

/** Plans the deletion, which counts the agent's versions anew. Throws if something names the version. */
async function planDeletion(table: Table, agent: Agent, version: number): Promise<UpdatePlan> {
  const key = { userId: agent.user_id, agentId: agent.id };
  const foundVersion = await getVersion(table, key, version);
  const { versions, published } = agent;
  if (!foundVersion || !versions) throw noSuchVersion();
  if (published?.some((share) => share.version === version))
    throw inUse([issue('The version is published; publish another one first.')]);
  if (versions.latest === version)
    throw inUse([
      issue('This is the latest version, which is the agent as it is now; update the agent first.'),
    ]);
  const { bytes, referred_to } = foundVersion.note;
  if (referred_to > 0) throw inUse(await issuesOfNumbers(table, key.userId, { agent, version, referred_to }));
  const revision = versions.revision + 1;
  return {
    changes: { versions: { ...withoutOne(versions, bytes), revision }, deleted_version: version },
    further: [versionDeletion(table, key, version)],
  };
}

async function issuesOfNumbers(
  table: Table,
  userId: string,
  {
    agent,
    version,
    referred_to,
  }: { readonly agent: Agent; readonly version: number; readonly referred_to: number },
): Promise<Issue[]> {
  const target = { kind: agentVersionKind, id: versionId(agent.id, version) };
  const numbers = await findReferrers(table, userId, { target, kinds: [numberKind], limit: MAX_NAMED });
  const named = numbers.map(({ id: number }) =>
    issue(`The number ${number} names this version; choose another one for it first.`),
  );
  const rest = issue(`In total, ${referred_to} numbers name this version.`);
  return numbers.length < referred_to ? [...named, rest] : named;
}

const inUse = (issues: readonly Issue[]) => new ApiError('conflict', issues);

const issue = (msg: string): Issue => ({ loc: ['query', 'version'], msg, type: 'still_referenced' });

const noSuchVersion = () =>
  new ApiError('not_found', [
    {
      loc: ['query', 'version'],
      msg: 'No agent with this id has a version with this number.',
      type: 'not_found',
    },
  ]);

function toListedVersion(
  agent: Agent,
  {
    version,
    agent_id,
    user_id,
    created_at,
    origin,
    restored_from,
    message,
    by,
    token_id,
    referred_to,
  }: VersionNote,
): ListedVersion {
  const { version: latest, published } = versionsOf(agent);
  return {
    version,
    agent_id,
    user_id,
    created_at,
    origin,
    ...(restored_from !== undefined && { restored_from }),
    ...(message !== undefined && { message }),
    ...(by && { by }),
    ...(token_id !== undefined && { token_id }),
    is_latest: version === latest,
    published_weight: published.find((share) => share.version === version)?.weight ?? null,
    numbers: referred_to,
  };
}
