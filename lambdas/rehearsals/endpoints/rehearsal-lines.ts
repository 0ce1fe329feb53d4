import { MODEL_VARIABLES } from '../../agents/language-models.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { beginLimited, type LeaseLimit } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { languageModels } from '../../platform/grants.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { outboundAllowedNetworks } from '../../platform/outbound/settings.ts';
import { requireModelTokens } from '../../usage/requests/require-model-tokens.ts';
import { vectorDatabase } from '../../vector-databases/model/settings.ts';
import { lineInput, rehearsal, rehearsalView, type StoredRehearsal, whyOver } from '../model/rehearsal.ts';
import { rehearsalsPerUser } from '../model/settings.ts';
import { type Line, playLine } from '../play-line.ts';
import { rehearsalTurnsKey } from '../store/keys.ts';
import { countLine, loadRehearsal } from '../store/rehearsals.ts';

/** A turn that was cut off counts for longer than its function may run. */
const TURNS: LeaseLimit = {
  key: rehearsalTurnsKey,
  variable: rehearsalsPerUser.turnsAtOnce,
  seconds: 35,
  retryAfterSeconds: 3,
  msg: (most) => `You may have ${most} turns of rehearsals under way at once`,
  type: 'too_many_rehearsals',
};

export const sayInRehearsal = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/rehearsals/say',
    summary: 'Say a line in a rehearsal',
    query: idQuery,
    body: lineInput,
    response: rehearsal,
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    grants: [languageModels],
    variables: [
      ...MODEL_VARIABLES,
      vectorDatabase.apiUrl,
      outboundAllowedNetworks,
      maxCallSeconds,
      rehearsalsPerUser.turnsAtOnce,
    ],
    // API Gateway waits this long for an answer; the agent's is cut off after 25 seconds.
    timeoutSeconds: 29,
    async run({ userId, query, body }, { table, now, newId }) {
      const before = await loadRehearsal(table, { userId, rehearsalId: query.id });
      if (!before) throw notFound('rehearsal');
      nameCall({ userId, callId: query.id });
      const line = lineOf(body, before);
      const why = whyOver(before, now());
      if (why !== undefined) throw rehearsalOver(why);
      await requireModelTokens(table, { userId, settings: before.session.settings, now: now() });
      const request = { userId, requestId: newId(), now: now() };
      const agentId = before.session.agent.id;
      const endTurn = await beginLimited(table, TURNS, request);
      const play = async () => {
        await recordUse(table, { userId, kind: 'agent', recordId: agentId });
        return playLine(before, line, table);
      };
      const after = await play().finally(endTurn);
      if (!after) throw notFound('rehearsal');
      await countLine(table, { userId, now: now() }, { before, after });
      return rehearsalView(after);
    },
  });

function lineOf(
  { text, keys }: { readonly text?: string | null | undefined; readonly keys?: string | null | undefined },
  { session }: StoredRehearsal,
): Line {
  if (typeof text === 'string') return { text };
  if (session.settings.dtmf_input) return { keys: keys ?? '' };
  const msg = 'This agent does not listen for keys; set its `dtmf_input`, then begin another rehearsal.';
  throw new ApiError('conflict', [{ loc: ['body', 'keys'], msg, type: 'keys_not_heard' }]);
}

const rehearsalOver = (why: string) =>
  new ApiError('conflict', [
    {
      loc: ['query', 'id'],
      msg: `${why}; continue from an earlier line, or begin another rehearsal.`,
      type: 'rehearsal_over',
    },
  ]);
