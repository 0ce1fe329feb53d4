import { randomBytes } from 'node:crypto';
import { pause } from '../../http/pause.ts';
import type { Drop, SpeechSide, Utterance } from '../callees/callee-config.ts';
import type { Call } from '../calls/call.ts';
import type { CarrierContext } from '../context.ts';
import type { Connect } from '../twiml/markup.ts';
import type { InputKinds } from '../twiml/relay-settings.ts';
import { TwimlError } from '../twiml/xml.ts';
import { RelayConnection } from './relay-connection.ts';
import type { ApplicationFrame } from './relay-socket.ts';
import { PROVIDER_FAILURES, SessionSettings, type SettingsFrame } from './session-settings.ts';
import { setupFrame } from './setup-frame.ts';
import { Speech } from './speech.ts';
import { isIgnored, speak } from './transcription.ts';

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

/** The events of the TwiML's `events` by the name of their `info` frame; all others are `speaker-events`. */
const EVENTS: Readonly<Record<string, 'tokens-played' | 'config-updated'>> = {
  tokensPlayed: 'tokens-played',
  configUpdated: 'config-updated',
};

const CUT_OFF = 'The turn was ended in a pause of the callee.';
/** Milliseconds between two keys that a person presses: a tone and the pause after it (ITU-T Q.24). */
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
  readonly #settings: SessionSettings;
  /** How many recognition providers this session has had. */
  #recognizers = 1;
  #digitsSent = 0;
  /** When the callee ended the words that await an answer. */
  #fellSilentAt: number | undefined;

  constructor(options: RelayOptions) {
    const { promise, resolve } = Promise.withResolvers<RelayResult>();
    const { context, call, connect } = options;
    this.#options = options;
    this.#settings = new SessionSettings(connect);
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
      setup: setupFrame(this.id, call, connect.parameters),
      reconnects: connect.relay.applicationReconnect,
      pace: context.pace,
      faults: call.faults,
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
    const { call, context } = this.#options;
    const { present: settings, languages } = this.#settings;
    const recognizers = this.#recognizers;
    const text = utterance.words;
    const interrupting = this.speech.isSpeaking;
    const tell = () => call.log.add({ type: 'callee', text, interrupting });
    if (interrupting && isIgnored(settings, text)) {
      tell();
      this.note('A backchannel is not reported: ignoreBackchannel is on.');
      return;
    }
    const isReported = !interrupting || covers(settings.reportInputDuringAgentSpeech, 'speech');
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
          if (recognizers === this.#recognizers)
            this.#connection.send({ type: 'prompt', ...languages.heard(words, utterance.lang), last });
          else if (last) this.note('Words are missed: the recognition provider changed meanwhile.');
        },
        cutOff: () => this.note(CUT_OFF),
      },
      {
        settings,
        pace: context.pace,
        endPointingMs: call.callee.end_pointing_ms,
        signal: this.signal,
      },
    );
  }

  /** Presses keys as the callee, one after the other. */
  async press(digits: string): Promise<void> {
    const { call, context } = this.#options;
    const { present: settings } = this.#settings;
    call.log.add({ type: 'digits', by: 'callee', digits });
    for (const [index, digit] of [...digits].entries()) {
      if (index > 0) await pause(Math.max(KEY_MS * context.pace, TONE_MS), this.signal);
      const isReported = !this.speech.isSpeaking || covers(settings.reportInputDuringAgentSpeech, 'dtmf');
      this.#interruptBy('dtmf');
      if (settings.dtmfDetection && isReported) this.#connection.send({ type: 'dtmf', digit });
      else this.note(`The key ${digit} is not reported by the session's settings.`);
    }
    this.#fellSilentAt = Date.now();
  }

  drop(drop: Drop): boolean {
    return this.#connection.drop(drop);
  }

  fail(side: SpeechSide): void {
    if (this.signal.aborted) return;
    const { failedOver } = this.#options.call;
    const changed = failedOver.has(side) ? undefined : this.#settings.failOver(side);
    if (changed) {
      failedOver.add(side);
      if (side === 'stt') this.#recognizers += 1;
      this.note(`${PROVIDER_FAILURES[side].message} Its backup goes on.`);
      this.#recordChange(changed);
    } else this.#finish({ status: 'failed', error: PROVIDER_FAILURES[side] });
  }

  /** The agent's present words come back as an echo. Returns whether they are reported. */
  async echo(): Promise<boolean> {
    const words = this.speech.isSpeaking ? this.speech.spoken.trim() : '';
    const isFiltered = this.#settings.present.echoPromptFiltering;
    this.note(`The agent's words come back as an echo${isFiltered ? ', which is filtered' : ''}.`);
    if (isFiltered || words === '') return false;
    await this.say({ parts: [words], words });
    return true;
  }

  note(message: string): void {
    this.#options.call.log.add({ type: 'note', message });
  }

  #begin(): void {
    if (this.signal.aborted) return;
    const { connect, onBegin } = this.#options;
    this.#checkSettings();
    if (this.signal.aborted) return;
    const { welcomeGreeting: text, welcomeGreetingInterruptible: interruptible } = connect.relay;
    if (text) this.speech.add({ text, last: true, interruptible });
    onBegin();
  }

  #obey(frame: ApplicationFrame): void {
    if (this.signal.aborted) return;
    const { call } = this.#options;
    if (frame.type === 'text') {
      const { token: text, last } = frame;
      const { interruptible = this.#settings.present.interruptible } = frame;
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
      this.#changeSettings(frame);
    }
  }

  #changeSettings(frame: SettingsFrame): void {
    const changed = this.#settings.change(frame);
    if (typeof changed === 'string') {
      this.note(changed);
      this.#connection.send({ type: 'error', description: changed });
    } else this.#recordChange(changed);
  }

  /** Records a change of the settings, and reports it if the application requested that. */
  #recordChange(settings: Readonly<Record<string, unknown>>): void {
    this.#options.call.log.add({ type: 'settings', settings });
    this.#info('configUpdated', settings);
    this.#checkSettings();
  }

  #checkSettings(): void {
    const { fault } = this.#settings;
    if (fault !== undefined) this.#finish({ status: 'failed', error: new TwimlError(64106, fault) });
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
  #info(name: string, value: unknown): void {
    const event = EVENTS[name] ?? 'speaker-events';
    if (this.#settings.present.events.includes(event)) this.#connection.send({ type: 'info', name, value });
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
