import { pinTools } from '../../actions/requests/pin-tools.ts';
import { findTests } from '../../agent-tests/store/find-tests.ts';
import { agentKind } from '../../agents/model/agent.ts';
import { PLATFORM_MODELS } from '../../agents/model/platform-models.ts';
import { timezone } from '../../agents/model/settings.ts';
import { draftAgent } from '../../agents/requests/draft-agent.ts';
import { inlineAgentReferences } from '../../agents/store/agent-references.ts';
import { rememberedSnapshot } from '../../agents/store/snapshots.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { missingContextIssue } from '../../calls/model/call-context.ts';
import { loadCalledAgents } from '../../calls/requests/called-agent.ts';
import { filledGreeting, issueOfFilling, valuesOf } from '../../conversation/model/filled-texts.ts';
import { agentOf, inLanguage, isLeaving, type Session } from '../../conversation/model/session.ts';
import {
  agentFellSilent,
  beginSession,
  conversationClosed,
  openingWith,
} from '../../conversation/model/session-events.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { type Issue, invalidInput, notFound } from '../../http/errors.ts';
import { beginLimited, type LeaseLimit } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { requireModelTokens } from '../../usage/requests/require-model-tokens.ts';
import {
  forkInput,
  OPEN_SECONDS,
  rehearsal,
  rehearsalView,
  type StoredRehearsal,
  turnsBefore,
} from '../model/rehearsal.ts';
import { rehearsalInput } from '../model/rehearsal-input.ts';
import { rehearsalsPerUser } from '../model/settings.ts';
import { rehearsalsKey } from '../store/keys.ts';
import { beginRehearsal, loadRehearsal } from '../store/rehearsals.ts';

/** A rehearsal ends after an hour, and counts until then. */
const REHEARSALS: LeaseLimit = {
  key: rehearsalsKey,
  variable: rehearsalsPerUser.perHour,
  seconds: OPEN_SECONDS,
  retryAfterSeconds: 60,
  msg: (most) => `You may begin ${most} rehearsals an hour`,
  type: 'too_many_rehearsals',
};

export const createRehearsal = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/rehearsals/create',
    summary: 'Start a rehearsal by text',
    body: rehearsalInput,
    response: rehearsal,
    hasUrls: true,
    complete: pinTools,
    references: agentAndDraft(),
    tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
    variables: [rehearsalsPerUser.perHour, PLATFORM_MODELS, timezone],
    async run({ userId, body, references }, { table, now, newId, randomBytes }) {
      const { agent_version: choice, context, draft } = body;
      const at = now();
      const id = newId();
      const stored = references.require(agentKind, body.agent);
      const { snapshot, version } = draft
        ? await draftAgent(table, stored, {
            version: choice ?? undefined,
            body: draft,
            loc: ['body', 'draft'],
            createContext: { userId, references, newId, randomBytes },
            findTests,
          })
        : (await loadCalledAgents(table, stored, { choice, callee: id, now: at })).of(id);
      const { agent, settings } = snapshot;
      const issue =
        issueOf(missingContextIssue({ context, ...snapshot }), 'missing_context_keys') ??
        issueOf(issueOfFilling({ agent, context }), 'context_too_large');
      if (issue) throw invalidInput([issue]);
      await requireModelTokens(table, { userId, settings, now: at });
      await beginLimited(table, REHEARSALS, { userId, requestId: id, now: at });
      nameCall({ userId, callId: id });
      const begun_at = at.toISOString();
      const facts = { timezone: settings.timezone ?? readVariable(timezone), begun_at };
      const values = valuesOf({ facts, context, settings });
      const greeting = agent.initial_message ? filledGreeting(agent.initial_message, values) : undefined;
      const start = {
        call_id: id,
        user_id: userId,
        context: context ?? null,
        facts,
        rehearsal: { begun_at },
        ...(version !== undefined && { agent_version: version }),
        ...(settings.run_do_not_call_detection && { detects_do_not_call: true }),
        ...agentOf(snapshot, settings.run_do_not_call_detection),
      };
      const session = beginSession(start, openingWith(start, greeting, at), at);
      const begun = afterGreeting(session, at);
      await recordUse(table, { userId, kind: 'agent', recordId: agent.id });
      await beginRehearsal(table, { ...begun, snapshot, now: at });
      return rehearsalView({ session: begun.session, turns: begun.newTurns, notes: [] });
    },
  });

