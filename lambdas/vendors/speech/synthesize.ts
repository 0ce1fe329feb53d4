import * as z from 'zod/mini';
import { boundedFetch } from '../../platform/outbound/bounded-fetch.ts';
import { AWS_ENDPOINT_URL, AWS_REGION } from '../../platform/variables/system.ts';
import { readOptionalVariable, readVariable } from '../../platform/variables/variable.ts';
import { signPost } from '../sign-post.ts';
import { speech } from './settings.ts';

/** Spoken words. `mediaType`: what the vendor says that the bytes are. */
export interface Speech {
  readonly audio: Buffer;
  readonly mediaType: string;
}

/** The vendor refused a request, for example because it has no such voice. The message has its words. */
export class SpeechRefused extends Error {
  override readonly name = 'SpeechRefused';
}

/** A sentence of 300 characters takes half a minute at most: 120 KB at 32 kbit/s. */
const bounded = boundedFetch({ timeoutMs: 8_000, maxBytes: 1_500_000 });

/** The telephony vendor's name of a voice of Amazon Polly ends with its engine, unless that is the standard one. */
export function engineOf(name: string) {
  const [, voice = name, engine] = /^(.+)-(Neural|Generative)$/.exec(name) ?? [];
  if (engine === 'Neural') return { voice, engine: 'neural' } as const;
  return { voice, engine: engine ? 'generative' : 'standard' } as const;
}

/** Speaks as Amazon Polly, as the function's role: https://docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html */
export async function speakByPolly(name: string, text: string, language: string): Promise<Speech> {
  const region = readVariable(AWS_REGION);
  const base = readOptionalVariable(AWS_ENDPOINT_URL) ?? `https://polly.${region}.amazonaws.com`;
  const url = new URL('/v1/speech', base);
  const { voice, engine } = engineOf(name);
  const body = JSON.stringify({
    Engine: engine,
    OutputFormat: 'mp3',
    SampleRate: '16000',
    Text: text,
    VoiceId: voice,
    // Voices of India speak English unless they are told.
    ...(language === 'hi' && { LanguageCode: 'hi-IN' }),
  });
  const headers = await signPost(url, { service: 'polly', region, body, accept: 'audio/mpeg' });
  return spoken(await bounded(url, { method: 'POST', headers, body }));
}

interface ElevenLabsVoice {
  readonly key: string;
  readonly voice: string;
  /** The telephony vendor's name of the model. @default that vendor's usual one */
  readonly model?: string | null | undefined;
  readonly stability?: number | null | undefined;
  readonly similarity?: number | null | undefined;
}

/** Speaks as ElevenLabs: https://elevenlabs.io/docs/api-reference/text-to-speech/convert */
export async function speakByElevenLabs(
  { key, voice, model, stability, similarity }: ElevenLabsVoice,
  text: string,
): Promise<Speech> {
  const path = `/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=mp3_22050_32`;
  const settings = { stability: stability ?? 0.5, similarity_boost: similarity ?? 0.75 };
  return spoken(
    await bounded(new URL(path, readVariable(speech.elevenLabsUrl)), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'xi-api-key': key, accept: 'audio/mpeg' },
      body: JSON.stringify({ text, model_id: `eleven_${model ?? 'flash_v2_5'}`, voice_settings: settings }),
    }),
  );
}

const refusal = z.lazy(() =>
  z.object({
    message: z.optional(z.string()),
    detail: z.optional(z.union([z.string(), z.object({ message: z.string() })])),
  }),
);

async function spoken(response: Response): Promise<Speech> {
  const audio = Buffer.from(await response.arrayBuffer());
  const mediaType = response.headers.get('content-type') ?? '';
  if (response.ok && /^audio\/[\w.-]+$/.test(mediaType)) return { audio, mediaType };
  if (response.status >= 500 || response.status === 429 || response.ok)
    throw new Error(`The vendor of the voice answered ${response.status}.`);
  throw new SpeechRefused(reasonIn(audio.toString()));
}

/** Characters of the vendor's own words. */
const MAX_REASON = 300;

function reasonIn(body: string): string {
  try {
    const { message, detail } = refusal.parse(JSON.parse(body));
    const words = message ?? (typeof detail === 'object' ? detail.message : detail);
    return (words ?? '').slice(0, MAX_REASON);
  } catch {
    return '';
  }
}
