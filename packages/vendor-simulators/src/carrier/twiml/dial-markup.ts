import { z } from 'zod';
import { type CallbackEvent, callbackEvents } from '../requests/call-request.ts';
import type { MachineDetection } from '../requests/machine-detection-request.ts';
import { attributes, boolean, integer, method, onlyChild, words } from './twiml-attributes.ts';
import type { XmlElement } from './xml-elements.ts';

/** The events of a conference that an application can subscribe to. */
const conferenceEvents = ['start', 'end', 'join', 'leave'] as const;
/** Events that never happen here. */
const unheardEvents = ['mute', 'hold', 'modify', 'speaker', 'announcement'] as const;
export type ConferenceEvent = (typeof conferenceEvents)[number];

export interface DialledNumber {
  readonly phoneNumber: string;
  /** The instructions for the person who picks up, before the two are connected. */
  readonly screening: { readonly url: string } | undefined;
  readonly machineDetection: MachineDetection | undefined;
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly CallbackEvent[];
}

export interface DialledConference {
  readonly name: string;
  readonly startsOnEnter: boolean;
  readonly endsOnExit: boolean;
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly string[];
}

/** A connection of the call with another party. */
export interface Dial {
  readonly verb: 'Dial';
  readonly action: string | undefined;
  readonly callerId: string | undefined;
  readonly timeoutSeconds: number;
  readonly timeLimitSeconds: number;
  /** An inbound call rings on until the dialled party answers. */
  readonly answerOnBridge: boolean;
  readonly to: DialledNumber | DialledConference;
}

const dial = z.strictObject({
  action: z.string().optional(),
  method,
  callerId: z.string().optional(),
  timeout: integer.default(30),
  timeLimit: integer.default(14_400),
  answerOnBridge: boolean.default(false),
});
const number = z.strictObject({
  url: z.string().optional(),
  method,
  machineDetection: z.enum(['Enable', 'DetectMessageEnd']).optional(),
  amdStatusCallback: z.string().optional(),
  amdStatusCallbackMethod: method,
  statusCallback: z.string().optional(),
  statusCallbackMethod: method,
  statusCallbackEvent: words(callbackEvents).default([]),
});
const conference = z.strictObject({
  startConferenceOnEnter: boolean.default(true),
  endConferenceOnExit: boolean.default(false),
  statusCallback: z.string().optional(),
  statusCallbackMethod: method,
  statusCallbackEvent: words([...conferenceEvents, ...unheardEvents]).default([]),
  // Audible only.
  beep: z.string().optional(),
  muted: boolean.optional(),
  waitUrl: z.string().optional(),
});

/** Parses `<Dial>` with a number (as text, or one `<Number>`) or one `<Conference>`. */
export function parseDial(element: XmlElement): Dial {
  const { timeout, timeLimit, method: _, action, callerId, ...rest } = attributes(element, dial);
  return {
    verb: 'Dial',
    ...rest,
    action,
    callerId,
    timeoutSeconds: timeout,
    timeLimitSeconds: timeLimit,
    to: parseParty(element),
  };
}

function parseParty(element: XmlElement): DialledNumber | DialledConference {
  if (element.children.length === 0) return parseNumber({ ...element, attributes: {} });
  const party = onlyChild(element, ['Number', 'Conference']);
  return party.name === 'Number' ? parseNumber(party) : parseConference(party);
}

function parseNumber(element: XmlElement): DialledNumber {
  const settings = attributes(element, number);
  const { statusCallback, statusCallbackEvent, url, machineDetection: mode } = settings;
  return {
    // People write numbers with spaces, dashes and parentheses.
    phoneNumber: element.text.replaceAll(/[\s().-]/g, ''),
    screening: url === undefined ? undefined : { url },
    // A dialled number is always heard while detection listens.
    machineDetection: mode && {
      mode,
      isAsync: true,
      statusCallback: settings.amdStatusCallback,
    },
    statusCallback,
    statusCallbackEvents: statusCallbackEvent,
  };
}

function parseConference(element: XmlElement): DialledConference {
  const settings = attributes(element, conference);
  return {
    name: element.text.trim(),
    startsOnEnter: settings.startConferenceOnEnter,
    endsOnExit: settings.endConferenceOnExit,
    statusCallback: settings.statusCallback,
    statusCallbackEvents: settings.statusCallbackEvent,
  };
}
