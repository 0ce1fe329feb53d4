import type { Connection } from '../../conversation/ports.ts';
import type { OutgoingFrame } from '../../vendors/telephony/relay-frames.ts';
import { CHARACTER_MS } from '../model/turns/played-turn.ts';
import type { TestClock } from './clock.ts';

interface Utterance {
  readonly begunMs: number;
  text: string;
  cancel?: () => void;
}

/** The telephone line of a test: it takes as long to speak the agent's words as a voice would. */
export class TestLine implements Connection {
  readonly #clock: TestClock;
  readonly #spoken: (text: string) => void;
  #utterance: Utterance | undefined;
  #words = '';
  #firstWordsMs: number | undefined;
  #isClosed = false;
  /** What the contact heard, one text per utterance. `cut`: what the agent was saying when the call ended. */
  readonly heard: string[] = [];
  cut: string | undefined;
  /** Whether the agent has left: the vendor closes the connection. */
  hasAgentLeft = false;

  /** `spoken` is called when the agent has spoken its words. */
  constructor(clock: TestClock, spoken: (text: string) => void) {
    this.#clock = clock;
    this.#spoken = spoken;
  }

  async send(frame: OutgoingFrame): Promise<boolean> {
    if (this.hasAgentLeft || this.#isClosed) return false;
    if (frame.type === 'end') this.hasAgentLeft = true;
    if (frame.type === 'text') this.speak(frame.token, frame.last);
    return true;
  }

  speak(text: string, isLast = true): void {
    const nowMs = this.#clock.now().getTime();
    if (text.trim() !== '') this.#firstWordsMs ??= nowMs;
    this.#words += text;
    this.#utterance ??= { begunMs: nowMs, text: '' };
    this.#utterance.text += text;
    if (!isLast) return;
    const { text: whole, begunMs, cancel } = this.#utterance;
    cancel?.();
    this.#utterance.cancel = this.#clock.in(begunMs + whole.length * CHARACTER_MS - nowMs, () => {
      this.#utterance = undefined;
      this.heard.push(whole);
      this.#spoken(whole);
    });
  }

  /** Milliseconds until the agent has spoken its words; undefined if it is silent. */
  get leftMs(): number | undefined {
    const { cancel, begunMs, text } = this.#utterance ?? {};
    if (!cancel || begunMs === undefined || text === undefined) return undefined;
    return Math.max(0, begunMs + text.length * CHARACTER_MS - this.#clock.now().getTime());
  }

  /** Stops the agent after some of its words, and returns those. Undefined if it says fewer. */
  async stopAfter(words: number): Promise<string | undefined> {
    const utterance = this.#utterance;
    const all = utterance?.text.match(/\s*\S+/g) ?? [];
    if (!utterance || words >= all.length) return undefined;
    const heard = all.slice(0, words).join('');
    await this.#clock.pass(utterance.begunMs + heard.length * CHARACTER_MS - this.#clock.now().getTime());
    return this.stop();
  }

  /** Stops the agent, and returns the words that it has said. Undefined if it is silent. */
  stop(): string | undefined {
    const utterance = this.#utterance;
    if (!utterance) return undefined;
    const said = Math.round((this.#clock.now().getTime() - utterance.begunMs) / CHARACTER_MS);
    const unsaid = /^\S+/.test(utterance.text.slice(said)) ? /\S*$/ : /$/;
    const heard = utterance.text.slice(0, said).replace(unsaid, '').trim();
    this.#end(utterance);
    this.heard.push(heard);
    return heard;
  }

  /** The contact hangs up, or the agent has left. */
  close(): void {
    this.#isClosed = true;
    if (!this.#utterance) return;
    this.cut = this.#utterance.text;
    this.#end(this.#utterance);
  }

  #end({ cancel }: Utterance): void {
    cancel?.();
    this.#utterance = undefined;
  }

  /** The agent's words since they were last taken, and when the first of them came. */
  takeWords(): { readonly words: string; readonly firstMs: number | undefined } {
    const taken = { words: this.#words.replaceAll(/\s+/g, ' ').trim(), firstMs: this.#firstWordsMs };
    this.#words = '';
    this.#firstWordsMs = undefined;
    return taken;
  }
}
