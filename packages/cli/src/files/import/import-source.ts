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

/** A tool of another vendor that sends a request. */
interface ExternalTool {
  readonly name: unknown;
  readonly description: unknown;
  readonly url: unknown;
  readonly schema: unknown;
  readonly speaks?: boolean;
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
    return this.taken(path, text, changed);
  }

  /** A number between two bounds; one beyond them is changed. */
  number(
    path: string,
    { least, most, by = 1, note = '' }: { least: number; most: number; by?: number; note?: string },
  ): number | undefined {
    const value = this.at(path);
    if (typeof value !== 'number') return undefined;
    const number = Math.min(most, Math.max(least, value * by));
    return this.taken(path, number, number === value * by ? note : `From ${least} to ${most} here.`);
  }

  /** A language as its ISO 639-1 code. */
  language(path: string): string | undefined {
    const value = this.at(path);
    if (typeof value !== 'string') return undefined;
    const [code = '', region] = value.split('-');
    if (!LANGUAGES.has(code)) return this.none(path, `The languages are ${[...LANGUAGES].join(', ')}.`);
    return this.taken(path, code, region === undefined ? '' : 'Without its region.');
  }

  /** A model of OpenAI, by its name there. */
  model(place: string): string | undefined {
    return String(this.at(place)).startsWith('gpt-') ? this.text(place) : this.none(place, OTHER_MODEL);
  }

  /** A list of words to recognize. */
  keywords(place: string): Fields | undefined {
    const list = this.at(place);
    if (!Array.isArray(list) || list.length === 0) return undefined;
    return this.taken(place, Object.fromEntries(list.map((word) => [String(word), 1])));
  }

  webhook(place: string): Fields | undefined {
    const url = this.text(place, 'Events have other names and bodies: see docs/webhooks.md.');
    return url === undefined ? undefined : { url, subscriptions: SUBSCRIPTIONS };
  }

  /** A voice in place of one that is not available. */
  otherVoice(place: string): Fields {
    const note = 'Voices of this vendor are not available. Amazon Polly’s Joanna stands in; choose one.';
    return this.taken(place, { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' }, note);
  }

  /** A tool that sends a request. */
  externalAction(place: string, given: ExternalTool): Fields {
    // Names of actions have letters, digits and underscores.
    const name = String(given.name ?? 'action')
      .replace(/[^\w-]/g, '_')
      .slice(0, 64);
    const config = {
      name,
      description: String(given.description || given.name || 'An action.').slice(0, 2000),
      url: String(given.url),
      input_schema: isFields(given.schema) ? given.schema : { type: 'object', properties: {} },
      speak_on_send: given.speaks ?? false,
      speak_on_receive: true,
    };
    const note = 'Your URL gets a POST of {call_id, payload}, and answers {result}: see docs/agents.md.';
    const renamed = name === given.name ? '' : ' Its name was changed.';
    return this.taken(place, { type: 'action_external', config }, note + renamed);
  }

  /** The value, with the note that it was carried over, or changed if there is a note. */
  taken<Value>(place: string, value: Value, note = ''): Value {
    this.#notes.set(place, { place, outcome: note === '' ? 'carried over' : 'changed', note });
    return value;
  }

  /** Notes that a value was carried over, or changed if there is a note. */
  used(place: string, note = ''): void {
    this.taken(place, undefined, note);
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

/** An ElevenLabs voice, from the paths of its settings. */
export const elevenLabsVoice = (
  source: ImportSource,
  paths: Readonly<Record<'id' | 'stability' | 'similarity' | 'model' | 'latency', string>>,
): Fields =>
  defined({
    type: 'voice_vendor_c',
    voice_id: source.text(paths.id),
    stability: source.number(paths.stability, { least: 0, most: 1 }),
    similarity_boost: source.number(paths.similarity, { least: 0, most: 1 }),
    model_id: source.text(paths.model),
    optimize_streaming_latency: source.number(paths.latency, { least: 0, most: 4 }),
  });

export const transferTo = (number: unknown, more: Fields = {}): Fields => ({
  type: 'action_transfer_call',
  config: { phone_number: number, ...more },
});

/** The fields that are not undefined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
