import * as z from 'zod/mini';
import { type Language, language } from '../../vendors/model/languages.ts';
import type { SpeechPart } from '../../vendors/model/speech-part.ts';
import type { StoredCall } from './call.ts';

const name = () => z.optional(z.string().check(z.regex(/^[\w.:-]{1,100}$/)));

/** Who speaks or listens in a language if the usual provider fails, under the telephony vendor's names. */
const speechBackup = z
  .strictObject({
    ttsProvider: z.optional(z.enum(['Google', 'Amazon', 'ElevenLabs'])),
    /** A voice of `ttsProvider`. @default the provider's usual voice of the language */
    voice: name(),
    transcriptionProvider: z.optional(z.literal('Google')),
    speechModel: name(),
  })
  .check(
    z.refine(
      (one) =>
        (one.voice === undefined || one.ttsProvider !== undefined) &&
        (one.speechModel === undefined || one.transcriptionProvider !== undefined),
    ),
  );
export type SpeechBackup = z.infer<typeof speechBackup>;

/** Backups by language. @default the vendor's for each language */
export const speechBackups = z.partialRecord(language, speechBackup);
export type SpeechBackups = z.infer<typeof speechBackups>;

/** Google's model for telephone calls: https://cloud.google.com/speech-to-text/docs/transcription-model */
const GOOGLE_MODEL = 'telephony';

/** The voice after the provider of the first one failed; `isRefused`: the vendor refused the name of a voice. */
export function backupVoice(
  { ttsProvider, voice }: SpeechBackup = {},
  former: string | undefined,
  isRefused: boolean,
): { readonly ttsProvider: string; readonly voice?: string } {
  if (ttsProvider) return { ttsProvider, ...(voice && !isRefused && { voice }) };
  return { ttsProvider: former === 'Google' ? 'Amazon' : 'Google' };
}

export const backupTranscription = ({
  transcriptionProvider = 'Google',
  speechModel,
}: SpeechBackup = {}) => ({
  transcriptionProvider,
  speechModel: speechModel ?? GOOGLE_MODEL,
});

/** Whether the provider of a side failed in a call. */
export const hasFailed = ({ broken_off }: Pick<StoredCall, 'broken_off'>, part: SpeechPart): boolean =>
  broken_off?.failed_speech?.includes(part) === true;

/** Whether another provider may take part: HIPAA-compliant calls reach only those that the configuration names. */
export const mayFailOver = (
  { hipaa_compliant }: Pick<StoredCall, 'hipaa_compliant'>,
  spoken: readonly Language[],
  backups: SpeechBackups,
): boolean =>
  !hipaa_compliant || spoken.every((one) => backups[one]?.ttsProvider && backups[one].transcriptionProvider);
