import * as z from 'zod/mini';
import { MAX_TEXT } from '../../actions/model/action.ts';
import { planOf } from '../../actions/model/transfer-plan.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import type { CallAgent } from '../../agents/model/compact-agent.ts';
import { collectedBy } from '../../agents/model/steps.ts';
import { dateFormat } from '../../platform/clock.ts';
import type { Warning } from '../../platform/fields.ts';
import type { Language } from '../../vendors/model/languages.ts';

/** What is known of a call without its context. */
export const callFacts = z.lazy(() =>
  z.object({
    /** The IANA name of the zone in which the agent tells the time. */
    timezone: z.string(),
    /** ISO 8601, UTC. */
    begun_at: z.string(),
    direction: z.optional(z.enum(['outbound', 'inbound'])),
    /** Absent if it is withheld. */
    contact_number: z.optional(z.string()),
  }),
);

/** Most characters of the notes that a call leaves for its callback, in the context as `callback_notes`. */
export const MAX_NOTES = 1000;

/** The names of values that every call has, unless its context has its own. */
export const BUILT_IN_VALUES: readonly string[] = ['now', 'today', 'contact_number'];

interface Told {
  readonly facts?: z.infer<typeof callFacts> | undefined;
  readonly context?: Readonly<Record<string, string>> | null | undefined;
  readonly settings: { readonly language: Language };
  readonly first_language?: Language;
}

/** The values of `${name}` in an agent's texts. They stay the same in a call: vendors cache what the prompt begins with. */
export function valuesOf({
  facts,
  context,
  settings,
  first_language,
}: Told): Readonly<Record<string, string>> {
  if (!facts) return context ?? {};
  const { timezone: timeZone, begun_at, contact_number } = facts;
  const write = (style: Intl.DateTimeFormatOptions) =>
    dateFormat(first_language ?? settings.language, { timeZone, dateStyle: 'full', ...style })
      .format(new Date(begun_at))
      .replaceAll(/\s/g, ' ');
  return {
    now: write({ timeStyle: 'short' }),
    today: write({}),
    ...(contact_number !== undefined && { contact_number }),
    ...context,
  };
}

/** Largest prompt, greeting and text message in bytes after the context was filled in. */
export const MAX_PROMPT_BYTES = 100 * 1024;
export const MAX_GREETING_BYTES = 4 * 1024;
const MAX_TEXT_BYTES = 3 * MAX_TEXT;

type Values = Readonly<Record<string, string>> | null | undefined;

interface FillableTexts {
  readonly agent: Pick<CallAgent, 'prompt' | 'initial_message'>;
  readonly context?: Values;
}

/** What the model reads in place of a value that is missing. */
const UNKNOWN = '(unknown)';

export const filledPrompt = (prompt: string, values: Values): string =>
  filledBytes(prompt, values, UNKNOWN) > limitOf(prompt, MAX_PROMPT_BYTES)
    ? fillTemplate(prompt, {})
    : fillTemplate(prompt, values, UNKNOWN);

/** A text to speak. Without a value, its placeholder is left out, and so is the comma or bracket that belongs to it. */
export function filledGreeting(greeting: string, values: Values): string {
  const isTooLarge = filledBytes(greeting, values) > limitOf(greeting, MAX_GREETING_BYTES);
  const known = isTooLarge ? {} : values;
  const isGap = (name: string) => !contextValue(name, known)?.trim();
  if (![...greeting.matchAll(PLACEHOLDER)].some(([, name = '']) => isGap(name)))
    return fillTemplate(greeting, known);
  const withGaps = greeting.replace(PLACEHOLDER, (all, name: string) => (isGap(name) ? GAP : all));
  const tidy = CLOSING.reduce((text, [gap, rest]) => text.replace(gap, rest), withGaps);
  return fillTemplate(tidy.trim(), known);
}

/** A sign that no text has, for a value that is missing. */
const GAP = '\uFFFC';

