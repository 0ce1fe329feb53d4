import { z } from 'zod';
import { attributes, integer } from './twiml-attributes.ts';
import type { XmlElement } from './xml-elements.ts';

/** A verb that is heard, also inside another verb. */
export type SpokenVerb =
  | { readonly verb: 'Say'; readonly text: string; readonly loop: number }
  | { readonly verb: 'Play'; readonly url: string }
  | { readonly verb: 'Pause'; readonly seconds: number };

const say = z.strictObject({
  voice: z.string().optional(),
  language: z.string().optional(),
  loop: integer.default(1),
});
const play = z.strictObject({ loop: integer.default(1) });
const pauseSchema = z.strictObject({ length: integer.default(1) });

/** Parses `<Say>`, `<Play>` or `<Pause>`. Returns undefined for any other element. */
export function parseSpoken(element: XmlElement): SpokenVerb | undefined {
  switch (element.name) {
    case 'Say':
      return { verb: 'Say', text: element.text.trim(), loop: attributes(element, say).loop };
    case 'Play':
      attributes(element, play);
      return { verb: 'Play', url: element.text.trim() };
    case 'Pause':
      return { verb: 'Pause', seconds: attributes(element, pauseSchema).length };
    default:
      return undefined;
  }
}
