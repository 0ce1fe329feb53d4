import { beginSession } from '../../domain/conversations/conversation.ts';
import { inLanguage, type Session } from '../../domain/conversations/session.ts';
import {
  forkInput,
  rehearsal,
  type StoredRehearsal,
  shownRehearsal,
  turnsBefore,
} from '../../domain/rehearsals/rehearsal.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { invalidInput, notFound } from '../../rest/errors.ts';
import { countRehearsal } from '../../rest/limits/rehearsal-limits.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { REHEARSALS_PER_HOUR } from '../../runtime/variables/settings.ts';
import { recordUse } from '../../store/audit/audit-entries.ts';
import { beginRehearsal, getRehearsal } from '../../store/rehearsals/rehearsals.ts';
import { rememberedSnapshot } from '../../store/snapshots/snapshots.ts';

export const forkRehearsal = defineEndpoint({
  operation: 'forkRehearsal',
  method: 'POST',
  path: '/v1/rehearsals/fork',
  summary: 'Continue a rehearsal from an earlier line',
  query: idQuery,
  body: forkInput,
  response: rehearsal,
  tableActions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
  variables: [REHEARSALS_PER_HOUR],
  namesCalls: true,
  async run({ userId, query, body: { before } }, { table, now, newId }) {
    const former = await getRehearsal(table, { userId, rehearsalId: query.id });
    if (!former) throw notFound('rehearsal');
    const at = now();
    const id = newId();
    const history = turnsBefore(former, { before, rehearsalId: id, now: at });
    if (!history) {
      const msg = 'No line of the caller has this turn number; give the number of one of the caller’s turns.';
      throw invalidInput([{ loc: ['body', 'before'], msg, type: 'unknown_turn' }]);
    }
    await countRehearsal(table, { userId, requestId: id, now: at });
    nameCall({ userId, callId: id });
    const snapshot = await rememberedSnapshot(table, { userId, snapshotId: query.id });
    if (!snapshot) throw notFound('rehearsal');
    const session = sessionOf(former, { before, id, turns: history.at(-1)?.number ?? 0, now: at });
    const notes = former.notes.filter(({ turn }) => turn < before);
    await recordUse(table, { userId, kind: 'agent', recordId: former.session.agent.id });
    await beginRehearsal(table, { session, snapshot, newTurns: [], history, notes, now: at });
    return shownRehearsal({ session, turns: history, notes });
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
  const { user_id, context, agent_version, detects_do_not_call, agent, settings, first_language } = former;
  const note = notes.find(({ turn }) => turn === before);
  const secret_keys = Object.fromEntries(
    Object.entries(former.secret_keys ?? {}).filter(([turn]) => Number(turn) < before),
  );
  const start = {
    call_id,
    user_id,
    context,
    rehearsal: { begun_at: now.toISOString() },
    agent,
    settings: { ...settings, language: first_language ?? settings.language },
    ...(agent_version !== undefined && { agent_version }),
    ...(detects_do_not_call && { detects_do_not_call }),
    ...(note?.holding && { holding: true }),
    ...(Object.keys(secret_keys).length > 0 && { secret_keys }),
  };
  return inLanguage({ ...beginSession(start, undefined, now), turns }, note?.language);
}

export const handler = serve(forkRehearsal);