const CLOSING: readonly (readonly [RegExp, string])[] = [
  [/\uFFFC(?:\s*\uFFFC)+/g, GAP],
  [/[("'“„«‘]\s*\uFFFC\s*[)"'”“»’]/g, GAP],
  // At the beginning of a sentence, with the comma after it.
  [/(^|[.!?…]\s)\s*\uFFFC\s*[,;:、，]\s*/g, '$1'],
  // At the end of a part of a sentence, with the comma before it.
  [/[,、，]?\s*\uFFFC(?=\s*(?:[.,!?;:…。、，！？]|$))/g, ''],
  [/\s*\uFFFC(?:['’]s\b)?/g, ''],
];

/** A text message. Returns undefined if the context makes it too large, or lacks a value of it. */
export function filledTextMessage(template: string, values: Values): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const isComplete = names.every((name) => contextValue(name, values) !== undefined);
  return isComplete && filledBytes(template, values) <= MAX_TEXT_BYTES
    ? fillTemplate(template, values)
    : undefined;
}

/** Which text the context makes too large. Values that are missing count as nothing: they may be fetched. */
export function issueOfFilling({ agent, context }: FillableTexts): string | undefined {
  const texts = [
    ['prompt', agent.prompt, MAX_PROMPT_BYTES],
    ['initial message', agent.initial_message ?? '', MAX_GREETING_BYTES],
  ] as const;
  for (const [name, text, maxBytes] of texts) {
    const bytes = filledBytes(text, context);
    if (bytes > limitOf(text, maxBytes))
      return `With its context, the agent’s ${name} would have ${bytes} bytes, but at most ${maxBytes} are allowed; shorten either.`;
  }
  return undefined;
}

/** Most names that a warning lists. */
const MAX_NAMES = 20;

/** The warning that nothing fills some placeholders of an agent's texts: neither its calls' required keys nor `context`. */
export function warningsOfFilling(
  { agent, settings, context_source }: CallSnapshot,
  { context, loc }: { readonly context?: Values; readonly loc: readonly string[] },
): { readonly warnings?: Warning[] } {
  if (context_source?.endpoint) return {};
  const { prompt, initial_message, actions } = agent;
  const whispers = actions.map((action) => planOf(action)?.whisper);
  const { voicemail_message, call_screening: screened } = settings;
  const { steps, values } = settings.steps ?? { steps: {}, values: {} };
  const texts = [
    prompt,
    initial_message,
    voicemail_message,
    screened?.identity,
    screened?.purpose,
    ...whispers,
    ...Object.values(steps).map(({ say }) => say),
  ];
  const used = texts.flatMap((text) => [...(text ?? '').matchAll(PLACEHOLDER)]);
  const names = new Set(used.map(([, name = '']) => name.trim()));
  const ofSteps = [...Object.keys(values), ...collectedBy({ steps }).map(([name]) => name)];
  const ofCall = [...Object.keys(context ?? {}), ...(context_source?.required_keys ?? [])];
  const given = [...BUILT_IN_VALUES, ...ofSteps, ...ofCall];
  for (const name of given) names.delete(name);
  if (names.size === 0) return {};
  const listed = Array.from(names, (name) => `\${${name}}`)
    .slice(0, MAX_NAMES)
    .join(', ');
  const msg = `Without a value in a call’s context, the agent leaves these out: ${listed}. List the keys in required_context_keys to demand them.`;
  return { warnings: [{ loc: [...loc], msg, type: 'unfilled' }] };
}

/** A text that was larger when it was saved is accepted at its size. */
const limitOf = (text: string, maxBytes: number) => Math.max(maxBytes, Buffer.byteLength(text));

const PLACEHOLDER = /\$\{([^${}]*)\}/g;

/** Replaces each `${name}` by its value, or by `unfilled`. The result may be large: see filledBytes. */
export function fillTemplate(text: string, values: Values, unfilled = ''): string {
  return text.replace(PLACEHOLDER, (_, name: string) => contextValue(name, values) ?? unfilled);
}

/** Bytes (UTF-8) of a filled text, computed without filling it; a spoken text may have fewer. */
export function filledBytes(text: string, values: Values, unfilled = ''): number {
  let bytes = Buffer.byteLength(text);
  const gains = new Map<string, number>();
  for (const [placeholder, name = ''] of text.matchAll(PLACEHOLDER)) {
    const knownGain = gains.get(placeholder);
    const value = contextValue(name, values) ?? unfilled;
    const gain = knownGain ?? Buffer.byteLength(value) - Buffer.byteLength(placeholder);
    gains.set(placeholder, gain);
    bytes += gain;
  }
  return bytes;
}

function contextValue(name: string, context: Values): string | undefined {
  const key = name.trim();
  return context && Object.hasOwn(context, key) ? context[key] : undefined;
}
