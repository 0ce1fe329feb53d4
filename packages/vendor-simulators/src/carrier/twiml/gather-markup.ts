import { z } from 'zod';
import { parseSpoken, type SpokenVerb } from './spoken-markup.ts';
import { attributes, boolean, integer, method } from './twiml-attributes.ts';
import { TwimlError } from './twiml-error.ts';
import type { XmlElement } from './xml-elements.ts';

/** A wait for keys while the other party hears something: https://www.twilio.com/docs/voice/twiml/gather */
export interface Gather {
  readonly verb: 'Gather';
  readonly action: string | undefined;
  /** The number of keys that ends the wait; undefined for none. */
  readonly numDigits: number | undefined;
  /** The key that ends the wait; empty for none. */
  readonly finishOnKey: string;
  /** Seconds without a key that end the wait, after the nested verbs have ended. */
  readonly timeoutSeconds: number;
  /** Whether the action is requested even if no key was pressed. */
  readonly actionOnEmptyResult: boolean;
  readonly heard: readonly SpokenVerb[];
}

const gather = z.strictObject({
  // Speech is not recognised here.
  input: z.literal('dtmf').default('dtmf'),
  action: z.string().optional(),
  method,
  numDigits: integer.optional(),
  finishOnKey: z
    .string()
    .regex(/^[0-9*#]?$/)
    .default('#'),
  timeout: integer.default(5),
  actionOnEmptyResult: boolean.default(false),
});

/** Parses `<Gather>` for keys, with its nested verbs. */
export function parseGather(element: XmlElement): Gather {
  const { timeout, input: _, method: __, action, numDigits, ...rest } = attributes(element, gather);
  const heard = element.children.map((child) => {
    const spoken = parseSpoken(child);
    if (spoken) return spoken;
    throw new TwimlError(12200, `Schema validation: <Gather> cannot contain <${child.name}>.`);
  });
  return { verb: 'Gather', ...rest, action, numDigits, timeoutSeconds: timeout, heard };
}
