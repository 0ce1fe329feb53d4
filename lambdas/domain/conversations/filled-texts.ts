import type { CallAgent } from '../records/agent.ts';
import { filledBytes, fillTemplate } from './template.ts';

/** What the context may make of a prompt and of a greeting, in bytes (UTF-8): the one is sent to the model in each turn, the other is spoken. */
export const MAX_PROMPT_BYTES = 100 * 1024;
export const MAX_GREETING_BYTES = 4 * 1024;

/** What fills the placeholders of a text. */
type Context = Readonly<Record<string, string>> | null | undefined;

/** The agent of a call, and the context that fills its texts. */
interface FillableTexts {
  readonly agent: Pick<CallAgent, 'prompt' | 'initial_message'>;
  readonly context?: Context;
}

/** A prompt with its context; as it was written, should that be too much. */
export const filledPrompt = (prompt: string, context: Context): string =>
  filledWithin(prompt, context, MAX_PROMPT_BYTES);

/** A greeting with its context; as it was written, should that be too much. */
export const filledGreeting = (greeting: string, context: Context): string =>
  filledWithin(greeting, context, MAX_GREETING_BYTES);

/**
 * Which text of a call's agent its context makes too large, in words; undefined where it makes none so. Placeholders that a context which
 * is yet to be fetched may fill are left out.
 */
export function faultOfFilling(
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
      return `Filled in with the context, the agent’s ${name} would have ${bytes} bytes: at most ${maxBytes} are allowed.`;
  }
  return undefined;
}

function filledWithin(text: string, context: Context, maxBytes: number): string {
  return filledBytes(text, context) > limitOf(text, maxBytes) ? text : fillTemplate(text, context);
}

/** A text that is larger by itself was taken as it is when it was saved. */
const limitOf = (text: string, maxBytes: number) => Math.max(maxBytes, Buffer.byteLength(text));
