import * as z from 'zod/mini';
import { id, text } from '../../platform/fields.ts';
import { tryParseJson } from '../../platform/parse-json.ts';
import type { SpeechPart } from '../model/speech-part.ts';

/** Maximum characters of an utterance. A longer one is truncated, so that the agent still answers. */
const MAX_SPOKEN = 10_000;
const spoken = z.pipe(
  z.string(),
  z.transform((words) => words.slice(0, MAX_SPOKEN)),
);

/** Maximum characters of an error's description, which is logged before the connection is authenticated. */
const MAX_DESCRIPTION = 500;

/** Frames that the vendor sends over the WebSocket (ConversationRelay). Unused fields are omitted. */
const relayFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    sessionId: z.string(),
    callSid: z.string(),
    customParameters: z.object({ call_id: id, user_id: id, key: z.optional(text(100)) }),
  }),
  z.object({
    type: z.literal('prompt'),
    voicePrompt: spoken,
    last: z._default(z.boolean(), true),
    /** The recognized language; a detected one has no region. */
    lang: z.optional(z.catch(z.string().check(z.maxLength(35)), '')),
  }),
  z.object({ type: z.literal('interrupt'), utteranceUntilInterrupt: z._default(text(100_000), '') }),
  z.object({
    type: z.literal('info'),
    name: z._default(z.string(), ''),
    value: z._default(z.unknown(), undefined),
  }),
  z.object({ type: z.literal('dtmf'), digit: z.string().check(z.regex(/^[0-9*#A-D]$/)) }),
  z.object({
    type: z.literal('error'),
    description: z._default(
      z.pipe(
        z.string(),
        z.transform((words) => words.slice(0, MAX_DESCRIPTION)),
      ),
      '',
    ),
  }),
]);
export type RelayFrame = z.infer<typeof relayFrame>;

/** Parses a frame. Returns undefined if it is malformed or of an unknown type. */
export const parseRelayFrame = (body: string | undefined): RelayFrame | undefined =>
  relayFrame.safeParse(tryParseJson(body ?? '')).data;

const PROVIDER_FIELDS: Readonly<Record<string, SpeechPart>> = {
  ttsProvider: 'voice',
  transcriptionProvider: 'transcription',
};
const provider = z.string().check(z.regex(/^[\w .-]{1,50}$/));
const MAX_DEPTH = 3;

/** Its form is not documented: https://www.twilio.com/docs/voice/conversationrelay/provider-failover */
export function providersIn(
  value: unknown,
  depth = 0,
): readonly { readonly part: SpeechPart; readonly provider: string }[] {
  const json = typeof value === 'string' && depth === 0 ? tryParseJson(value) : value;
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return [];
  return Object.entries(json).flatMap(([name, inner]) => {
    const part = PROVIDER_FIELDS[name];
    const named = part && provider.safeParse(inner).data;
    return named ? [{ part, provider: named }] : providersIn(inner, depth + 1);
  });
}

export type OutgoingFrame =
  | {
      readonly type: 'text';
      readonly token: string;
      readonly last: boolean;
      /** Whether the callee may interrupt these words. @default the setting with which the relay was connected */
      readonly interruptible?: boolean;
    }
  | {
      readonly type: 'language';
      readonly ttsLanguage: string;
      /** @default unchanged */
      readonly transcriptionLanguage?: string;
      /** The settings of a language that the markup did not declare. */
      readonly ttsProvider?: string;
      readonly voice?: string;
      readonly transcriptionProvider?: string;
      readonly speechModel?: string;
    }
  /** Other settings from now on: https://www.twilio.com/docs/voice/conversationrelay/dynamic-configuration */
  | { readonly type: 'config'; readonly speechTimeout: number | 'auto'; readonly eotThreshold?: number }
  /** Words that speech recognition expects in place of those before; with commas between them. */
  | { readonly type: 'hints'; readonly hints: string }
  | { readonly type: 'sendDigits'; readonly digits: string }
  | { readonly type: 'end'; readonly handoffData: string };
