import { z } from 'zod';
import {
  type CallRequest,
  callbackEvents,
  type RecordingRequest,
  recordingEvents,
} from '../calls/call-request.ts';
import { boolean, providers, type RelaySettings, relaySettingsSchema, words } from './relay-settings.ts';
import { parseXmlElements, TwimlError, type XmlElement } from './xml.ts';

/** A verb that is heard, also inside another verb. */
export type SpokenVerb =
  | { readonly verb: 'Say'; readonly text: string }
  | { readonly verb: 'Pause'; readonly seconds: number };

/** A wait for keys while the other party hears something: https://www.twilio.com/docs/voice/twiml/gather */
export interface Gather extends z.infer<typeof gather> {
  readonly verb: 'Gather';
  readonly heard: readonly SpokenVerb[];
}

/** A recording of an inbound call from this verb on. */
interface StartRecording extends RecordingRequest {
  readonly verb: 'Start';
}

export interface Connect {
  readonly verb: 'Connect';
  readonly action: string;
  readonly relay: RelaySettings;
  readonly parameters: Readonly<Record<string, string>>;
  readonly languages: readonly string[];
  /** The backup providers by language. @default a failing provider ends the session */
  readonly failover: readonly z.infer<typeof language>[] | undefined;
}

export interface DialedNumber
  extends Pick<CallRequest, 'machineDetection' | 'statusCallback' | 'statusCallbackEvents'> {
  readonly phoneNumber: string;
  /** The URL of instructions for the person who picks up, before the two are connected. */
  readonly screening: string | undefined;
}

export type DialedConference = z.infer<typeof conference> & { readonly name: string };

/** A connection of the call with another party. */
export interface Dial extends z.infer<typeof dial> {
  readonly verb: 'Dial';
  readonly to: DialedNumber | DialedConference;
}

export type Verb =
  | SpokenVerb
  | { readonly verb: 'Redirect'; readonly url: string }
  | { readonly verb: 'Hangup' }
  | Connect
  | Dial
  | Gather
  | StartRecording;

/** The simulated vendor posts every callback. */
const method = z.literal('POST').optional();
const integer = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const nothing = z.strictObject({});
const gather = z.strictObject({
  input: z.literal('dtmf'),
  action: z.url(),
  method,
  /** The number of keys that ends the wait. */
  numDigits: integer,
  // No key ends the wait before that.
  finishOnKey: z.literal(''),
  /** Seconds without a key that end the wait, after the nested verbs have ended. */
  timeout: integer.default(5),
  // The action is requested even if no key was pressed.
  actionOnEmptyResult: z.literal('true'),
});
const recording = z.strictObject({
  channels: z.literal('mono'),
  recordingStatusCallback: z.url(),
  recordingStatusCallbackMethod: method,
  recordingStatusCallbackEvent: words(recordingEvents).default(['completed']),
});
const language = z.strictObject({ code: z.string().min(1), ...providers });
const dial = z.strictObject({
  action: z.url().optional(),
  method,
  callerId: z.string().optional(),
  /** Seconds of ringing, and of the connection. */
  timeout: integer.default(30),
  timeLimit: integer.default(14_400),
  /** An inbound call rings on until the dialed party answers. */
  answerOnBridge: boolean.default(false),
});
const number = z.strictObject({
  url: z.url().optional(),
  method,
  machineDetection: z.enum(['Enable', 'DetectMessageEnd']).optional(),
  amdStatusCallback: z.url().optional(),
  amdStatusCallbackMethod: method,
  statusCallback: z.url().optional(),
  statusCallbackMethod: method,
  statusCallbackEvent: words(callbackEvents).default([]),
});
const conference = z.strictObject({
  startConferenceOnEnter: boolean.default(true),
  endConferenceOnExit: boolean.default(false),
  statusCallback: z.url().optional(),
  statusCallbackMethod: method,
  // The simulated vendor reports the start only.
  statusCallbackEvent: z.literal('start').optional(),
  // Audible only.
  beep: z.string().optional(),
  waitUrl: z.string().optional(),
});

/** Parses a TwiML document. Throws the error of the vendor's debugger for anything that this carrier does not know. */
export function parseTwiml(xml: string): Verb[] {
  const [root, ...others] = parseXmlElements(xml);
  if (root?.name !== 'Response' || others.length > 0) {
    throw new TwimlError(12100, 'Document parse failure: the root element must be <Response>.');
  }
  return root.children.map(parseVerb);
}

