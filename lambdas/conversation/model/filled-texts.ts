import type { CallAgent } from '../../agents/model/compact-agent.ts';

/** Largest prompt and greeting in bytes after the context was filled in. */
export const MAX_PROMPT_BYTES = 100 * 1024;
export const MAX_GREETING_BYTES = 4 * 1024;

type Context = Readonly<Record<string, string>> | null | undefined;

interface FillableTexts {
  readonly agent: Pick<CallAgent, 'prompt' | 'initial_message'>;
  readonly context?: Context;
}

export const filledPrompt = (prompt: string, context: Context): string =>
  filledWithin(prompt, context, MAX_PROMPT_BYTES);

export const filledGreeting = (greeting: string, context: Context): string =>
  filledWithin(greeting, context, MAX_GREETING_BYTES);

/** Which text the context makes too large. With `left out`, missing values count as nothing: they may be fetched. */
export function issueOfFilling(
  { agent, context }: FillableTexts,
  unfilled: 'kept' | 'left out',
): string | undefined {
  const texts = [
    ['prompt', agent.prompt, MAX_PROMPT_BYTES],
    ['initial message', agent.initial_message ?? '', MAX_GREETING_BYTES],
  ] as const;
  for (const [name, text, maxBytes] of texts) {
    const bytes = filledBytes(text, context, unfilled);
    if (bytes > limitOf(text, maxBytes))
      return `With its context, the agent’s ${name} would have ${bytes} bytes, but at most ${maxBytes} are allowed; shorten either.`;
  }
  return undefined;
}

function filledWithin(text: string, context: Context, maxBytes: number): string {
  return filledBytes(text, context) > limitOf(text, maxBytes) ? text : fillTemplate(text, context);
}

/** A text that was larger when it was saved is accepted at its size. */
const limitOf = (text: string, maxBytes: number) => Math.max(maxBytes, Buffer.byteLength(text));

type Values = Readonly<Record<string, string>> | null | undefined;

const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/** Replaces each `${name}` that the context has a value for; keeps the others. The result may be large: see filledBytes. */
export function fillTemplate(text: string, context: Values): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => contextValue(name, context) ?? placeholder);
}

/** Bytes (UTF-8) of a filled text, computed without filling it. Placeholders without a value count in full, or as nothing. */
export function filledBytes(text: string, context: Values, unfilled: 'kept' | 'left out' = 'kept'): number {
  let bytes = Buffer.byteLength(text);
  const gains = new Map<string, number>();
  for (const [placeholder, name = ''] of text.matchAll(PLACEHOLDER)) {
    const knownGain = gains.get(placeholder);
    const value = contextValue(name, context) ?? (unfilled === 'kept' ? placeholder : '');
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
