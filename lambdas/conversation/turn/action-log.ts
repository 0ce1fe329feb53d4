import type { ActionRun } from '../../actions/model/action.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Language } from '../../vendors/model/languages.ts';
import { changeSession, runEffects, sendLanguage } from '../change-session.ts';
import { type ExternalCall, type ExternalRequest, requestOf } from '../model/actions/repeated-requests.ts';
import { type ChosenAction, effectOf, toActionTurn } from '../model/change.ts';
import { maskKeysWithin } from '../model/keys/keypad.ts';
import {
  type ActionTurn,
  type Conversation,
  inLanguage,
  type SentRequest,
  type Session,
  type Turn,
} from '../model/session.ts';
import { afterModelEvent, type ModelEvent } from '../model/steps/model-events.ts';
import { afterEvent, isSecure, type StepsMove, withoutSecrets } from '../model/steps/session-steps.ts';
import type { StepEvent } from '../model/steps/step-events.ts';
import type { FrameContext } from '../ports.ts';
import type { TurnBasis } from './speculation.ts';
import type { Speech, SpeechContext } from './speech.ts';

type Run = Pick<ActionRun, 'input' | 'output'> & Pick<ActionTurn, 'took_ms' | 'failed' | 'request'>;

const after = (
  session: Session,
  event: ModelEvent | (StepEvent & { type: 'result' }),
  given: { readonly turns: readonly Turn[]; readonly now: Date },
) =>
  event.type === 'result' ? afterEvent(session, event, given.now) : afterModelEvent(session, event, given);

/** A turn of the contact that is being answered, and what the answer is made from. */
export interface AnswerContext
  extends SpeechContext,
    Conversation,
    TurnBasis,
    Pick<FrameContext, 'arrivedAt' | 'askService' | 'onTool'> {
  /** The models of an agent that takes the call over. */
  readonly modelsOf: FrameContext['models'];
  /** What the steps of the agent say first. @default nothing */
  readonly says?: readonly string[] | undefined;
}

/** An answer under way. */
export interface Answering extends AnswerContext {
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly deadline: AbortSignal;
}

type LogContext = SpeechContext & Pick<Conversation, 'turns'>;

/** Stores the actions of one turn, each at its place in the conversation. */
export class ActionLog {
  readonly #context: LogContext;
  readonly #added: Turn[] = [];
  #session: Session;

  constructor(context: LogContext) {
    this.#context = context;
    this.#session = context.session;
  }

  get session(): Session {
    return this.#session;
  }

  /** The turns when the answer began, and the actions since. */
  get turns(): readonly Turn[] {
    return [...this.#context.turns, ...this.#added];
  }

  /** Whether the turn is an action of this answer. */
  has(number: number): boolean {
    return this.#added.some((turn) => turn.number === number);
  }

  /** The turns as they are stored now, also by other invocations. */
  async latestTurns(): Promise<readonly Turn[]> {
    return (await this.#context.store.getConversation())?.turns ?? [];
  }

  requestOf(call: ExternalCall): ExternalRequest {
    return requestOf(call, this.#context.session, this.turns);
  }

  /** Notes a request before it is sent, so that no other invocation sends it again. False if the contact spoke. */
  async mayRequest(request: SentRequest): Promise<boolean> {
    const { store, session } = this.#context;
    return (await store.addRequest(session.generation, request)) || this.mayAct();
  }

  /** Whether an action that is stored only afterwards may be taken: the contact has not spoken since. */
  async mayAct(): Promise<boolean> {
    const { store, session } = this.#context;
    return !(await store.isSuperseded(session.generation));
  }

  /** Stores what tools or a result change in the steps. Undefined if the conversation is over, or the contact spoke. */
  async follow(event: ModelEvent | (StepEvent & { type: 'result' })): Promise<StepsMove | undefined> {
    const { generation } = this.#context.session;
    const now = this.#context.now();
    let move: StepsMove | undefined;
    const change = await changeSession(this.#context, (current) => {
      const isStale = event.type !== 'result' && current.generation !== generation;
      move = isStale ? undefined : after(current, event, { turns: this.turns, now });
      if (!move || move.session === current || move.session.steps === current.steps) return undefined;
      const { left_step: left, ...session } = move.session;
      const left_step = left && { ...left, ...(isSecure(current) && { secure: true }) };
      const version = current.version + 1;
      return { ...move, session: { ...session, ...(left_step && { left_step }), version }, newTurns: [] };
    });
    if (!change) return move;
    this.#session = change.session;
    await runEffects(change, this.#context);
    return move;
  }

  /** Stores an action before it is taken. Returns false if the contact interrupted; then the action must not be taken. */
  async begin(action: ChosenAction, run: Run): Promise<boolean> {
    return this.#store(action, { ...run, generation: this.#context.session.generation });
  }

  /** Stores an action after it was taken. Stores nothing if the call is over and is HIPAA-compliant. */
  async add(action: ChosenAction, run: Run): Promise<void> {
    await this.#store(action, run);
  }

  /** Lists the number and marks the call as ending. Returns false if the contact interrupted: the call goes on. */
  async addToDoNotCallList(): Promise<boolean> {
    const { call, session } = this.#context;
    const isEnding = await (call ? call.listNumber(session) : this.#set({ ending: true }));
    if (isEnding) this.#session = { ...this.#session, ending: true };
    return isEnding;
  }

  async switchLanguage(language: Language): Promise<boolean> {
    if (!(await this.#set({ language }))) return false;
    await sendLanguage(this.#context, this.#session, language);
    this.#session = inLanguage(this.#session, language);
    return true;
  }

  expectKeys(length: number): Promise<boolean> {
    return this.#set({ expected_keys: length });
  }

  #set(fields: Pick<Session, 'ending' | 'language' | 'expected_keys'>): Promise<boolean> {
    const { store, session } = this.#context;
    return store.setUnlessInterrupted(session.generation, fields);
  }

  async #store(
    chosen: ChosenAction,
    { generation, input, output, ...outcome }: Run & { readonly generation?: number },
  ): Promise<boolean> {
    const { store, call, now, times, wait } = this.#context;
    const { secret_keys } = this.#session;
    const masked = withoutSecrets(maskKeysWithin({ input, output }, secret_keys), this.#session.steps);
    const run = { action_id: chosen.id, type: chosen.type, ...masked };
    const { from: _, ...figures } = times.figures({ isAction: true });
    return attemptUntil(async () => {
      const number = this.#session.turns + 1;
      const timestamp = now().toISOString();
      const turn = toActionTurn(this.#session, { action: run, number, timestamp, figures, ...outcome });
      const effect = effectOf(turn);
      const isLate = this.#session.closed === true && generation === undefined;
      const action = { turn, effect, isLate, now: now(), ...(generation !== undefined && { generation }) };
      const isStored =
        isLate && call ? await call.recordLateAction(action) : await store.recordAction(action);
      if (isStored) {
        this.#session = { ...this.#session, ...effect, turns: number };
        this.#added.push(turn);
        return true;
      }
      const current = await store.getSession();
      const hasMovedOn = !current || (generation !== undefined && current.generation !== generation);
      if (hasMovedOn || (current.closed && (current.hipaa_compliant || generation !== undefined)))
        return false;
      this.#session = isLate ? { ...current, turns: number } : current;
      return undefined;
    }, wait);
  }
}
