import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineTypedUpdate,
} from '../../http/record-endpoints.ts';
import { action, actionInput, actionPatches, actionUpdate } from '../model/action.ts';

export const createAction = () =>
  defineCreation('action', {
    body: actionInput,
    hasUrls: true,
    response: action,
    make: (inline, body) => inline.action(body),
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