function parseVerb(element: XmlElement): Verb {
  switch (element.name) {
    case 'Redirect':
      attributes(element, z.strictObject({ method }));
      return { verb: 'Redirect', url: element.text.trim() };
    case 'Hangup':
      attributes(element, nothing);
      return { verb: 'Hangup' };
    case 'Connect':
      return parseConnect(element);
    case 'Start':
      return parseStart(element);
    case 'Dial':
      return { verb: 'Dial', ...attributes(element, dial), to: parseParty(element) };
    case 'Gather':
      return {
        verb: 'Gather',
        ...attributes(element, gather),
        heard: element.children.map(parseSpoken),
      };
    default:
      return parseSpoken(element);
  }
}

function parseSpoken(element: XmlElement): SpokenVerb {
  switch (element.name) {
    case 'Say':
      attributes(element, z.strictObject({ language: z.string().optional() }));
      return { verb: 'Say', text: element.text.trim() };
    case 'Pause':
      return {
        verb: 'Pause',
        seconds: attributes(element, z.strictObject({ length: integer.default(1) })).length,
      };
    default:
      throw new TwimlError(12200, `Schema validation: <${element.name}> is not known here.`);
  }
}

function parseStart(element: XmlElement): StartRecording {
  const settings = attributes(onlyChild(element, ['Recording']), recording);
  const { recordingStatusCallback: statusCallback, recordingStatusCallbackEvent } = settings;
  return { verb: 'Start', statusCallback, statusCallbackEvents: recordingStatusCallbackEvent };
}

/** Parses `<Connect>`; supports only `<ConversationRelay>`. */
function parseConnect(element: XmlElement): Connect {
  const { action } = attributes(element, z.strictObject({ action: z.url(), method }));
  const relay = onlyChild(element, ['ConversationRelay']);
  const parameters: Record<string, string> = {};
  const languages: string[] = [];
  let failover: Connect['failover'];
  for (const child of relay.children) {
    if (child.name === 'Parameter') {
      const { name, value } = attributes(child, z.strictObject({ name: z.string(), value: z.string() }));
      parameters[name] = value;
    } else if (child.name === 'Language') languages.push(attributes(child, language).code);
    else if (child.name === 'Failover' && !failover) failover = parseFailover(child);
    else throw new TwimlError(12200, `Schema validation: <${child.name}> is not allowed in a relay.`);
  }
  // The vendor's error for an invalid parameter of a ConversationRelay.
  return {
    verb: 'Connect',
    action,
    relay: attributes(relay, relaySettingsSchema, 64101),
    parameters,
    languages,
    failover,
  };
}

/** That it has `<Language>`s is assumed: https://www.twilio.com/docs/voice/conversationrelay/provider-failover */
function parseFailover(element: XmlElement): NonNullable<Connect['failover']> {
  attributes(element, nothing);
  return element.children.map((child) => {
    if (child.name === 'Language') return attributes(child, language);
    throw new TwimlError(12200, `Schema validation: <${child.name}> is not allowed in <Failover>.`);
  });
}

function parseParty(element: XmlElement): DialedNumber | DialedConference {
  const party = onlyChild(element, ['Number', 'Conference']);
  const text = party.text.trim();
  if (party.name === 'Conference') return { name: text, ...attributes(party, conference) };
  const { statusCallback, statusCallbackEvent, url, ...detection } = attributes(party, number);
  const { machineDetection: mode, amdStatusCallback } = detection;
  return {
    phoneNumber: text,
    screening: url,
    machineDetection: mode && { mode, statusCallback: amdStatusCallback },
    statusCallback,
    statusCallbackEvents: statusCallbackEvent,
  };
}

/** Parses the attributes of an element. Throws, by default with the vendor's schema validation error. */
function attributes<T>(element: XmlElement, schema: z.ZodType<T>, code = 12200): T {
  const parsed = schema.safeParse(element.attributes);
  if (parsed.success) return parsed.data;
  throw new TwimlError(code, `Invalid attributes of <${element.name}>: ${z.prettifyError(parsed.error)}`);
}

/** The only element inside another. Throws the vendor's schema validation error if there is none or more. */
function onlyChild(element: XmlElement, names: readonly string[]): XmlElement {
  const [child, ...others] = element.children;
  if (child && others.length === 0 && names.includes(child.name)) return child;
  const expected = names.map((name) => `<${name}>`).join(' or ');
  throw new TwimlError(12200, `Schema validation: <${element.name}> must contain one ${expected}.`);
}
