import * as records from '../../http/record-endpoints.ts';
import { voice, voiceInput, voicePatches, voiceUpdate } from '../model/voice.ts';

export const createVoice = () =>
  records.defineCreation('voice', { body: voiceInput, make: (inline, body) => inline.add('voice', body) });

export const getVoice = () => records.defineGet('voice');

export const listVoices = () => records.defineList('voice', voice);

export const updateVoice = () =>
  records.defineTypedUpdate('voice', { body: voiceUpdate, patches: voicePatches });

export const deleteVoice = () => records.defineDeletion('voice');
