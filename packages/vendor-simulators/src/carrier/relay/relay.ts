import { randomBytes } from 'node:crypto';
import { pause } from '../../http/pause.ts';
import type { InputKinds } from '../twiml/relay-settings.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import { agentVoice, sendInfo } from './agent-voice.ts';
import type { ApplicationFrame } from './relay-frames.ts';
import type { RelayOptions, RelayResult } from './relay-options.ts';
import { RelaySocket } from './relay-socket.ts';
import { setupFrame } from './setup-frame.ts';
import { Speech, speechMs } from './speech.ts';

/** Voices that the simulated vendor does not have: an ElevenLabs voice whose id begins so. */
const UNSUPPORTED_VOICE = /^unsupported/i;

/** A ConversationRelay session: the agent's voice and the callee's ears and mouth in one call. */
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
  readonly #socket: RelaySocket;
  readonly #over = new AbortController();
  readonly #resolve: (result: RelayResult) => void;
  #digitsSent = 0;

  constructor(options: RelayOptions) {
    const { promise, resolve } = Promise.withResolvers<RelayResult>();
    const { context, call, connect } = options;
    this.#options = options;
    this.signal = this.#over.signal;
    this.#resolve = resolve;
    this.speech = new Speech(
      context.pace,
      agentVoice(call.log, (name, value) => this.#info(name, value)),
      this.signal,
    );
    this.#socket = new RelaySocket({
      url: connect.relay.url,
      authToken: call.account.authToken,
      log: call.log,
      onOpen: () => this.#begin(),
      onFrame: (frame) => this.#obey(frame),
      onFailure: (error) => this.#finish({ status: 'failed', error }),
    });
    this.result = promise.finally(() => this.#socket.close(context.closing.aborted));
    options.signal.addEventListener('abort', () => this.#finish({ status: 'completed' }), { once: true });
    if (options.signal.aborted) this.#finish({ status: 'completed' });
  }

  /** How often the agent has begun to speak, or sent digits. */
  get answers(): number {
    return this.speech.turns + this.#digitsSent;
  }

  /** Speaks as the callee. While the agent speaks this is a barge-in, if the settings permit one. */
  async say(text: string): Promise<void> {
    const { call, connect, context } = this.#options;
    const interrupting = this.speech.isSpeaking;
    const isReported = !interrupting || covers(connect.relay.reportInputDuringAgentSpeech, 'speech');
    this.#info('clientSpeaking', 'on');
    this.#interruptBy('speech');
    call.log.add({ type: 'callee', text, interrupting });
    await pause(speechMs(text) * context.pace, this.signal);
    this.#info('clientSpeaking', 'off');
    const lang = connect.relay.transcriptionLanguage ?? connect.relay.language;
    if (isReported) this.#socket.send({ type: 'prompt', voicePrompt: text, lang, last: true });
    else this.note('Words spoken over the agent are not reported: reportInputDuringAgentSpeech is off.');
  }

  /** Presses keys as the callee. */
  press(digits: string): void {
    const { call, connect } = this.#options;
    call.log.add({ type: 'digits', by: 'callee', digits });
    for (const digit of digits) {
      const isReported =
        !this.speech.isSpeaking || covers(connect.relay.reportInputDuringAgentSpeech, 'dtmf');
      this.#interruptBy('dtmf');
      if (connect.relay.dtmfDetection && isReported) this.#socket.send({ type: 'dtmf', digit });
      else this.note(`The key ${digit} is not reported by the session's settings.`);
    }
  }

  /** Hangs up as the callee. */
  hangUp(): void {
    this.#options.call.hangUp();
  }

  note(message: string): void {
    this.#options.call.log.add({ type: 'note', message });
  }

  #begin(): void {
    if (this.signal.aborted) return;
    const { call, connect, onBegin } = this.#options;
    this.#socket.send(setupFrame(this.id, call, connect));
    const { voice } = connect.relay;
    if (voice !== undefined && UNSUPPORTED_VOICE.test(voice)) {
      const error = new TwimlError(64106, `The voice ${voice} is not supported.`);
      this.#finish({ status: 'failed', error });
      return;
    }
    const { welcomeGreeting: text, welcomeGreetingInterruptible: interruptible } = connect.relay;
    if (text) this.speech.add({ text, last: true, interruptible, preemptible: false });
    onBegin();
  }

  #obey(frame: ApplicationFrame): void {
    if (this.signal.aborted) return;
    const { call, connect } = this.#options;
    if (frame.type === 'text') {
      const { token: text, last } = frame;
      const { interruptible = connect.relay.interruptible, preemptible = connect.relay.preemptible } = frame;
      this.speech.add({ text, last, interruptible, preemptible });
    } else if (frame.type === 'end') {
      // It is not documented whether the vendor lets the agent finish, so applications must not rely on it.
      if (this.speech.isSpeaking)
        this.note('The session was ended while the agent spoke: the rest is not heard.');
      this.#finish({ status: 'ended', handoffData: frame.handoffData ?? '' });
    } else if (frame.type === 'sendDigits') {
      this.#digitsSent += 1;
      call.log.add({ type: 'digits', by: 'agent', digits: frame.digits });
      this.speech.changes.notify();
    } else {
      this.note(`The agent's ${frame.type}: ${JSON.stringify(frame)}`);
    }
  }

  #interruptBy(kind: 'speech' | 'dtmf'): void {
    if (!this.speech.isInterruptibleBy(kind)) return;
    const { utterance, durationMs } = this.speech.interrupt();
    this.#socket.send({
      type: 'interrupt',
      utteranceUntilInterrupt: utterance,
      durationUntilInterruptMs: String(durationMs),
    });
  }

  #info(name: string, value: string): void {
    sendInfo(this.#socket, this.#options.connect.relay, name, value);
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
