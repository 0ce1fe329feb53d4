import {
  action,
  actionInput,
  actionPatches,
  actionUpdate,
  withSignatureSecret,
} from '../domain/records/action.ts';
import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineTypedUpdate,
} from '../rest/record-endpoints.ts';
import { CREATE_RECORDS, createRecords } from '../store/records/records.ts';

export const createAction = () =>
  defineCreation('action', {
    body: actionInput,
    hasUrls: true,
    response: action,
    tableActions: CREATE_RECORDS,
    async run({ userId, body }, { table, newId, randomBytes }) {
      const record = withSignatureSecret({ ...body, id: newId(), user_id: userId }, randomBytes);
      await createRecords(table, [{ kind: 'action', record }]);
      return record;
    },
  });

export const getAction = () => defineGet('action', action);

export const listActions = () => defineList('action', action);

export const updateAction = () =>
  defineTypedUpdate('action', {
    body: actionUpdate,
    hasUrls: true,
    response: action,
    tableActions: ['GetItem', 'UpdateItem'],
    patches: actionPatches,
  });

export const deleteAction = () => defineDeletion('action');
