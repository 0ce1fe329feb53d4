import { asksToConfirm } from '../../conversation/model/actions/confirmation.ts';
import type { Tool, ToolOutcome } from '../../conversation/model/actions/tools.ts';
import type { Session } from '../../conversation/model/session.ts';
import { isObject, tryParseJson } from '../../platform/parse-json.ts';
import type { ScriptTurn } from '../model/agent-test.ts';
import { shortJson } from '../model/short-json.ts';
import { type Outcome, type PlayedTurn, playedSteps, type ToolUse } from '../model/turns/played-turn.ts';
import { failed, type Verdict } from '../model/verdict.ts';
import type { PlayedCall } from './played-call.ts';
import type { NextTurn } from './simulated-caller.ts';

/** Plays the turns of a script, and notes what the agent says and does in each. */
export class Script {
  readonly played: PlayedTurn[] = [];
  readonly #turns: readonly ScriptTurn[];
  readonly #next: NextTurn | undefined;
  readonly #known: readonly Tool[];
  #tools: ToolUse[] = [];
  #verdicts: Verdict[] = [];
  /** The session after the last turn. */
  #session: Session | undefined;
  /** The number of the transcript's last turn. */
  #last = 0;

  /** `tools`: those of the agent; `next`: the turns that follow the script, until the call ends. @default none */
  constructor(turns: readonly ScriptTurn[], tools: readonly Tool[], next?: NextTurn) {
    this.#turns = turns;
    this.#known = tools;
    this.#next = next;
  }

  toolUsed({ call, output, refused }: ToolOutcome): void {
    // The agent's words have the question, and nothing was done.
    if (asksToConfirm(output)) return;
    const args = tryParseJson(call.arguments || '{}') ?? call.arguments;
    const hasFailed = isObject(output) && 'error' in output;
    this.#tools.push({ name: call.name, args, output, failed: hasFailed, ...(refused && { refused }) });
  }

  unanswered(tool: string, args: unknown): void {
    const { properties } = this.#known.find(({ name }) => name === tool)?.parameters ?? {};
    // Arguments that the model does not know are those of secure steps.
    const known = (name: string) => isObject(properties) && Object.hasOwn(properties, name);
    const shown = Object.fromEntries(
      Object.entries(isObject(args) ? args : {}).filter(([name]) => known(name)),
    );
    this.#fail('a mock for each tool call', `No mock answers ${tool} with ${shortJson(shown)}.`);
  }

  /** Returns who ended the call. `turnOver` is called after each turn. */
  async play(
    call: PlayedCall,
    session: Session,
    turnOver: () => Promise<Session>,
  ): Promise<Outcome['ended_by']> {
    call.begin(session);
    await this.#end(call, { turn: 0, contact: 'answers' }, turnOver);
    let endedBy: Outcome['ended_by'] = 'nobody';
    for (let number = 1; ; number++) {
      if (endedBy === 'nobody' && call.line.hasAgentLeft) endedBy = 'agent';
      const scripted = this.#turns[number - 1];
      const turn = scripted ?? (endedBy === 'nobody' ? await this.#next?.(this.played) : undefined);
      if (!turn) return call.line.hasAgentLeft ? 'agent' : endedBy;
      const cuts = turn.after !== undefined && { cuts: true as const };
      const event = { turn: number, contact: describeTurn(turn), ...cuts };
      if (endedBy === 'nobody') {
        await this.#act(turn, call, this.#turns[number]?.after !== undefined);
        await this.#end(call, event, turnOver);
        if (turn.hangs_up) endedBy = 'contact';
      } else this.#skip(event, turn);
    }
  }

  async #act(turn: ScriptTurn, call: PlayedCall, isCut: boolean) {
    const { contact, keys, silence, after, interrupts_after_words: words, final_after: finalAfter } = turn;
    if (silence !== undefined) return isCut ? call.passes(silence) : call.isSilent(silence);
    if (after !== undefined && (contact !== undefined || (keys !== undefined && (await call.hearsKeys()))))
      await this.#bargesIn(call);
    if (keys !== undefined) return call.presses(keys, isCut);
    if (contact === undefined) return undefined;
    const speech = { finalAfter, isCut };
    if (words === undefined) return call.says(contact, speech);
    const heard = await call.interrupts(words, contact, speech);
    const former = this.played.at(-1);
    if (heard !== undefined && former) former.heard = heard;
    if (heard !== undefined) return undefined;
    this.#fail(`an interruption after ${words} words`, 'The agent said fewer.');
    await call.hearsOut();
    return call.line.hasAgentLeft ? undefined : call.says(contact, speech);
  }

  async #bargesIn(call: PlayedCall): Promise<void> {
    const heard = await call.bargesIn();
    const former = this.played.at(-1);
    if (heard !== undefined && former) former.heard = heard;
  }

  /** The agent finishes, unless the next turn interrupts it or the contact has hung up. */
  async #end(
    call: PlayedCall,
    event: Pick<PlayedTurn, 'turn' | 'contact' | 'cuts'>,
    turnOver: () => Promise<Session>,
  ): Promise<void> {
    const { interrupts_after_words: interrupts, after } = this.#turns[event.turn] ?? {};
    const isOver = this.#turns[event.turn - 1]?.hangs_up;
    if (after !== undefined && !isOver) await call.passes(after);
    else if (interrupts === undefined && !isOver) await call.hearsOut();
    const { words, firstMs } = call.line.takeWords();
    const since = call.takeContactMs();
    const answered = firstMs !== undefined && since !== undefined && Math.max(0, Math.round(firstMs - since));
    const former = this.#last;
    const session = await turnOver();
    this.#last = session.turns;
    this.played.push({
      ...event,
      says: words,
      tools: this.#tools,
      ...playedSteps(session, this.#session),
      ...(answered !== false && { answered_ms: answered }),
      transcript: Array.from({ length: this.#last - former }, (_, index) => former + index + 1),
      verdicts: this.#verdicts,
    });
    this.#session = session;
    this.#tools = [];
    this.#verdicts = [];
  }

  /** Adds the results of work that was still under way at the end to the last played turn. `last`: the transcript's last turn. */
  flush(last: number): void {
    const turn = this.played.findLast(({ unplayed }) => !unplayed);
    turn?.tools.push(...this.#tools);
    turn?.verdicts.push(...this.#verdicts);
    while (this.#last < last) turn?.transcript.push(++this.#last);
  }

  #skip(event: Pick<PlayedTurn, 'turn' | 'contact'>, { optional }: ScriptTurn): void {
    if (!optional) this.#fail('the turn is played', 'The call had ended.');
    this.played.push({
      ...event,
      says: '',
      tools: [],
      transcript: [],
      verdicts: this.#verdicts,
      unplayed: true,
    });
    this.#verdicts = [];
  }

  #fail(expects: string, reason: string): void {
    this.#verdicts.push({ expects, ...failed(reason) });
  }
}

function describeTurn(turn: ScriptTurn): string {
  const { contact, keys, silence, after, interrupts_after_words: words, final_after: finalAfter } = turn;
  if (silence !== undefined) return `is silent for ${silence / 1000} s`;
  const when = after === undefined ? '' : ` after ${after / 1000} s`;
  if (keys !== undefined) return `presses ${keys}${when}`;
  if (contact === undefined) return `hangs up${when}`;
  const late = finalAfter === 'never' ? 'never final' : `final after ${(finalAfter ?? 0) / 1000} s`;
  const how = finalAfter === undefined ? '' : ` (${late})`;
  if (words === undefined) return `says "${contact}"${when}${how}`;
  return `interrupts after ${words} words and says "${contact}"${how}`;
}
