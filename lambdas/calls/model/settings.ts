import { decimal, flag, json, oneOf } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';
import { speechBackups as backupsSchema, type SpeechBackups } from './speech-backups.ts';

/** Longest ringing in seconds (5 to 600). */
export const ringSeconds: Setting<number> = {
  name: 'RING_SECONDS',
  codec: decimal,
  default: 60,
  least: 5,
  most: 600,
};

/** Seconds between reconciliations of an open call with the vendor's state. */
export const reconcileSeconds: Setting<number> = {
  name: 'RECONCILE_SECONDS',
  codec: decimal,
  default: 120,
  least: 1,
};

/** Requests to the vendor at once by which reconciliation asks about calls, numbers and purchases. */
export const reconcileConcurrency: Setting<number> = {
  name: 'RECONCILIATIONS_AT_ONCE',
  codec: decimal,
  default: 40,
  least: 1,
  most: 100,
};

const DETECTIONS = ['always', 'asked'] as const;

/**
 * The calls with answering-machine detection: all, or those that request it (to hang up, or for the webhook). The
 * vendor's list price is 0.0075 USD a call, half the price of a minute of the call itself.
 */
export const detectMachines: Setting<(typeof DETECTIONS)[number]> = {
  name: 'DETECT_MACHINES',
  codec: oneOf(DETECTIONS),
  default: 'asked',
  values: DETECTIONS,
};

/**
 * The vendor's value of `backgroundNoiseReduction` for agents that request noise suppression. The vendor does not
 * document the values, so try one with an account before you deploy it. @default noise is not suppressed
 */
export const noiseReduction: Setting<string | undefined> = {
  name: 'NOISE_REDUCTION',
  codec: { decode: (text) => text || undefined, encode: (value) => value ?? '' },
  default: undefined,
};

/**
 * Backup speech providers by language, under the vendor's names: `{ en: { ttsProvider: 'Google', voice:
 * 'en-US-Neural2-F', transcriptionProvider: 'Google', speechModel: 'telephony' } }`. They take over if a provider fails
 * during a call. A language that is left out has the vendor's backups, if there are any; HIPAA-compliant calls have only
 * the backups that are named here.
 */
export const speechBackups: Setting<SpeechBackups> = {
  name: 'SPEECH_BACKUPS',
  codec: json(backupsSchema),
  default: {},
  check: {
    isRight: (value) => backupsSchema.safeParse(value).success,
    rule: 'must name languages, each with ttsProvider and voice, and transcriptionProvider (Google) and speechModel',
  },
};

/** What callers hear if no agent answers their number, before the call is hung up. */
export const refusal: Setting<string> = {
  name: 'REFUSAL',
  codec: textCodec,
  default: 'Thank you for calling. Nobody can take your call at this number. Goodbye.',
};

/** Calls per second (CPS) of one telephony account; other calls wait. The vendor's default is one. */
export const perSecondPerAccount: Setting<number> = {
  name: 'CALLS_PER_SECOND',
  codec: decimal,
  default: 1,
  check: { isRight: (rate) => rate > 0 && rate <= 100, rule: 'must be more than 0 and at most 100' },
};

/** Further analyses that a user may ask for in a minute, and at once: all wait in one queue, with the first of each call. */
export const analysesPerMinute: Setting<number> = {
  name: 'ANALYSES_PER_MINUTE',
  codec: decimal,
  default: 100,
  least: 1,
};

export const recordings = {
  /** Record calls. The law of many places requires the consent of the recorded people. */
  enabled: { name: 'RECORD_CALLS', codec: flag, default: true },
  /** Days for which a recording is kept. */
  days: { name: 'RECORDING_DAYS', codec: decimal, default: 30, least: 1 },
} satisfies { readonly enabled: Setting<boolean>; readonly days: Setting<number> };
