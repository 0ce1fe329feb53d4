import { randomBytes } from 'node:crypto';
import { sendCallback } from '../callbacks/send-callback.ts';
import { askAction } from '../calls/ask-action.ts';
import type { ProgramRun } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext, Membership, OpenConference } from '../state/context.ts';
import type { ConferenceEvent, Dial, DialledConference, DialledNumber } from '../twiml/dial-markup.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { dialNumber } from './dial-number.ts';
import { Room } from './room.ts';

/** Connects the call with another party until it is over. Reports to the action and returns its instructions. */
export async function dial(
  run: ProgramRun,
  verb: Dial,
  base: string | undefined,
): Promise<Program | undefined> {
  const { to } = verb;
  const statusCallback = to.statusCallback === undefined ? undefined : resolveUrl(to.statusCallback, base);
  const action = verb.action === undefined ? undefined : resolveUrl(verb.action, base);
  const params =
    'name' in to
      ? await dialConference(run, { ...to, statusCallback })
      : await dialNumber(run, { ...verb, to: { ...resolved(to, base), statusCallback } });
  run.context.closing.throwIfAborted();
  return action === undefined ? undefined : askAction(run, { url: action, params });
}

/** The same with absolute URLs. */
function resolved(to: DialledNumber, base: string | undefined): DialledNumber {
  const { screening, machineDetection } = to;
  const detected = machineDetection?.statusCallback;
  return {
    ...to,
    screening: screening && { ...screening, url: resolveUrl(screening.url, base) },
    machineDetection: machineDetection && {
      ...machineDetection,
      statusCallback: detected === undefined ? undefined : resolveUrl(detected, base),
    },
  };
}

/** Keeps the call in its account's conference of this name until it is over. Returns the action's parameters. */
async function dialConference(run: ProgramRun, settings: DialledConference): Promise<Record<string, string>> {
  const { context, call, signal } = run;
  const key = `${call.account.sid}/${settings.name}`;
  const conference = context.conferences.get(key) ?? open(context, key, settings);
  await conference.enter(call, settings, signal);
  // The vendor reports no call and no duration after a conference.
  return { DialCallStatus: 'answered' };
}

function open(context: CarrierContext, key: string, settings: DialledConference): Conference {
  const conference = new Conference(context, settings);
  context.conferences.set(key, conference);
  conference.closed.addEventListener('abort', () => context.conferences.delete(key), { once: true });
  return conference;
}

/** A named room that reports its events to the application. */
class Conference implements OpenConference {
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
    const { name, statusCallback: url, statusCallbackEvents } = this.#settings;
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
    sendCallback(this.#context, call, { purpose: 'conference', url, params, after: this.#told });
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
