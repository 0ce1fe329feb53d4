import { loadConsents } from '../../consents/store/consents.ts';
import { toDoNotCallEntry } from '../../do-not-call/model/do-not-call.ts';
import { listHistory } from '../../do-not-call/store/list.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { contactNumber } from '../model/call-context.ts';
import { callEvidence, evidenceOf } from '../model/law/evidence.ts';
import { loadCall } from '../store/calls.ts';

/** Most entries of the do-not-call list that are shown. */
const MAX_ENTRIES = 100;

export const getCallEvidence = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls/evidence',
    summary: 'Get the evidence of a call',
    query: idQuery,
    response: callEvidence,
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query }, { table, now }) {
      const key = { userId, callId: query.id };
      const call = await loadCall(table, key);
      if (!call) throw notFound('call');
      nameCall(key);
      const phoneNumber = contactNumber(call);
      if (phoneNumber === undefined) return evidenceOf(call, { consents: [], entries: [] }, now());
      const [consents, history] = await Promise.all([
        loadConsents(table, userId, phoneNumber),
        listHistory(table, { userId, phoneNumber }, { size: MAX_ENTRIES }),
      ]);
      const entries = history.entries.map((entry) => toDoNotCallEntry(userId, entry));
      return evidenceOf(call, { consents: [...consents], entries }, now());
    },
  });
