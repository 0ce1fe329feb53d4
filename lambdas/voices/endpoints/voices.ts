import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { voice, voiceInput, voiceKind, voicePatches, voiceUpdate } from '../model/voice.ts';

export const createVoice = () =>
  records.defineCreation(voiceKind, {
    body: voiceInput,
    make: (inline, body) => inline.add(voiceKind, body),
  });

export const getVoice = () => records.defineGet(voiceKind);

export const listVoices = () => records.defineList(voiceKind, voice, { hasBare: true });

export const updateVoice = () =>
  records.defineTypedUpdate(voiceKind, { body: voiceUpdate, patches: voicePatches });

export const deleteVoice = () => records.defineDeletion(voiceKind, { referrers: KINDS });
