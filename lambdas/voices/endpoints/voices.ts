import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineTypedUpdate,
} from '../../http/record-endpoints.ts';
import { voice, voiceInput, voicePatches, voiceUpdate } from '../model/voice.ts';

export const createVoice = () =>
  defineCreation('voice', {
    body: voiceInput,
    response: voice,
    make: (inline, body) => inline.add('voice', body),
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
