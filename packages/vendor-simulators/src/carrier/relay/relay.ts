import { randomBytes } from 'node:crypto';
import { pause } from '../../http/pause.ts';
import type { Drop, Utterance } from '../callees/callee-config.ts';
import type { Call } from '../calls/call.ts';
import type { CarrierContext } from '../context.ts';
import type { Connect } from '../twiml/markup.ts';
import type { InputKinds } from '../twiml/relay-settings.ts';
import { TwimlError } from '../twiml/xml.ts';
import { RelayConnection } from './relay-connection.ts';
import type { ApplicationFrame } from './relay-socket.ts';
import { Speech } from './speech.ts';
import { isIgnored, RelayLanguages, speak } from './transcription.ts';

/** How a conversation ended: by the caller, by the application's `end`, or by a fault. */
interface RelayResult {
  readonly status: 'completed' | 'ended' | 'failed';
  readonly handoffData?: string;
  readonly error?: TwimlError;
}

interface RelayOptions {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly connect: Connect;
  /** Aborts when the call is over or redirected. */
  readonly signal: AbortSignal;
  /** Called when the conversation begins; then the callee starts to act. */
  readonly onBegin: () => void;
}

/** Voices that the simulated vendor does not have: ElevenLabs voices with this prefix of their id. */
const UNSUPPORTED_VOICE = /^unsupported/i;

const CUT_OFF = 'The turn was ended in a pause of the callee.';
/**
 * Milliseconds between two keys that a person presses, in real time at any pace: a tone and the pause after it (ITU-T
 * Q.24).
 */
const KEY_MS = 300;
const TONE_MS = 80;

/** A ConversationRelay session: the agent's speech and the callee's hearing and speech in one call. */
export class RelaySession {
  /** VX and 32 hexadecimal digits. */
  readonly id = `VX${randomBytes(16).toString('hex')}`;
  readonly startedAt = Date.now();
  readonly speech: Speech;
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
  /** Resolves when the session is over and its socket closed. */
  readonly result: Promise<RelayResult>;
  readonly #options: RelayOptions;
  readonly #connection: RelayConnection;
  readonly #over = new AbortController();
  readonly #resolve: (result: RelayResult) => void;
  readonly #languages: RelayLanguages;
  #digitsSent = 0;
  /** When the callee ended the words that await an answer. */
  #fellSilentAt: number | undefined;

