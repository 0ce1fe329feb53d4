import * as z from 'zod/mini';
import { pinTools } from '../../actions/requests/pin-tools.ts';
import { findTests } from '../../agent-tests/store/find-tests.ts';
import { placesWithDisclosure } from '../../calls/model/law/may-dial.ts';
import { law } from '../../calls/model/law/settings.ts';
import { warningsOfFilling } from '../../conversation/model/filled-texts.ts';
import { hasAgentsInFull } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { optionalParameter } from '../../http/query/query-values.ts';
import { defineDeletion, defineList } from '../../http/record-endpoints.ts';
import { revised } from '../../http/revisions.ts';
import { KINDS } from '../../kinds.ts';
import { id, printableText, type Warning } from '../../platform/fields.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import {
  CREATE_RECORDS,
  createRecords,
  type FoundRecords,
  findRecords,
  getRevised,
} from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import { latestOf } from '../../records/store/revisions.ts';
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
import { MAX_MESSAGE } from '../model/agent-version.ts';
import { PLATFORM_MODELS } from '../model/platform-models.ts';
import { issuesOfAgent } from '../model/step-issues.ts';
import { changedAgent, createdAgent, foundAgent, loadRevisedView } from '../requests/agent-responses.ts';
import { CHANGE_AGENT, changeAgent } from '../requests/change-agent.ts';
import { newAgent } from '../requests/new-agent.ts';
import { requireHandoffs } from '../requests/require-handoffs.ts';
import { agentReferences } from '../store/agent-references.ts';
import { compactOf, expandedOf, loadListedAgents } from '../store/agent-views.ts';
import { snapshotFrom } from '../store/make-snapshot.ts';
import { contentFrom } from '../store/plan-version.ts';
import { loadNotes, versionDeletion } from '../store/versions.ts';

export const createAgent = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/agents/create',
    summary: 'Create an agent',
    body: agentInput,
    selectBody: (json) => (isOlderShape(json) ? olderAgentInput : newerAgentInput),
    hasUrls: true,
    complete: pinTools,
    response: createdAgent(),
    responseHeaders: ['ETag'],
    references: agentReferences,
    tableActions: ['BatchGetItem', ...CHECK_ALL_CALLS, ...CREATE_RECORDS],
    variables: [PLATFORM_MODELS, law.mode, law.defaultPurpose],
    async run({ userId, apiVersion, body, references }, { table, newId, randomBytes }) {
      const createContext = { userId, references, newId, randomBytes };
      const isOlder = isOlderShape(body);
      const { agent, records } = newAgent(isOlder ? toNewerShape(body) : body, ['body'], createContext);
      await requireHandoffs(table, agent, ['body']);
      await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(records));
      const own = await createRecords(table, records);
      const relatedRecords = references.with(records);
      const view = savedView(agent, relatedRecords, hasAgentsInFull(apiVersion, { byDefault: !isOlder }));
      return revised(view, latestOf([own, references.revision]));
    },
  });

function savedView(agent: Agent, records: FoundRecords, inFull: boolean) {
  const view = inFull ? expandedOf(agent, records) : compactOf(agent, records);
  const { warnings = [] } = warningsOfFilling(snapshotFrom(agent, records), { loc: ['body'] });
  const { warnings: ofSteps } = issuesOfAgent(contentFrom(agent, records));
  const all = [
    ...warnings,
    ...warningsOfLaw(agent),
    ...ofSteps.map((one) => ({ ...one, loc: ['body', 'steps', ...one.loc] })),
  ];
  return { ...view, ...(all.length > 0 && { warnings: all }) };
}

/** The warning about an agent whose calls to some places will be refused. */
function warningsOfLaw({ disclosure }: Agent): Warning[] {
  if (disclosure || readVariable(law.mode) !== 'enforce') return [];
  const purpose = readVariable(law.defaultPurpose);
  const places = placesWithDisclosure(purpose);
  if (places.length === 0) return [];
  const msg = `Without a disclosure, ${purpose} calls are refused in: ${places.join(', ')}.`;
  return [{ loc: ['body', 'disclosure'], msg, type: 'undisclosed' }];
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
    responseHeaders: ['ETag'],
    tableActions: ['GetItem', 'BatchGetItem'],
    async run({ userId, apiVersion, query }, { table }) {
      const found = await getRevised(table, userId, agentKind, query.id);
      if (!found) throw notFound('agent');
      const inFull = query.view === 'full' || hasAgentsInFull(apiVersion, { byDefault: false });
      return loadRevisedView(table, found, { inFull });
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
    query: z.lazy(() => z.strictObject({ id, message: optionalParameter(printableText(MAX_MESSAGE)) })),
    body: agentUpdate,
    hasUrls: true,
    complete: pinTools,
    response: changedAgent(),
    responseHeaders: ['ETag'],
    takesRevision: true,
    references: agentReferences,
    tableActions: CHANGE_AGENT,
    variables: [PLATFORM_MODELS, law.mode, law.defaultPurpose],
    async run(
      { userId, apiVersion, grantedScopes: granted, query: { id, message }, body, references, ifMatch },
      { table, now, newId, randomBytes },
    ) {
      const createContext = { userId, references, newId, randomBytes };
      const change = {
        id,
        ifMatch,
        body,
        loc: ['body'],
        createContext,
        granted,
        findTests,
        now: now(),
        message,
      };
      const { record, revision } = await changeAgent(table, change);
      const inFull = hasAgentsInFull(apiVersion, { byDefault: true });
      const related = await findRecords(table, userId, targetsOf(agentKind, record));
      return revised(savedView(record, related, inFull), latestOf([revision, related.revision]));
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
