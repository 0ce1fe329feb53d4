import { voice, voiceInput, voicePatches, voiceUpdate } from '../domain/records/voice.ts';
import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineTypedUpdate,
} from '../rest/record-endpoints.ts';
import { CREATE_RECORDS, createRecords } from '../store/records/records.ts';

export const createVoice = () =>
  defineCreation('voice', {
    body: voiceInput,
    response: voice,
    tableActions: CREATE_RECORDS,
    async run({ userId, body }, { table, newId }) {
      const record = { ...body, id: newId(), user_id: userId };
      await createRecords(table, [{ kind: 'voice', record }]);
      return record;
    },
  });

export const getVoice = () => defineGet('voice', voice);

export const listVoices = () => defineList('voice', voice);

export const updateVoice = () =>
  defineTypedUpdate('voice', {
    body: voiceUpdate,
    response: voice,
    tableActions: ['GetItem', 'UpdateItem'],
    patches: voicePatches,
  });

export const deleteVoice = () => defineDeletion('voice');
