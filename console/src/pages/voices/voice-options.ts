import type { Schema } from '../../api/client.ts';

/** A voice as it is created. */
export type NewVoice =
  | Schema<'VoiceBuiltinInput'>
  | Pick<Schema<'VoiceVendorAInput'>, 'type' | 'voice_name'>
  | Pick<Schema<'VoiceVendorCInput'>, 'type' | 'voice_id' | 'stability' | 'similarity_boost'>;

/** A voice that can be chosen. */
export interface VoiceOption {
  /** What tells it from other voices. */
  readonly key: string;
  readonly name: string;
  /** Who makes it, by their real name. */
  readonly maker: string;
  /** A language tag; undefined if it speaks any language of the agent. */
  readonly language: string | undefined;
  readonly gender: 'female' | 'male' | undefined;
  /** Why it can't be heard here. */
  readonly unheard?: string | undefined;
  /** The id of a stored voice. */
  readonly id?: string | undefined;
  /** The body that creates it; undefined for a stored one. */
  readonly voice?: NewVoice;
}

/** Neural voices that the telephony vendor offers, the first of a language most common: women and men. */
const SUGGESTED: Readonly<
  Record<Schema<'Language'>, { readonly women: readonly string[]; readonly men: readonly string[] }>
> = {
  en: { women: ['Joanna-Neural', 'Ruth-Neural', 'en-US-Neural2-F'], men: ['Matthew-Neural'] },
  es: { women: ['Lucia-Neural'], men: ['Sergio-Neural'] },
  de: { women: ['Vicki-Neural'], men: ['Daniel-Neural'] },
  hi: { women: ['Kajal-Neural'], men: [] },
  pt: { women: ['Camila-Neural'], men: ['Thiago-Neural'] },
  fr: { women: ['Lea-Neural'], men: ['Remi-Neural'] },
  nl: { women: ['Laura-Neural'], men: [] },
  id: { women: ['id-ID-Wavenet-A'], men: ['id-ID-Wavenet-B'] },
  it: { women: ['Bianca-Neural'], men: ['Adriano-Neural'] },
  ja: { women: ['Kazuha-Neural'], men: ['Takumi-Neural'] },
  ko: { women: ['Seoyeon-Neural', 'Jihye-Neural'], men: [] },
};

/** The names of the suggested voices: of a language, or of all of them. */
const suggestedIn = (language?: string): readonly string[] =>
  Object.entries(SUGGESTED).flatMap(([code, { women, men }]) =>
    language === undefined || code === language ? [...women, ...men] : [],
  );

/** Google's names begin with language and region (en-US-Neural2-F), Amazon's do not (Joanna-Neural). */
const GOOGLE = /^([a-z]{2,3}-[A-Z]{2})-/;

/** The telephony vendor's own voice for the language. */
const DEFAULT: NewVoice = { type: 'voice_builtin', voice_id: 'default' };

/** Whether calls refuse a voice: its kind is stored only. */
export const isRefused = (voice: object): boolean =>
  ['voice_vendor_b', 'voice_vendor_d'].includes(Reflect.get(voice, 'type'));

/**
 * The voices for an agent of this language, or of all languages: the default, suggestions, and those that are stored. A voice that is stored
 * more than once is offered once, as the present one, if any. Those that calls refuse are left out.
 */
export function voiceOptions(
  language: string | undefined,
  stored: readonly Schema<'Voice'>[],
  /** The agent's voice, stored or not. */
  present: object | undefined,
): readonly VoiceOption[] {
  const news: readonly NewVoice[] = [
    DEFAULT,
    ...suggestedIn(language).map((voice_name) => ({ type: 'voice_vendor_a', voice_name }) as const),
  ];
  const options = new Map<string, VoiceOption>();
  for (const voice of news) options.set(keyOf(voice), { ...shownVoice(voice), voice });
  for (const voice of present ? [present, ...stored] : stored) {
    const shown = shownVoice(voice);
    const id: unknown = Reflect.get(voice, 'id');
    const known = options.get(shown.key);
    if (!isRefused(voice) && known?.id === undefined)
      options.set(shown.key, { ...known, ...shown, ...(typeof id === 'string' && { id }) });
  }
  return [...options.values()];
}

/** How a voice is shown, also one that calls refuse. */
export function shownVoice(voice: object): Omit<VoiceOption, 'id' | 'voice'> {
  const { type, voice_name, voice_id, speaker } = { ...voice } as Readonly<Record<string, unknown>>;
  const key = keyOf(voice);
  const name = String(voice_name ?? voice_id ?? speaker ?? '');
  const other = { key, name, maker: '', language: undefined, gender: undefined };
  if (type === 'voice_builtin')
    return {
      ...other,
      name: 'Default voice',
      maker: 'of the telephony vendor',
      unheard: 'the vendor chooses it',
    };
  if (type === 'voice_vendor_c') return { ...other, maker: 'ElevenLabs' };
  if (type !== 'voice_vendor_a') return other;
  const region = GOOGLE.exec(name)?.[1];
  const [code, known] =
    Object.entries(SUGGESTED).find(([, { women, men }]) => [...women, ...men].includes(name)) ?? [];
  return {
    key,
    name: name.replace(GOOGLE, '').replace(/-(Neural|Generative|Standard)$/, ''),
    maker: region ? 'Google' : 'Amazon Polly',
    unheard: region && 'the service has no account at Google',
    language: region ?? code,
    gender: known && (known.women.includes(name) ? 'female' : 'male'),
  };
}

/** Settings by which two voices sound different. Others are stored without effect. */
const HEARD = ['type', 'voice_name', 'voice_id', 'stability', 'similarity_boost', 'model_id'] as const;

export const keyOf = (voice: object): string =>
  Reflect.get(voice, 'type') === 'voice_builtin'
    ? 'default'
    : HEARD.map((name) => String(Reflect.get(voice, name) ?? '')).join('|');
