import { action, actionInput, withSignatureSecret } from '../../domain/records/action.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createAction = defineEndpoint({
  operation: 'createAction',
  method: 'POST',
  path: '/v1/actions/create',
  summary: 'Create an action',
  body: actionInput,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: action,
  tableActions: CREATE_RECORDS,
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  async run({ userId, body }, { table, newId, randomBytes }) {
    const record = withSignatureSecret({ ...body, id: newId(), user_id: userId }, randomBytes);
    await createRecords(table, [{ kind: 'action', record }]);
    return record;
  },
});

export const handler = serve(createAction);
