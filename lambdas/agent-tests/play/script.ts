import { checkToolCall } from '../../conversation/model/actions/check-tool-call.ts';
import type { Tool } from '../../conversation/model/actions/tools.ts';
import type { ToolOutcome } from '../../conversation/model/llm-message.ts';
import type { Session } from '../../conversation/model/session.ts';
import { isObject, tryParseJson } from '../../platform/parse-json.ts';
import type { ScriptTurn } from '../model/agent-test.ts';
import type { Outcome, PlayedTurn, ToolUse } from '../model/played.ts';
import { shortJson } from '../model/short-json.ts';
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
  /** The number of the transcript's last turn. */
  #last = 0;

  /** `tools`: those of the agent; `next`: the turns that follow the script, until the call is over. @default none */
  constructor(turns: readonly ScriptTurn[], tools: readonly Tool[], next?: NextTurn) {
    this.#turns = turns;
    this.#known = tools;
    this.#next = next;
  }

  toolUsed({ call, output }: ToolOutcome): void {
    const args = tryParseJson(call.arguments || '{}') ?? call.arguments;
    const refused = 'issue' in checkToolCall(this.#known, call) && { refused: true as const };
    const hasFailed = isObject(output) && 'error' in output;
    this.#tools.push({ name: call.name, args, output, failed: hasFailed, ...refused });
  }

  unanswered(tool: string, args: unknown): void {
    this.#fail('a mock for each tool call', `No mock answers ${tool} with ${shortJson(args)}.`);
  }

  /** Returns who ended the call. `turnOver` is called after each turn. */
  async play(
    call: PlayedCall,
    session: Session,
    turnOver: () => Promise<number>,
  ): Promise<Outcome['ended_by']> {
    call.begin(session);
    await this.#end(call, { turn: 0, contact: 'answers' }, turnOver);
    let endedBy: Outcome['ended_by'] = 'nobody';
    for (let number = 1; ; number++) {
      if (endedBy === 'nobody' && call.line.isLeft) endedBy = 'agent';
      const scripted = this.#turns[number - 1];
      const turn = scripted ?? (endedBy === 'nobody' ? await this.#next?.(this.played) : undefined);
      if (!turn) return call.line.isLeft ? 'agent' : endedBy;
      const event = { turn: number, contact: describeTurn(turn) };
      if (endedBy === 'nobody') {
        await this.#act(turn, call);
        await this.#end(call, event, turnOver);
        if (turn.hangs_up) endedBy = 'contact';
      } else this.#skip(event);
    }
  }

  async #act({ contact, keys, silence, interrupts_after_words: words }: ScriptTurn, call: PlayedCall) {
    if (keys !== undefined) return call.presses(keys);
    if (silence !== undefined) return call.isSilent(silence);
    if (contact === undefined) return undefined;
    if (words === undefined) return call.says(contact);
    const heard = await call.interrupts(words, contact);
    const former = this.played.at(-1);
    if (heard !== undefined && former) former.heard = heard;
    if (heard !== undefined) return undefined;
    this.#fail(`an interruption after ${words} words`, 'The agent did not say so many.');
    await call.hearsOut();
    return call.line.isLeft ? undefined : call.says(contact);
  }

  /** The agent is heard to its end, unless the next turn interrupts it. */
  async #end(
    call: PlayedCall,
    event: Pick<PlayedTurn, 'turn' | 'contact'>,
    turnOver: () => Promise<number>,
  ): Promise<void> {
    if (this.#turns[event.turn]?.interrupts_after_words === undefined) await call.hearsOut();
    const { words, firstMs } = call.line.takeWords();
    const since = call.takeContactMs();
    const answered = firstMs !== undefined && since !== undefined && Math.max(0, Math.round(firstMs - since));
    const former = this.#last;
    this.#last = await turnOver();
    this.played.push({
      ...event,
      says: words,
      tools: this.#tools,
      ...(answered !== false && { answered_ms: answered }),
      transcript: Array.from({ length: this.#last - former }, (_, index) => former + index + 1),
      verdicts: this.#verdicts,
    });
    this.#tools = [];
    this.#verdicts = [];
  }

  #skip(event: Pick<PlayedTurn, 'turn' | 'contact'>): void {
    this.#fail('the turn is played', 'The call was over.');
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

function describeTurn({ contact, keys, silence, interrupts_after_words: words }: ScriptTurn): string {
  if (keys !== undefined) return `presses ${keys}`;
  if (silence !== undefined) return `is silent for ${silence / 1000} s`;
  if (contact === undefined) return 'hangs up';
  return words === undefined ? `says "${contact}"` : `interrupts after ${words} words and says "${contact}"`;
}
