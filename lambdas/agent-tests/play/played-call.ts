import type { AskService } from '../../actions/model/external-service.ts';
import { type SilenceCheck, silenceCheckOf } from '../../conversation/look-after-silence.ts';
import type { ToolOutcome } from '../../conversation/model/actions/tools.ts';
import { entryDueAt } from '../../conversation/model/keys/keypad.ts';
import { spokenBy } from '../../conversation/model/playback.ts';
import type { Session } from '../../conversation/model/session.ts';
import { dueAction } from '../../conversation/model/steps/session-steps.ts';
import type { FrameContext } from '../../conversation/ports.ts';
import type { ConversationStore } from '../../conversation/store/conversation-store.ts';
import { type ConversationEvent, take } from '../../conversation/take.ts';
import { CHARACTER_MS } from '../model/turns/played-turn.ts';
import type { TestClock } from './clock.ts';
import { TestLine } from './line.ts';

/** Milliseconds after the agent's words until the contact speaks, and between two keys. */
const REACTION_MS = 1_000;
const KEY_MS = 300;

/** Receives of a message after which its queue gives up. */
const MAX_RECEIVES = 10;

/** Checks for pending keys. Their timeout is counted in whole seconds. */
const MAX_KEY_CHECKS = 5;

interface CallOptions extends Pick<FrameContext, 'models' | 'knowledge'> {
  readonly store: ConversationStore;
  readonly clock: TestClock;
  readonly askService: AskService;
  readonly onTool: (outcome: ToolOutcome) => void;
}

interface Speech {
  /** Milliseconds from the last partial words to the final ones, or never. Reports partial words as they are spoken. */
  readonly finalAfter?: number | 'never' | undefined;
  readonly isCut?: boolean;
}

/** A conversation in which a test plays the vendor and the contact. Queues are timers of its clock. */
export class PlayedCall {
  readonly line: TestLine;
  readonly #options: CallOptions;
  /** Work that timers started. */
  readonly #tasks = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #frames = 0;
  #contactMs: number | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
    this.line = new TestLine(options.clock, (text) => this.#begin(() => this.#spoken(text)));
  }

  begin(session: Session): void {
    const greeting = session.answer?.text ?? '';
    if (greeting !== '') this.line.speak(greeting);
    this.#watchSilence(session, spokenBy(greeting, this.#options.clock.now()));
    if (dueAction(session) !== undefined) this.#begin(() => this.#receive({ type: 'steps_due' }));
  }

  /** When the contact last spoke or pressed a key since this was last taken. */
  takeContactMs(): number | undefined {
    const taken = this.#contactMs;
    this.#contactMs = undefined;
    return taken;
  }

  /** `isCut`: the next turn begins before all work on these words has finished. */
  async says(words: string, { finalAfter, isCut = false }: Speech = {}): Promise<void> {
    const { clock } = this.#options;
    if (finalAfter !== undefined) await this.#speaksWordByWord(words);
    if (finalAfter === 'never') return;
    if (finalAfter !== undefined) await clock.pass(finalAfter);
    this.#contactMs = clock.now().getTime();
    const receive = () => this.#receive({ type: 'prompt', voicePrompt: words, last: true });
    await (isCut ? this.#begin(receive) : this.#do(receive));
  }

  /** The vendor reports words that are not final, without their last punctuation, if the agent wants them. */
  async #speaksWordByWord(words: string): Promise<void> {
    const { clock, store } = this.#options;
    const session = await store.getSession();
    const parts = words.match(/\s*\S+/g) ?? [];
    for (const [index, part] of parts.entries()) {
      await clock.pass(part.length * CHARACTER_MS);
      const voicePrompt = parts
        .slice(0, index + 1)
        .join('')
        .replace(/[.,!?]+$/, '');
      if (session?.settings.turn_taking?.ask_ahead)
        this.#begin(() => this.#receive({ type: 'prompt', voicePrompt, last: false }));
    }
  }

  /** The contact begins to speak, and an agent that speaks stops. Returns the part of its words that was heard. */
  async bargesIn(): Promise<string | undefined> {
    const heard = this.line.stop();
    if (heard !== undefined) await this.#interrupted(heard);
    return heard;
  }

