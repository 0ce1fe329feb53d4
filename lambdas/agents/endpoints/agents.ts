import * as z from 'zod/mini';
import { findTests } from '../../agent-tests/store/find-tests.ts';
import { warningsOfFilling } from '../../conversation/model/filled-texts.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { idQuery, optionalParameter } from '../../http/query/query-values.ts';
import { defineDeletion, defineList } from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { id } from '../../platform/fields.ts';
import {
  CREATE_RECORDS,
  createRecords,
  type FoundRecords,
  findRecords,
  getRecord,
} from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import {
  allCallsWebhooksIn,
  CHECK_ALL_CALLS,
  requireRoomForAllCalls,
} from '../../webhooks/requests/prepare-change.ts';
import {
  type Agent,
  agent,
  agentInput,
  agentKind,
  agentTuning,
  agentUpdate,
  isOlderShape,
  listedAgent,
  type NewerAgentInput,
  newerAgentInput,
  type OlderAgentInput,
  olderAgentInput,
} from '../model/agent.ts';
import { PLATFORM_MODELS } from '../model/platform-models.ts';
import { changedAgent, createdAgent, foundAgent } from '../requests/agent-responses.ts';
import { CHANGE_AGENT, changeAgent } from '../requests/change-agent.ts';
import { newAgent } from '../requests/new-agent.ts';
import { agentReferences, compactReferences } from '../store/agent-references.ts';
import { compactOf, expandedOf, loadAgentView, loadListedAgents } from '../store/agent-views.ts';
import { snapshotFrom } from '../store/make-snapshot.ts';
import { loadNotes, versionDeletion } from '../store/versions.ts';

export const createAgent = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/create',
    summary: 'Create an agent',
    body: agentInput,
    selectBody: (json) => (isOlderShape(json) ? olderAgentInput : newerAgentInput),
    hasUrls: true,
    response: createdAgent(),
    references: agentReferences,
    tableActions: ['BatchGetItem', ...CHECK_ALL_CALLS, ...CREATE_RECORDS],
    variables: [PLATFORM_MODELS],
    async run({ userId, apiVersion, body, references }, { table, newId, randomBytes }) {
      const createContext = { userId, references, newId, randomBytes };
      const isOlder = isOlderShape(body);
      const { agent, records } = newAgent(isOlder ? toNewerShape(body) : body, ['body'], createContext);
      await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(records));
      await createRecords(table, records);
      const relatedRecords = references.with(records);
      return savedView(agent, relatedRecords, hasAgentsInFull(apiVersion, { byDefault: !isOlder }));
    },
  });

function savedView(agent: Agent, records: FoundRecords, inFull: boolean) {
  const view = inFull ? expandedOf(agent, records) : compactOf(agent, records);
  return { ...view, ...warningsOfFilling(snapshotFrom(agent, records), { loc: ['body'] }) };
}

/** Converts an agent to the newer shape, the only stored one. */
function toNewerShape({
  prompt,
  voice,
  actions,
  webhook,
  initial_message,
}: OlderAgentInput): NewerAgentInput {
  const settings = agentTuning.parse({ initial_message });
  return { ...settings, drafts: false, prompt: { content: prompt }, voice, actions, webhook };
}

export const getAgent = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/agents',
    summary: 'Get an agent',
    query: z.lazy(() => z.strictObject({ id, view: optionalParameter(z.enum(['full'])) })),
    response: foundAgent(),
    tableActions: ['GetItem', 'BatchGetItem'],
    async run({ userId, apiVersion, query }, { table }) {
      const agent = await getRecord(table, userId, agentKind, query.id);
      if (!agent) throw notFound('agent');
      const inFull = query.view === 'full' || hasAgentsInFull(apiVersion, { byDefault: false });
      return loadAgentView(table, agent, { inFull });
    },
  });

export const listAgents = () =>
  defineList(agentKind, listedAgent, {
    hasBare: true,
    summary: 'List agents in reference form',
    show: (table, userId, items) =>
      loadListedAgents(
        table,
        userId,
        items.map((item) => agent.parse(item)),
      ),
    viewActions: ['BatchGetItem'],
  });

export const updateAgent = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/update',
    summary: 'Update an agent',
    query: idQuery,
    body: agentUpdate,
    hasUrls: true,
    response: changedAgent(),
    references: agentReferences,
    tableActions: CHANGE_AGENT,
    variables: [PLATFORM_MODELS],
    async run(
      { userId, apiVersion, grantedScopes: granted, query: { id }, body, references },
      { table, now, newId, randomBytes },
    ) {
      const createContext = { userId, references, newId, randomBytes };
      const change = { id, body, loc: ['body'], createContext, granted, findTests, now: now() };
      const changedAgent = await changeAgent(table, change);
      const inFull = hasAgentsInFull(apiVersion, { byDefault: true });
      const needed = inFull ? targetsOf(agentKind, changedAgent) : compactReferences(changedAgent);
      return savedView(changedAgent, await findRecords(table, userId, needed), inFull);
    },
  });

export const deleteAgent = () =>
  defineDeletion(agentKind, {
    referrers: KINDS,
    async further(table, userId, agentId) {
      const agent = { userId, agentId };
      return (await loadNotes(table, agent)).map(({ version }) => versionDeletion(table, agent, version));
    },
  });
