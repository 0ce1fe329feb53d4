import { z } from 'zod';
import { type RelaySettings, relaySettingsSchema } from './relay-settings.ts';
import { TwimlError } from './twiml-error.ts';
import { parseXmlElements, type XmlElement } from './xml-elements.ts';

/** One instruction of a TwiML document. */
export type Verb =
  | { readonly verb: 'Say'; readonly text: string; readonly loop: number }
  | { readonly verb: 'Pause'; readonly seconds: number }
  | { readonly verb: 'Redirect'; readonly url: string; readonly method: 'POST' | 'GET' }
  | { readonly verb: 'Hangup' }
  | { readonly verb: 'Reject'; readonly reason: 'rejected' | 'busy' }
  | Connect;

/** A hand-over of the call to a conversation over a WebSocket. */
export interface Connect {
  readonly verb: 'Connect';
  readonly action: string | undefined;
  readonly method: 'POST' | 'GET';
  readonly relay: RelaySettings;
  readonly parameters: Readonly<Record<string, string>>;
}

const method = z.enum(['POST', 'GET']).default('POST');
const integer = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
const nothing = z.strictObject({});
const say = z.strictObject({
  voice: z.string().optional(),
  language: z.string().optional(),
  loop: integer.default(1),
});
const pauseSchema = z.strictObject({ length: integer.default(1) });
const redirect = z.strictObject({ method });
const reject = z.strictObject({ reason: z.enum(['rejected', 'busy']).default('rejected') });
const connect = z.strictObject({ action: z.string().optional(), method });
const parameter = z.strictObject({ name: z.string().min(1), value: z.string() });
const language = z.strictObject({
  code: z.string().min(1),
  ttsProvider: z.string().optional(),
  voice: z.string().optional(),
  transcriptionProvider: z.string().optional(),
  speechModel: z.string().optional(),
});

/** Parses a TwiML document; throws what the vendor's debugger would report of anything undocumented in it. */
export function parseTwiml(xml: string): Verb[] {
  const [root, ...others] = parseXmlElements(xml);
  if (root?.name !== 'Response' || others.length > 0) {
    throw new TwimlError(12100, 'Document parse failure: the root element must be <Response>.');
  }
  return root.children.map(parseVerb);
}

function parseVerb(element: XmlElement): Verb {
  switch (element.name) {
    case 'Say':
      return { verb: 'Say', text: element.text.trim(), loop: attributes(element, say).loop };
    case 'Pause':
      return { verb: 'Pause', seconds: attributes(element, pauseSchema).length };
    case 'Redirect':
      return { verb: 'Redirect', url: element.text.trim(), ...attributes(element, redirect) };
    case 'Hangup':
      attributes(element, nothing);
      return { verb: 'Hangup' };
    case 'Reject':
      return { verb: 'Reject', ...attributes(element, reject) };
    case 'Connect':
      return parseConnect(element);
    default:
      throw new TwimlError(
        12200,
        `Schema validation: <${element.name}> is not a verb that this carrier knows.`,
      );
  }
}

function parseConnect(element: XmlElement): Connect {
  const { action, method } = attributes(element, connect);
  const [relay, ...others] = element.children;
  if (relay?.name !== 'ConversationRelay' || others.length > 0) {
    throw new TwimlError(12200, 'Schema validation: <Connect> must contain one <ConversationRelay>.');
  }
  const parameters: Record<string, string> = {};
  for (const child of relay.children) {
    if (child.name === 'Parameter') {
      const { name, value } = attributes(child, parameter);
      parameters[name] = value;
    } else if (child.name === 'Language') {
      attributes(child, language);
    } else {
      throw new TwimlError(
        12200,
        `Schema validation: <${child.name}> is not allowed in <ConversationRelay>.`,
      );
    }
  }
  return {
    verb: 'Connect',
    action,
    method,
    relay: attributes(relay, relaySettingsSchema, 64101),
    parameters,
  };
}

/** 12200 is the vendor's schema validation error, 64101 its invalid ConversationRelay parameter. */
function attributes<T>(element: XmlElement, schema: z.ZodType<T>, code = 12200): T {
  const parsed = schema.safeParse(element.attributes);
  if (parsed.success) return parsed.data;
  throw new TwimlError(code, `Invalid attributes of <${element.name}>: ${z.prettifyError(parsed.error)}`);
}
