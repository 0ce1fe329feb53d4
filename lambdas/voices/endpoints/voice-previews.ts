import { createHash } from 'node:crypto';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, type Issue } from '../../http/errors.ts';
import { takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import { speaking } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { readExpiringText, textItem } from '../../platform/table/expiring-text.ts';
import { unlessErased } from '../../platform/table/items.ts';
import { inUser } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { speech as speechSettings } from '../../vendors/speech/settings.ts';
import {
  engineOf,
  type Speech,
  SpeechRefused,
  speakByElevenLabs,
  speakByPolly,
} from '../../vendors/speech/synthesize.ts';
import { voicePreviewsPerHour } from '../model/settings.ts';
import {
  type PreviewSpeaker,
  speakerOf,
  voiceKind,
  voicePreview,
  voicePreviewInput,
} from '../model/voice.ts';

const PREVIEWS: UserLimit = {
  use: 'VOICE_PREVIEWS',
  variable: voicePreviewsPerHour,
  seconds: 3600,
  msg: (most) => `You may hear ${most} new previews of voices an hour`,
  type: 'too_many_voice_previews',
};

export const previewVoice = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/voices/preview',
    summary: 'Hear a voice',
    body: voicePreviewInput,
    response: voicePreview,
    references: { voice: voiceKind },
    tableActions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    grants: [speaking],
    variables: [PRICES, voicePreviewsPerHour, speechSettings.elevenLabsUrl],
    async run({ userId, body: { voice: given, text, language }, references }, { table, now, newId }) {
      const voice = typeof given === 'string' ? references.require(voiceKind, given) : given;
      const speaker = speakerOf(voice);
      if (speaker.by === 'nobody') throw unavailable(`This voice has no preview: ${speaker.why}.`);
      const { currency, polly } = readVariable(PRICES);
      // The key at ElevenLabs is part of it: another one may not have the voice.
      const hash = createHash('sha256')
        .update(JSON.stringify([speaker, text, language]))
        .digest('base64url');
      const known = await loadPreview(table, { userId, hash }, now());
      if (known !== undefined) {
        const [media_type = '', audio = ''] = known.split(',');
        return { media_type, audio, cost: { currency, total: 0 } };
      }
      const giveBack = await takeUse(table, PREVIEWS, { userId, now: now(), loc: ['body', 'voice'] });
      const { audio: bytes, mediaType } = await speak(speaker, { text, language }).catch(async (error) => {
        await giveBack();
        throw failureOf(error);
      });
      const audio = bytes.toString('base64');
      const recordId = typeof given === 'string' ? given : newId();
      await recordUse(table, { userId, kind: 'voice', recordId });
      await keepPreview(table, { userId, hash }, { text: `${mediaType},${audio}`, now: now() });
      const price = speaker.by === 'amazon' ? polly?.[engineOf(speaker.name).engine] : undefined;
      const cost = price === undefined ? null : { currency, total: (price * [...text].length) / 1e6 };
      return { media_type: mediaType, audio, cost };
    },
  });

function speak(
  speaker: Exclude<PreviewSpeaker, { readonly by: 'nobody' }>,
  { text, language }: { readonly text: string; readonly language: string },
): Promise<Speech> {
  if (speaker.by === 'amazon') return speakByPolly(speaker.name, text, language);
  const { voice_id, model_id, stability, similarity_boost: similarity } = speaker.voice;
  return speakByElevenLabs(
    { key: speaker.key, voice: voice_id, model: model_id, stability, similarity },
    text,
  );
}

const issueOf = (msg: string, type: string): Issue => ({ loc: ['body', 'voice'], msg, type });

const unavailable = (msg: string) => new ApiError('conflict', [issueOf(msg, 'voice_preview_unavailable')]);

function failureOf(error: unknown): ApiError {
  if (error instanceof SpeechRefused)
    return new ApiError('vendor_refusal', [
      issueOf(`The vendor refused this voice. ${error.message}`.trim(), 'voice_refused'),
    ]);
  logger.warn('A voice could not be heard.', { error });
  return new ApiError('vendor_failure', [
    issueOf('The vendor of this voice does not answer; try again later.', 'voice_vendor_unavailable'),
  ]);
}

const SECONDS = 30 * 86_400;

/** Characters of base64 that fit into an item of 400 KB; a longer preview is spoken again. */
const MAX_LENGTH = 380_000;

interface PreviewKey {
  readonly userId: string;
  readonly hash: string;
}

const keyOf = ({ userId, hash }: PreviewKey) => inUser(userId, `VOICE_PREVIEW#${hash}`);

/** What a vendor spoke before: the media type, a comma, and base64. */
const loadPreview = (table: Table, key: PreviewKey, now: Date): Promise<string | undefined> =>
  readExpiringText(table, keyOf(key), now);

/** Keeps a preview for 30 days, unless the user's data are being erased. */
async function keepPreview(
  table: Table,
  key: PreviewKey,
  { text, now }: { readonly text: string; readonly now: Date },
): Promise<void> {
  if (text.length > MAX_LENGTH) return;
  const Item = textItem(keyOf(key), { text, seconds: SECONDS, now });
  await tryTransact(table, [{ Put: { TableName: table.name, Item } }, unlessErased(table, key.userId)]);
}
