import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { countActionTest } from '../../http/limits/user-limits.ts';
import * as records from '../../http/record-endpoints.ts';
import { rehearsalsPerUser } from '../../rehearsals/model/settings.ts';
import { action, actionInput, actionPatches, actionUpdate, withSignatureSecret } from '../model/action.ts';
import { actionTest, actionTestInput } from '../model/action-test.ts';
import { requireExternal, requireFit, sendTest } from '../requests/send-test.ts';

export const createAction = () =>
  records.defineCreation('action', {
    body: actionInput,
    hasUrls: true,
    make: (inline, body) => inline.action(body),
  });

export const getAction = () => records.defineGet('action');

export const listActions = () => records.defineList('action', action);

export const updateAction = () =>
  records.defineTypedUpdate('action', {
    body: actionUpdate,
    hasUrls: true,
    patches: actionPatches,
  });

export const deleteAction = () => records.defineDeletion('action');

export const testAction = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/actions/test',
    summary: 'Send the request of an external action',
    body: actionTestInput,
    hasUrls: true,
    response: actionTest,
    references: { action: 'action' },
    tableActions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    variables: [rehearsalsPerUser.perHour],
    // The service has 10 seconds.
    timeoutSeconds: 15,
    async run({ userId, body, references }, { table, now, newId, randomBytes }) {
      const callId = newId();
      const { action: given, arguments: payload } = body;
      const action = requireExternal(
        typeof given === 'string'
          ? references.require('action', given)
          : { ...withSignatureSecret(given, randomBytes), id: callId, user_id: userId },
      );
      requireFit(action, payload);
      await countActionTest(table, { userId, requestId: callId, now: now() });
      await recordUse(table, { userId, kind: 'action', recordId: action.id });
      return sendTest(action, { callId, payload });
    },
  });