/** The references of a draft. An `id` in it is ignored, as in the body of an update. */
function agentAndDraft() {
  const { draft: _, ...references } = inlineAgentReferences('draft', { agent: agentKind });
  return references;
}

/** The session after the greeting was heard, with the turns that the greeting triggers. */
function afterGreeting(session: Session, now: Date) {
  const afterGreeting = agentFellSilent(session, now) ?? { session, newTurns: [] };
  if (!isLeaving(afterGreeting.session)) return afterGreeting;
  const { session: closed } = conversationClosed(afterGreeting.session);
  return { session: closed, newTurns: afterGreeting.newTurns };
}

const issueOf = (msg: string | undefined, type: string): Issue | undefined =>
  msg === undefined ? undefined : { loc: ['body', 'context'], msg, type };

export const getRehearsal = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/rehearsals',
    summary: 'Get a rehearsal',
    query: idQuery,
    response: rehearsal,
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query }, { table }) {
      const found = await loadRehearsal(table, { userId, rehearsalId: query.id });
      if (!found) throw notFound('rehearsal');
      return rehearsalView(found);
    },
  });

export const forkRehearsal = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/rehearsals/fork',
    summary: 'Continue a rehearsal from an earlier line',
    query: idQuery,
    body: forkInput,
    response: rehearsal,
    tableActions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    variables: [rehearsalsPerUser.perHour],
    async run({ userId, query, body: { before } }, { table, now, newId }) {
      const former = await loadRehearsal(table, { userId, rehearsalId: query.id });
      if (!former) throw notFound('rehearsal');
      const at = now();
      const id = newId();
      const history = turnsBefore(former, { before, rehearsalId: id, now: at });
      if (!history) {
        const msg =
          'No line of the caller has this turn number; give the number of one of the caller’s turns.';
        throw invalidInput([{ loc: ['body', 'before'], msg, type: 'unknown_turn' }]);
      }
      await beginLimited(table, REHEARSALS, { userId, requestId: id, now: at });
      nameCall({ userId, callId: id });
      const snapshot = await rememberedSnapshot(table, { userId, snapshotId: query.id });
      if (!snapshot) throw notFound('rehearsal');
      const session = sessionOf(former, { before, id, turns: history.at(-1)?.number ?? 0, now: at });
      const notes = former.notes.filter(({ turn }) => turn < before);
      await recordUse(table, { userId, kind: 'agent', recordId: former.session.agent.id });
      await beginRehearsal(table, { session, snapshot, newTurns: [], history, notes, now: at });
      return rehearsalView({ session, turns: history, notes });
    },
  });

/** The session as it was before the line, in a rehearsal of its own. */
function sessionOf(
  { session: former, notes }: StoredRehearsal,
  {
    before,
    id: call_id,
    turns,
    now,
  }: { readonly before: number; readonly id: string; readonly turns: number; readonly now: Date },
): Session {
  const { user_id, context, facts, agent_version, detects_do_not_call, agent, settings, first_language } =
    former;
  const note = notes.find(({ turn }) => turn === before);
  const secret_keys = Object.fromEntries(
    Object.entries(former.secret_keys ?? {}).filter(([turn]) => Number(turn) < before),
  );
  const start = {
    call_id,
    user_id,
    context,
    ...(facts && { facts: { ...facts, begun_at: now.toISOString() } }),
    rehearsal: { begun_at: now.toISOString() },
    agent,
    settings: { ...settings, language: first_language ?? settings.language },
    ...(agent_version !== undefined && { agent_version }),
    ...(detects_do_not_call && { detects_do_not_call }),
    ...(note?.holding && { holding: true }),
    ...(Object.keys(secret_keys).length > 0 && { secret_keys }),
  };
  const { steps, handed_to } = note ?? {};
  const reached = { ...(steps && { steps }), ...(handed_to && { handed_to }) };
  return inLanguage({ ...beginSession(start, undefined, now), turns, ...reached }, note?.language);
}
