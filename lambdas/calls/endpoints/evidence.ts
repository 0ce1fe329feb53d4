import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { callEvidence } from '../model/law/evidence.ts';
import { loadCall } from '../store/calls.ts';
import { loadEvidence } from '../store/evidence.ts';

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
      return loadEvidence(table, call, now());
    },
  });
