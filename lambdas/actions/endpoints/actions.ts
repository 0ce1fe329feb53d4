import * as records from '../../http/record-endpoints.ts';
import { action, actionInput, actionPatches, actionUpdate } from '../model/action.ts';

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
