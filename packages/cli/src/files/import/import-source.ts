import { type Fields, isFields } from '../api-document.ts';

/** What became of a value of the other vendor's agent. */
export interface ImportNote {
  /** Its path in the exported file. */
  readonly place: string;
  readonly outcome: 'carried over' | 'changed' | 'no counterpart';
  readonly note: string;
}

/** An imported agent, as the fields of its file. */
export interface ImportedAgent {
  readonly name: string;
  readonly prompt: string;
  readonly fields: Fields;
  readonly notes: readonly ImportNote[];
}

/** An exported agent, which notes what became of each of its values. */
export class ImportSource {
  readonly #content: unknown;
  readonly #notes = new Map<string, ImportNote>();

  constructor(content: unknown) {
    this.#content = content;
  }

  /** The value at a path such as `model.messages.0`, without a note. */
  at(path: string): unknown {
    return path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
        this.#content,
      );
  }

  items(path: string): readonly { readonly item: Fields; readonly place: string }[] {
    const list = this.at(path);
    return Array.isArray(list)
      ? list.map((item, index) => ({ item: { ...Object(item) }, place: `${path}.${index}` }))
      : [];
  }

  /** A text that is carried over, with its placeholders in our form. */
  text(path: string, note = ''): string | undefined {
    const value = this.at(path);
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const text = value.replace(
      /\{\{\s*([\w.-]+)\s*\}\}/g,
      (_, name: string) => `\${${name.replace(/\W/g, '_')}}`,
    );
    const changed =
      text === value ? note : [note, 'Placeholders have another form here.'].filter(Boolean).join(' ');
    return this.#noted(path, text, changed);
  }

  /** A number between two bounds; one beyond them is changed. */
  number(
    path: string,
    { least, most, by = 1, note = '' }: { least: number; most: number; by?: number; note?: string },
  ): number | undefined {
    const value = this.at(path);
    if (typeof value !== 'number') return undefined;
    const number = Math.min(most, Math.max(least, value * by));
    return this.#noted(path, number, number === value * by ? note : `From ${least} to ${most} here.`);
  }

  /** A language as its ISO 639-1 code. */
  language(path: string): string | undefined {
    const value = this.at(path);
    if (typeof value !== 'string') return undefined;
    const [code = '', region] = value.split('-');
    if (!LANGUAGES.has(code)) return this.none(path, `The languages are ${[...LANGUAGES].join(', ')}.`);
    return this.#noted(path, code, region === undefined ? '' : 'Without its region.');
  }

  /** A model of OpenAI, by its name there. */
  model(place: string): string | undefined {
    return String(this.at(place)).startsWith('gpt-') ? this.text(place) : this.none(place, OTHER_MODEL);
  }

  /** A list of words to recognize. */
  keywords(place: string): Fields | undefined {
    const list = this.at(place);
    if (!Array.isArray(list) || list.length === 0) return undefined;
    this.used(place);
    return Object.fromEntries(list.map((word) => [String(word), 1]));
  }

  webhook(place: string): Fields | undefined {
    const url = this.text(place, 'Events have other names and bodies: see docs/webhooks.md.');
    return url === undefined ? undefined : { url, subscriptions: SUBSCRIPTIONS };
  }

  #noted<Value>(place: string, value: Value, note: string): Value {
    this.#notes.set(place, { place, outcome: note === '' ? 'carried over' : 'changed', note });
    return value;
  }

  /** Notes that a value was carried over, or changed if there is a note. */
  used(place: string, note = ''): void {
    this.#noted(place, undefined, note);
  }

  /** Notes that a value has no counterpart, and what to do instead. */
  none(place: string, note = ''): undefined {
    if (this.at(place) !== undefined) this.#notes.set(place, { place, outcome: 'no counterpart', note });
  }

  /** All notes. What was not looked at has no counterpart. */
  notes(ignored: readonly string[]): readonly ImportNote[] {
    const rest = leavesOf(this.#content, '').filter(
      (place) =>
        !ignored.includes(place.split('.')[0] ?? '') &&
        ![...this.#notes.keys()].some((noted) => isWithin(place, noted)),
    );
    const notes = [
      ...this.#notes.values(),
      ...rest.map((place) => ({ place, outcome: 'no counterpart' as const, note: '' })),
    ];
    return notes.sort((one, other) => one.place.localeCompare(other.place, 'en', { numeric: true }));
  }
}

const LANGUAGES = new Set(['en', 'es', 'de', 'hi', 'pt', 'fr', 'nl', 'id', 'it', 'ja', 'ko']);

const SUBSCRIPTIONS = ['event_phone_call_ended', 'event_transcript', 'event_analysis'];

export const OTHER_MODEL = 'Set llm_model_name_override to a model that your operator offers.';

const isWithin = (place: string, outer: string) => place === outer || place.startsWith(`${outer}.`);

function leavesOf(value: unknown, path: string): string[] {
  if (value === null || value === undefined || value === '' || value === false) return [];
  if (!isFields(value) && !Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** What to find out after a call, if anything. */
export function analysisOf(rubric: string | undefined, extract: unknown): Fields | undefined {
  const found = defined({ success_rubric: rubric, extract });
  return Object.keys(found).length > 0 ? found : undefined;
}

/** A JSON schema of an object; undefined without properties. */
export const objectOf = (properties: readonly (readonly [string, unknown])[]) =>
  properties.length > 0 ? { type: 'object', properties: Object.fromEntries(properties) } : undefined;

/** An ElevenLabs voice, from paths of its settings. */
export function elevenLabsVoice(
  source: ImportSource,
  path: string,
  names: Readonly<Record<'id' | 'stability' | 'similarity' | 'model' | 'latency', string>>,
): Fields {
  const at = (name: keyof typeof names) => `${path}.${names[name]}`;
  const bounds = { least: 0, most: 1 };
  return defined({
    type: 'voice_vendor_c',
    voice_id: source.text(at('id')),
    stability: source.number(at('stability'), bounds),
    similarity_boost: source.number(at('similarity'), bounds),
    model_id: source.text(at('model')),
    optimize_streaming_latency: source.number(at('latency'), { least: 0, most: 4 }),
  });
}

/** The voice of an agent whose own is not available. */
export const OTHER_VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' } as const;
export const CHOOSE_VOICE =
  'Voices of this vendor are not available. Amazon Polly’s Joanna stands in; choose one.';

/** Names of actions have letters, digits and underscores. */
export const actionName = (name: unknown): string =>
  String(name ?? 'action')
    .replace(/[^\w-]/g, '_')
    .slice(0, 64);

/** Our service sends another request than the vendor's. */
export const OTHER_REQUEST =
  'Your URL gets a POST of {call_id, payload}, and answers {result}: see docs/agents.md.';

export const externalAction = (given: {
  name: unknown;
  description: unknown;
  url: unknown;
  schema: unknown;
  speaks?: boolean;
}): Fields => ({
  type: 'action_external',
  config: {
    name: actionName(given.name),
    description: String(given.description || given.name || 'An action.').slice(0, 2000),
    url: String(given.url),
    input_schema: isFields(given.schema) ? given.schema : { type: 'object', properties: {} },
    speak_on_send: given.speaks ?? false,
    speak_on_receive: true,
  },
});

/** The fields that are not undefined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
