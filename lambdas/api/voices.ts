import { voice, voiceInput, voicePatches, voiceUpdate } from '../domain/records/voice.ts';
import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineTypedUpdate,
} from '../rest/record-endpoints.ts';

export const createVoice = () =>
  defineCreation('voice', {
    body: voiceInput,
    response: voice,
    make: (inline, body) => inline.voice(body),
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
