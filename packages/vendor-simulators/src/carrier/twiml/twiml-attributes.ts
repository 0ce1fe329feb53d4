import { z } from 'zod';
import { TwimlError } from './twiml-error.ts';
import type { XmlElement } from './xml-elements.ts';

/** The simulated vendor posts every callback. */
export const method = z.literal('POST').optional();
export const integer = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Some of these words, separated by spaces. */
export function words<const T extends readonly [string, ...string[]]>(known: T) {
  return z.string().transform((text, context): T[number][] => {
    const parsed = z.array(z.enum(known)).safeParse(text.split(/\s+/).filter(Boolean));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `must name ${known.join(', ')}`, input: text });
    return z.NEVER;
  });
}

/**
 * Parses the attributes of an element. Throws if one is unknown or invalid, by default with the vendor's schema
 * validation error.
 */
export function attributes<T>(element: XmlElement, schema: z.ZodType<T>, code = 12200): T {
  const parsed = schema.safeParse(element.attributes);
  if (parsed.success) return parsed.data;
  throw new TwimlError(code, `Invalid attributes of <${element.name}>: ${z.prettifyError(parsed.error)}`);
}

/** The only element inside another. Throws the vendor's schema validation error if there is none or more. */
export function onlyChild(element: XmlElement, names: readonly string[]): XmlElement {
  const [child, ...others] = element.children;
  if (child && others.length === 0 && names.includes(child.name)) return child;
  const expected = names.map((name) => `<${name}>`).join(' or ');
  throw new TwimlError(12200, `Schema validation: <${element.name}> must contain one ${expected}.`);
}