  /** Whether keys interrupt the agent: otherwise they are lost. */
  async hearsKeys(): Promise<boolean> {
    return Boolean((await this.#options.store.getSession())?.settings.dtmf_input);
  }

  /** The contact speaks after some of the agent's words. Returns the words that were heard; undefined if it says fewer. */
  async interrupts(afterWords: number, words: string, speech: Speech): Promise<string | undefined> {
    const heard = await this.line.stopAfter(afterWords);
    if (heard === undefined) return undefined;
    await this.#interrupted(heard);
    await this.says(words, speech);
    return heard;
  }

  async #interrupted(heard: string): Promise<void> {
    const receive = async () => {
      await this.#receive({ type: 'interrupt', utteranceUntilInterrupt: heard });
      await this.#receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    };
    // Work in progress continues meanwhile.
    await this.#options.clock.until(receive());
  }

  async presses(keys: string, isCut = false): Promise<void> {
    const { clock, store } = this.#options;
    for (const digit of keys) {
      this.#contactMs = clock.now().getTime();
      const receive = () => this.#receive({ type: 'dtmf', digit });
      await (isCut ? this.#begin(receive) : this.#do(receive));
      await clock.pass(KEY_MS);
    }
    for (let looks = isCut ? MAX_KEY_CHECKS : 0; looks < MAX_KEY_CHECKS; looks++) {
      const session = await store.getSession();
      const due = session && !session.closed && !this.line.hasAgentLeft && entryDueAt(session);
      if (!due) return;
      await clock.pass(Math.max(0, due.getTime() - clock.now().getTime()) + 1_000);
      await this.#untilIdle();
    }
  }

  /** Time passes, and the work on former turns goes on. */
  async passes(ms: number): Promise<void> {
    await this.#options.clock.pass(ms);
  }

  async isSilent(ms: number): Promise<void> {
    await this.#options.clock.pass(ms);
    await this.#untilIdle();
  }

  /** Lets the agent speak to its end, and the contact think. */
  async hearsOut(): Promise<void> {
    do {
      while (this.line.leftMs !== undefined && !this.line.hasAgentLeft) await this.isSilent(this.line.leftMs);
      if (!this.line.hasAgentLeft) await this.isSilent(REACTION_MS);
    } while (this.line.leftMs !== undefined && !this.line.hasAgentLeft);
  }

  /** Closes the connection, whoever ended the call. */
  async close(): Promise<void> {
    this.line.close();
    await this.#do(() => this.#receive({ type: 'closed' }));
  }

  async #do(work: () => Promise<void>): Promise<void> {
    await this.#options.clock.until(work());
    await this.#untilIdle();
  }

  async #receive(event: ConversationEvent): Promise<void> {
    await take(event, this.#context());
  }

  #context(): FrameContext {
    const { clock, ...options } = this.#options;
    this.#frames += 1;
    return {
      ...options,
      connection: this.line,
      now: clock.now,
      wait: clock.wait,
      arrivedAt: clock.now(),
      frameId: String(this.#frames),
      watchSilence: async (session, silentSince) => this.#watchSilence(session, silentSince),
      watchKeys: async (_, due) => this.#watchKeys(due.getTime() - clock.now().getTime()),
      // No voicemail ever answers.
      watchVoicemail: async () => {},
    };
  }

  async #spoken(text: string): Promise<void> {
    await this.#receive({ type: 'info', name: 'tokensPlayed', value: text });
    await this.#receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
  }

  #watchSilence(session: Session, silentSince: Date): void {
    const { clock, store } = this.#options;
    const silence = { connection_id: store.connectionId, silentSince };
    const first = silenceCheckOf(session, silence, clock.now());
    if (first) this.#later(first.delaySeconds * 1000, () => this.#lookAfterSilence(first.check));
  }

  async #lookAfterSilence(check: SilenceCheck, attempt = 1): Promise<void> {
    const retry = await take({ type: 'silence_due', check, attempt }, this.#context());
    if (retry && attempt < MAX_RECEIVES)
      this.#later(retry.retryAfterSeconds * 1000, () => this.#lookAfterSilence(check, attempt + 1));
  }

  #watchKeys(ms: number): void {
    this.#later(Math.ceil(ms / 1000) * 1000, async () => {
      const retry = await take({ type: 'keys_due' }, this.#context());
      if (retry) this.#watchKeys(retry.retryAfterSeconds * 1000);
    });
  }

  #later(ms: number, work: () => Promise<void>): void {
    this.#options.clock.in(ms, () => this.#begin(work));
  }

  #begin(work: () => Promise<void>): void {
    // Once the connection is closed, scheduled work has no effect.
    if (this.line.hasAgentLeft) return;
    const task = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }

  async #untilIdle(): Promise<void> {
    while (this.#tasks.size > 0) await this.#options.clock.until(Promise.all(this.#tasks));
    if (this.#failure) throw this.#failure.error;
  }
}
