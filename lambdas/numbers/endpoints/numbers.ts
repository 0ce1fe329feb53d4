import * as z from 'zod/mini';
import { pinTools } from '../../actions/requests/pin-tools.ts';
import { findTests } from '../../agent-tests/store/find-tests.ts';
import { agentOfUpdateInput, agentUpdate } from '../../agents/model/agent.ts';
import { PLATFORM_MODELS } from '../../agents/model/platform-models.ts';
import { CHANGE_AGENT, changeAgent } from '../../agents/requests/change-agent.ts';
import { newAgent } from '../../agents/requests/new-agent.ts';
import { inlineAgentReferences } from '../../agents/store/agent-references.ts';
import { answerByVersion, hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint, type EndpointDependencies } from '../../http/endpoint.ts';
import { ApiError, invalidInput, notFound } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { pageOf, pageQuery, readPage } from '../../http/page.ts';
import { idQuery, phoneQuery, unknownNumber } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { revised } from '../../http/revisions.ts';
import { changesOf } from '../../platform/patch.ts';
import { deletion } from '../../platform/reference.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { DELETE_RECORD } from '../../records/store/delete-record.ts';
import type { CreateContext } from '../../records/store/inline-records.ts';
import { getRecord } from '../../records/store/records.ts';
import { requireRevision } from '../../records/store/require-revision.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../webhooks/requests/prepare-change.ts';
import {
  agentVersionUpdate,
  inboundAgentUpdate,
  number,
  numberKind,
  numberUpdate,
  olderNumber,
  type StoredNumber,
  takesCalls,
} from '../model/number.ts';
import { planAgentVersion, throwDropped } from '../requests/inbound-agent.ts';
import { changedNumber, foundNumber } from '../requests/number-responses.ts';
import { removeNumber } from '../store/cancel-number.ts';
import { loadNumberView } from '../store/number-views.ts';
import { findRevisedNumber, reconcileFrom } from '../store/numbers.ts';

export const getNumber = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/numbers',
    summary: 'Get a number with its inbound agent',
    query: phoneQuery,
    response: foundNumber(),
    responseHeaders: ['ETag'],
    tableActions: ['GetItem', 'BatchGetItem'],
    async run({ userId, apiVersion, query }, { table }) {
      const found = await findRevisedNumber(table, userId, query.phone_number);
      if (!found) throw unknownNumber();
      const inFull = hasAgentsInFull(apiVersion, { byDefault: false });
      return revised(await loadNumberView(table, found.record, { inFull }), found.revision);
    },
  });

/** Maximum numbers in a response of the older version: they fit even with the largest contexts. */
const OLDER_SIZE = 250;

const pageOfNumbers = z.lazy(() => pageOf(number));

export const listNumbers = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/numbers/list',
    summary: 'List numbers in reference form',
    query: pageQuery,
    response: answerByVersion({
      '2023-08': z.lazy(() => z.array(olderNumber)),
      '2024-08': pageOfNumbers,
      '2026-11': pageOfNumbers,
    }),
    responseHeaders: ['Link', 'X-Total-Count'],
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query, apiVersion }, { table }) {
      const isOlder = apiVersion === '2023-08';
      const reading = { query, ...(isOlder && { size: OLDER_SIZE }) };
      const { items, link, ...page } = await readPage(table, { userId, kind: numberKind }, reading);
      const headers = { link, 'x-total-count': String(page.total) };
      if (isOlder) return new Reply(z.array(olderNumber).parse(items), headers);
      return new Reply({ items: z.array(number).parse(items), ...page }, headers);
    },
  });

export const updateNumber = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/numbers/update',
    summary: 'Update a number',
    query: phoneQuery,
    body: numberUpdate,
    hasUrls: true,
    complete: pinTools,
    response: changedNumber(),
    responseHeaders: ['ETag'],
    takesRevision: true,
    references: inlineAgentReferences('inbound_agent'),
    tableActions: CHANGE_AGENT,
    variables: [PLATFORM_MODELS],
    async run(
      { userId, apiVersion, grantedScopes: granted, query, body, references, ifMatch },
      { table, now, newId, randomBytes },
    ) {
      const found = await findRevisedNumber(table, userId, query.phone_number);
      if (!found) throw unknownNumber();
      const { record: number } = found;
      // Its agent is changed first.
      await requireRevision(table, { kind: numberKind, ...found }, ifMatch);
      const createContext = { userId, references, newId, randomBytes };
      const { inbound_agent: input, agent_version: version, ...settings } = body;
      const context = { number, createContext, granted, table, now };
      const agent = await agentOf(inboundAgentUpdate.parse(input), context);
      const versions = { choice: agentVersionUpdate.parse(version), agent };
      const updated = await updatePlanned(table, userId, {
        kind: numberKind,
        id: number.id,
        ifMatch,
        async plan(presentNumber) {
          const named = await planAgentVersion(table, presentNumber, versions);
          const changes = { ...changesOf(settings), ...(agent && { inbound_agent: agent.id }), ...named };
          return { changes, newRecords: agent?.records ?? [] };
        },
      }).catch(throwDropped);
      if (!updated) throw unknownNumber();
      // Reconciliation updates the vendor within minutes.
      const { record, revision } = updated;
      if (takesCalls(record) !== takesCalls(number)) await reconcileFrom(table, record, now());
      const inFull = hasAgentsInFull(apiVersion, { byDefault: true });
      return revised(await loadNumberView(table, record, { inFull }), revision);
    },
  });

const LOC = ['body', 'inbound_agent'];

interface AgentContext extends Pick<EndpointDependencies, 'table' | 'now'> {
  readonly number: StoredNumber;
  readonly createContext: CreateContext;
  readonly granted: readonly string[] | undefined;
}

/** The new agent of the number, with the records to store. Returns undefined if the agent stays the same. */
async function agentOf(
  agentInput: ReturnType<typeof inboundAgentUpdate.parse>,
  { number, createContext, granted, table, now }: AgentContext,
): Promise<{ readonly id: string | null; readonly records: readonly NewRecord[] } | undefined> {
  if (agentInput === undefined) return undefined;
  if (agentInput === null || typeof agentInput === 'string') return { id: agentInput, records: [] };
  if (number.inbound_agent === null) {
    const settings = requireValid(agentOfUpdateInput, agentInput);
    const { agent, records } = newAgent(settings, LOC, createContext);
    await requireRoomForAllCalls(table, createContext.userId, allCallsWebhooksIn(records));
    return { id: agent.id, records };
  }
  const body = requireValid(agentUpdate, agentInput);
  const id = number.inbound_agent;
  await changeAgent(table, { id, body, loc: LOC, createContext, granted, findTests, now: now() });
  return undefined;
}

function requireValid<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = parseInput(schema, input);
  if (error) throw invalidInput(issuesAt(LOC, error));
  return data;
}

export const deleteNumber = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/numbers/delete',
    summary: 'Delete a cancelled number',
    query: idQuery,
    response: deletion,
    tableActions: DELETE_RECORD,
    async run({ userId, query: { id } }, { table }) {
      const number = await getRecord(table, userId, numberKind, id);
      if (!number) throw notFound('number');
      if (number.active) throw conflict('The number is active; cancel it first.', 'number_active');
      if (number.reconcile_at !== undefined) {
        throw conflict(
          'The number is still being reconciled with the vendor; try again in a few minutes.',
          'number_returning',
        );
      }
      if (!(await removeNumber(table, number))) throw notFound('number');
      return { id, deleted: true } as const;
    },
  });

const conflict = (msg: string, type: string) =>
  new ApiError('conflict', [{ loc: ['query', 'id'], msg, type }]);
