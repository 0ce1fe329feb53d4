import { randomBytes } from 'node:crypto';
import { sendCallback } from '../callbacks/send-callback.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext, Membership, OpenConference } from '../state/context.ts';
import type { ConferenceEvent, DialledConference } from '../twiml/dial-markup.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { Room } from './room.ts';

/** A named room that reports its events to the application. */
export class Conference implements OpenConference {
  /** CF and 32 hexadecimal digits. */
  readonly sid = `CF${randomBytes(16).toString('hex')}`;
  readonly #room: Room;
  readonly #context: CarrierContext;
  /** The settings of the first participant, which apply to the end. */
  readonly #settings: DialledConference;
  #sequence = 0;
  /** The last report: events are reported in order, whatever their call. */
  #told: Promise<void> = Promise.resolve();

  constructor(context: CarrierContext, settings: DialledConference) {
    this.#context = context;
    this.#settings = settings;
    this.#room = new Room({
      entered: (call, membership) => this.#tell('join', call, participant(call, membership)),
      started: (call) => this.#tell('start', call, {}),
      left: (call, membership) => this.#tell('leave', call, participant(call, membership)),
      closed: (call) => this.#tell('end', call, { CallSidEndingConference: call.sid }),
    });
  }

  /** Aborts when the conference is over. */
  get closed(): AbortSignal {
    return this.#room.closed;
  }

  enter(call: Call, membership: Membership, signal: AbortSignal): Promise<void> {
    return this.#room.enter({ call, pace: this.#context.pace, signal }, membership);
  }

  #tell(event: ConferenceEvent, call: Call, details: Readonly<Record<string, string>>): void {
    const { name, statusCallback: url, statusCallbackMethod: method, statusCallbackEvents } = this.#settings;
    const vendorName = `${event === 'join' || event === 'leave' ? 'participant' : 'conference'}-${event}`;
    call.log.add({ type: 'note', message: `Conference ${name} (${this.sid}): ${vendorName}.` });
    if (url === undefined || !statusCallbackEvents.includes(event)) return;
    const params = {
      ConferenceSid: this.sid,
      FriendlyName: name,
      AccountSid: call.account.sid,
      Timestamp: rfc2822(new Date()),
      SequenceNumber: String(++this.#sequence),
      StatusCallbackEvent: vendorName,
      ...details,
    };
    sendCallback(this.#context, call, { purpose: 'conference', url, method, params, after: this.#told });
    this.#told = call.sending;
  }
}

function participant(call: Call, { startsOnEnter, endsOnExit }: Membership): Record<string, string> {
  return {
    CallSid: call.sid,
    Muted: 'false',
    Hold: 'false',
    Coaching: 'false',
    StartConferenceOnEnter: String(startsOnEnter),
    EndConferenceOnExit: String(endsOnExit),
  };
}
