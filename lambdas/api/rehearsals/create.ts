import { missingContextFault } from '../../domain/calls/call-context.ts';
import {
  agentFellSilent,
  beginSession,
  conversationClosed,
  isLeaving,
} from '../../domain/conversations/conversation.ts';
import { faultOfFilling, filledGreeting } from '../../domain/conversations/filled-texts.ts';
import { agentOf, type Session } from '../../domain/conversations/session.ts';
import { rehearsal, rehearsalInput, shownRehearsal } from '../../domain/rehearsals/rehearsal.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { type Fault, invalidInput } from '../../rest/errors.ts';
import { countRehearsal } from '../../rest/limits/rehearsal-limits.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { REHEARSALS_PER_HOUR } from '../../runtime/variables/settings.ts';
import { recordUse } from '../../store/audit/audit-entries.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { beginRehearsal } from '../../store/rehearsals/rehearsals.ts';
import { loadCalledAgents } from '../calls/called-agent.ts';
import { requireModelTokens } from './require-model-tokens.ts';

export const createRehearsal = defineEndpoint({
  operation: 'createRehearsal',
  method: 'POST',
  path: '/v1/rehearsals/create',
  summary: 'Start a rehearsal by text',
  body: rehearsalInput,
  response: rehearsal,
  references: { agent: 'agent' },
  tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
  variables: [REHEARSALS_PER_HOUR],
  namesCalls: true,
  async run({ userId, body, references }, { table, now, newId }) {
    const { agent_version: choice, context } = body;
    const at = now();
    const id = newId();
    const agents = await loadCalledAgents(table, references.require('agent', body.agent), {
      choice,
      callee: id,
      now: at,
    });
    const { snapshot, version } = agents.of(id);
    const { agent, settings } = snapshot;
    const fault =
      faultOf(missingContextFault({ context, ...snapshot }), 'missing_context_keys') ??
      faultOf(faultOfFilling({ agent, context }, 'kept'), 'context_too_large');
    if (fault) throw invalidInput([fault]);
    await requireModelTokens(table, { userId, settings, now: at });
    await countRehearsal(table, { userId, requestId: id, now: at });
    nameCall({ userId, callId: id });
    const greeting = agent.initial_message ? filledGreeting(agent.initial_message, context) : undefined;
    const session = beginSession(
      {
        call_id: id,
        user_id: userId,
        context: context ?? null,
        rehearsal: { begun_at: at.toISOString() },
        ...(version !== undefined && { agent_version: version }),
        ...(settings.run_do_not_call_detection && { detects_do_not_call: true }),
        ...agentOf(snapshot, settings.run_do_not_call_detection),
      },
      greeting,
      at,
    );
    const begun = greeted(session, at);
    await recordUse(table, { userId, kind: 'agent', recordId: agent.id });
    await beginRehearsal(table, { ...begun, snapshot, now: at });
    return shownRehearsal({ session: begun.session, turns: begun.newTurns, notes: [] });
  },
});

/** The beginning after the greeting was heard, with whatever it triggers. */
function greeted(session: Session, now: Date) {
  const heard = agentFellSilent(session, now) ?? { session, newTurns: [] };
  if (!isLeaving(heard.session)) return heard;
  const { session: closed } = conversationClosed(heard.session);
  return { session: closed, newTurns: heard.newTurns };
}

const faultOf = (msg: string | undefined, type: string): Fault | undefined =>
  msg === undefined ? undefined : { loc: ['body', 'context'], msg, type };

export const handler = serve(createRehearsal);
