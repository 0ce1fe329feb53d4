import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { Language } from '../../../vendors/model/languages.ts';
import { LANGUAGE_TAGS } from '../../../vendors/model/languages.ts';
import type { StoredCall } from '../../model/call.ts';
import type { Conference } from '../../model/conference.ts';

export const redirectMarkup = (url: string): string =>
  markup((response) => response.redirect({ method: 'POST' }, url));

export const hangUpMarkup = (): string => markup((response) => response.hangup());

export const farewellMarkup = (text: string, language?: Language): string =>
  markup((response) => {
    say(response, text, language);
    response.hangup();
  });

/** Empty TwiML: as the last instruction, it makes the vendor hang up. */
export const emptyMarkup = (): string => markup(() => {});

/** The package's types lack some of the vendor's languages, so the element is created by name. */
const say = (parent: Pick<VoiceResponse, 'addChild'>, text: string, language?: Language) =>
  parent.addChild('Say', language ? { language: LANGUAGE_TAGS[language] } : {}).addText(xmlSafe(text));

export function conferenceMarkup(
  { name, isHeld }: Conference,
  urls: { readonly ended: string; readonly status: string },
): string {
  const response = new VoiceResponse();
  response.dial({ action: urls.ended, method: 'POST' }).conference(
    {
      ...forBoth(urls.status),
      startConferenceOnEnter: false,
      // The vendor plays music unless the URL is empty.
      ...(!isHeld && { waitUrl: '' }),
    },
    name,
  );
  return textOf(response);
}

export function participantMarkup({ name }: Conference, statusUrl: string): string {
  const settings = { ...forBoth(statusUrl), startConferenceOnEnter: true, waitUrl: '' };
  return markup((response) => response.dial().conference(settings, name));
}

/** The vendor reports the start by the attributes of whoever enters first, and a participant may enter before the callee. */
const forBoth = (statusUrl: string): VoiceResponse.ConferenceAttributes => ({
  endConferenceOnExit: true,
  beep: 'false',
  statusCallback: statusUrl,
  statusCallbackMethod: 'POST',
  statusCallbackEvent: ['start'],
});

/** The agent's number in a call. The vendor does not permit the number of the caller or callee as caller ID. */
export const ownNumber = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? from_number : to_number;

/** The number that a transfer calls, and how. */
interface Dialed {
  readonly to: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  readonly ended: string;
  readonly status: string;
  /** URL of the whisper, heard before the call is accepted. @default the person is connected at once */
  readonly whisper?: string;
}

/** TwiML that connects a call to another number; the callee hears it ring, even during the whisper. */
export function transferMarkup(
  call: StoredCall,
  { to, ringSeconds, maxSeconds, ended, status, whisper }: Dialed,
): string {
  const response = new VoiceResponse();
  const dial = response.dial({
    callerId: ownNumber(call),
    timeout: ringSeconds,
    timeLimit: maxSeconds,
    action: ended,
    method: 'POST',
    answerOnBridge: true,
  });
  dial.number(
    {
      statusCallback: status,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      ...(whisper !== undefined && {
        url: whisper,
        method: 'POST',
        machineDetection: 'Enable',
        amdStatusCallback: status,
        amdStatusCallbackMethod: 'POST',
      }),
    },
    to,
  );
  return textOf(response);
}

/** TwiML that speaks the whisper, then waits for a key. The vendor continues even if none is pressed. */
export function whisperMarkup(
  {
    words,
    question,
    language,
    keySeconds,
  }: { words: string; question: string; language: Language; keySeconds: number },
  keyUrl: string,
): string {
  const response = new VoiceResponse();
  const gather = response.gather({
    input: ['dtmf'],
    numDigits: 1,
    finishOnKey: '',
    timeout: keySeconds,
    action: keyUrl,
    method: 'POST',
    actionOnEmptyResult: true,
  });
  say(gather, `${words} ${question}`, language);
  gather.pause({ length: 2 });
  say(gather, question, language);
  response.hangup();
  return textOf(response);
}

function markup(fill: (response: VoiceResponse) => unknown): string {
  const response = new VoiceResponse();
  fill(response);
  return textOf(response);
}

/** Serializes markup. The package accepts characters in attributes that XML forbids. */
export const textOf = (response: VoiceResponse): string => xmlSafe(response.toString());

/** Removes characters that XML forbids: control characters, unpaired surrogates, and the two non-characters. */
export function xmlSafe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
