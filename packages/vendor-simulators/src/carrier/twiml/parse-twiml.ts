import { z } from 'zod';
import { type Connect, parseConnect } from './connect-markup.ts';
import { type Dial, parseDial } from './dial-markup.ts';
import { type Gather, parseGather } from './gather-markup.ts';
import { parseSpoken, type SpokenVerb } from './spoken-markup.ts';
import { parseStart, type StartRecording } from './start-markup.ts';
import { attributes, method } from './twiml-attributes.ts';
import { TwimlError } from './twiml-error.ts';
import { parseXmlElements, type XmlElement } from './xml-elements.ts';

/** One instruction of a TwiML document. */
export type Verb =
  | SpokenVerb
  | { readonly verb: 'Redirect'; readonly url: string; readonly method: 'POST' | 'GET' }
  | { readonly verb: 'Hangup' }
  | { readonly verb: 'Reject'; readonly reason: 'rejected' | 'busy' }
  | Connect
  | Dial
  | Gather
  | StartRecording;

const nothing = z.strictObject({});
const redirect = z.strictObject({ method });
const reject = z.strictObject({ reason: z.enum(['rejected', 'busy']).default('rejected') });

/** Parses a TwiML document. Throws the error of the vendor's debugger for anything undocumented. */
export function parseTwiml(xml: string): Verb[] {
  const [root, ...others] = parseXmlElements(xml);
  if (root?.name !== 'Response' || others.length > 0) {
    throw new TwimlError(12100, 'Document parse failure: the root element must be <Response>.');
  }
  return root.children.map(parseVerb);
}

function parseVerb(element: XmlElement): Verb {
  const spoken = parseSpoken(element);
  if (spoken) return spoken;
  switch (element.name) {
    case 'Redirect':
      return { verb: 'Redirect', url: element.text.trim(), ...attributes(element, redirect) };
    case 'Hangup':
      attributes(element, nothing);
      return { verb: 'Hangup' };
    case 'Reject':
      return { verb: 'Reject', ...attributes(element, reject) };
    case 'Connect':
      return parseConnect(element);
    case 'Start':
      return parseStart(element);
    case 'Dial':
      return parseDial(element);
    case 'Gather':
      return parseGather(element);
    default:
      throw new TwimlError(
        12200,
        `Schema validation: <${element.name}> is not a verb that this carrier knows.`,
      );
  }
}