  constructor(options: RelayOptions) {
    const { promise, resolve } = Promise.withResolvers<RelayResult>();
    const { context, call, connect } = options;
    this.#options = options;
    this.#languages = new RelayLanguages(connect);
    this.signal = this.#over.signal;
    this.#resolve = resolve;
    let silence_ms: number | undefined;
    this.speech = new Speech({
      pace: context.pace,
      signal: this.signal,
      turnStarted: () => {
        silence_ms = this.#fellSilentAt === undefined ? undefined : Date.now() - this.#fellSilentAt;
        this.#fellSilentAt = undefined;
        this.#info('agentSpeaking', 'on');
      },
      wordSpoken: (text) => call.log.add({ type: 'agent', text, source: 'relay' }),
      piecePlayed: (text) => this.#info('tokensPlayed', text),
      turnEnded: (text, interrupted) => {
        call.log.add({ type: 'agent_turn', text, interrupted, silence_ms });
        this.#info('agentSpeaking', 'off');
      },
    });
    this.#connection = new RelayConnection({
      url: connect.relay.url,
      setup: this.#setup(),
      reconnects: connect.relay.applicationReconnect,
      pace: context.pace,
      signal: this.signal,
      authToken: call.account.authToken,
      log: call.log,
      onOpen: () => this.#begin(),
      onFrame: (frame) => this.#obey(frame),
      onFailure: (error) => this.#finish({ status: 'failed', error }),
    });
    this.result = promise.finally(() => this.#connection.close(context.closing.aborted));
    options.signal.addEventListener('abort', () => this.#finish({ status: 'completed' }), { once: true });
    if (options.signal.aborted) this.#finish({ status: 'completed' });
  }

  /** The number of times that the agent has begun to speak, or sent digits. */
  get answers(): number {
    return this.speech.turns + this.#digitsSent;
  }

  /** Speaks as the callee. While the agent speaks this is a barge-in, if the settings permit one. */
  async say(utterance: Utterance): Promise<void> {
    const { call, connect, context } = this.#options;
    const text = utterance.words;
    const interrupting = this.speech.isSpeaking;
    const tell = () => call.log.add({ type: 'callee', text, interrupting });
    if (interrupting && isIgnored(connect.relay, text)) {
      tell();
      this.note('A backchannel is not reported: ignoreBackchannel is on.');
      return;
    }
    const isReported = !interrupting || covers(connect.relay.reportInputDuringAgentSpeech, 'speech');
    if (!isReported)
      this.note('Words spoken over the agent are not reported: reportInputDuringAgentSpeech is off.');
    let isTold = false;
    await speak(
      utterance,
      {
        started: () => {
          this.#info('clientSpeaking', 'on');
          this.#interruptBy('speech');
          if (!isTold) tell();
          isTold = true;
        },
        stopped: () => {
          this.#fellSilentAt = Date.now();
          this.#info('clientSpeaking', 'off');
        },
        heard: (words, last) => {
          if (!isReported) return;
          this.#connection.send({ type: 'prompt', ...this.#languages.heard(words, utterance.lang), last });
        },
        cutOff: () => this.note(CUT_OFF),
      },
      {
        settings: connect.relay,
        pace: context.pace,
        endPointingMs: call.callee.end_pointing_ms,
        signal: this.signal,
      },
    );
  }

  /** Presses keys as the callee, one after the other. */
  async press(digits: string): Promise<void> {
    const { call, connect, context } = this.#options;
    call.log.add({ type: 'digits', by: 'callee', digits });
    for (const [index, digit] of [...digits].entries()) {
      if (index > 0) await pause(Math.max(KEY_MS * context.pace, TONE_MS), this.signal);
      const isReported =
        !this.speech.isSpeaking || covers(connect.relay.reportInputDuringAgentSpeech, 'dtmf');
      this.#interruptBy('dtmf');
      if (connect.relay.dtmfDetection && isReported) this.#connection.send({ type: 'dtmf', digit });
      else this.note(`The key ${digit} is not reported by the session's settings.`);
    }
    this.#fellSilentAt = Date.now();
  }

  drop(drop: Drop): boolean {
    return this.#connection.drop(drop);
  }

  note(message: string): void {
    this.#options.call.log.add({ type: 'note', message });
  }

  #setup() {
    const { call, connect } = this.#options;
    return {
      type: 'setup',
      sessionId: this.id,
      callSid: call.sid,
      parentCallSid: call.parent?.sid ?? '',
      from: call.request.from,
      to: call.request.to,
      forwardedFrom: '',
      callerName: '',
      direction: call.direction,
      callType: 'PSTN',
      callStatus: 'IN-PROGRESS',
      accountSid: call.account.sid,
      customParameters: connect.parameters,
    };
  }

  #begin(): void {
    if (this.signal.aborted) return;
    const { connect, onBegin } = this.#options;
    const { voice } = connect.relay;
    if (voice && UNSUPPORTED_VOICE.test(voice)) this.#refuse(`The voice ${voice} is not supported.`);
    this.#checkTranscription();
    if (this.signal.aborted) return;
    const { welcomeGreeting: text, welcomeGreetingInterruptible: interruptible } = connect.relay;
    if (text) this.speech.add({ text, last: true, interruptible });
    onBegin();
  }

  #obey(frame: ApplicationFrame): void {
    if (this.signal.aborted) return;
    const { call, connect } = this.#options;
    if (frame.type === 'text') {
      const { token: text, last } = frame;
      const { interruptible = connect.relay.interruptible } = frame;
      this.speech.add({ text, last, interruptible });
    } else if (frame.type === 'end') {
      // The vendor doesn't document whether it lets the agent finish, so applications must not rely on it.
      if (this.speech.isSpeaking)
        this.note('The session was ended while the agent spoke: the rest is not heard.');
      this.#finish({ status: 'ended', handoffData: frame.handoffData ?? '' });
    } else if (frame.type === 'sendDigits') {
      this.#digitsSent += 1;
      call.log.add({ type: 'digits', by: 'agent', digits: frame.digits });
      // Sent digits are reported like played words.
      this.#info('tokensPlayed', frame.digits);
      this.speech.changes.notify();
    } else {
      const fault = this.#languages.change(frame);
      this.note(fault ?? `The agent goes on in ${this.#languages.spoken}.`);
      if (fault !== undefined) this.#connection.send({ type: 'error', description: fault });
      this.#checkTranscription();
    }
  }

  #checkTranscription(): void {
    const fault = this.#languages.faultOf(this.#options.connect.relay.speechModel);
    if (fault !== undefined) this.#refuse(fault);
  }

  #refuse(fault: string): void {
    this.#finish({ status: 'failed', error: new TwimlError(64106, fault) });
  }

  #interruptBy(kind: 'speech' | 'dtmf'): void {
    if (!this.speech.isInterruptibleBy(kind)) return;
    const { utterance, durationMs } = this.speech.interrupt();
    this.#connection.send({
      type: 'interrupt',
      utteranceUntilInterrupt: utterance,
      durationUntilInterruptMs: String(durationMs),
    });
  }

  /** Sends an `info` frame if the application requested that kind of event. */
  #info(name: string, value: string): void {
    const { connect } = this.#options;
    const event = name === 'tokensPlayed' ? 'tokens-played' : 'speaker-events';
    if (connect.relay.events.includes(event)) this.#connection.send({ type: 'info', name, value });
  }

  #finish(result: RelayResult): void {
    if (this.signal.aborted) return;
    if (this.speech.isSpeaking) this.speech.interrupt();
    this.#over.abort();
    this.#resolve(result);
  }
}

function covers(kinds: InputKinds, kind: 'speech' | 'dtmf'): boolean {
  return kinds === 'any' || kinds === kind;
}
