import type { ActionRun } from '../domain/conversations/action-run.ts';
import {
  type ChosenAction,
  effectOf,
  type Session,
  toActionTurn,
} from '../domain/conversations/conversation.ts';
import { newId } from '../runtime/ids.ts';
import { getSession, recordAction, recordLateAction } from '../store/conversations/conversations.ts';
import { addToDoNotCallList } from '../store/do-not-call/callee-request.ts';
import { attemptUntil } from '../store/table/retry.ts';
import type { SpeechContext } from './speech.ts';

/** Stores the actions of one turn, each at its place in the conversation. */
export class ActionLog {
  readonly #context: SpeechContext;
  #session: Session;

  constructor(context: SpeechContext) {
    this.#context = context;
    this.#session = context.session;
  }

  /** The latest known state of the conversation. */
  get session(): Session {
    return this.#session;
  }

  /** Stores an action before it is taken. Returns false if the callee interrupted; then the action must not be taken. */
  async begin(action: ChosenAction, run: Pick<ActionRun, 'input' | 'output'>): Promise<boolean> {
    return this.#store(action, { ...run, generation: this.#context.session.generation });
  }

  /**
   * Stores an action after it was taken, whatever the callee said meanwhile. Stores nothing if the call is over and is
   * HIPAA-compliant.
   */
  async add(action: ChosenAction, run: Pick<ActionRun, 'input' | 'output'>): Promise<void> {
    await this.#store(action, run);
  }

  /**
   * Adds the number to the do-not-call list and marks the call as ending. Returns false if the callee interrupted; then
   * the call goes on.
   */
  async addToDoNotCallList(): Promise<boolean> {
    const { table, connectionId, session, now } = this.#context;
    const request = { session, now: now(), entryId: newId() };
    const isEnding = await addToDoNotCallList(table, connectionId, request);
    if (isEnding) this.#session = { ...this.#session, ending: true };
    return isEnding;
  }

  async #store(
    action: ChosenAction,
    { generation, ...run }: Pick<ActionRun, 'input' | 'output'> & { readonly generation?: number },
  ): Promise<boolean> {
    const { table, connectionId, now } = this.#context;
    const effect = effectOf(action);
    const stored = { action_id: action.id, type: action.type, ...run };
    return attemptUntil(async () => {
      const number = this.#session.turns + 1;
      const turn = toActionTurn(this.#session, { action: stored, number, now: now() });
      const taken = { turn, effect, now: now(), ...(generation !== undefined && { generation }) };
      const isLate = this.#session.closed && generation === undefined;
      if (await (isLate ? recordLateAction : recordAction)(table, connectionId, taken)) {
        this.#session = { ...this.#session, ...effect, turns: number };
        return true;
      }
      const current = await getSession(table, connectionId);
      const hasMovedOn = !current || (generation !== undefined && current.generation !== generation);
      if (hasMovedOn || (current.closed && (current.hipaa_compliant || generation !== undefined)))
        return false;
      this.#session = isLate ? { ...current, turns: number } : current;
      return undefined;
    });
  }
}
