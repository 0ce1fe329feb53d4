import { type CollectedValue, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { filledGreeting, valuesOf } from '../filled-texts.ts';
import { type Session, speaking } from '../session.ts';
import { asksAgain } from '../values/ask-again.ts';
import type { ValueContext } from '../values/value.ts';
import { afterStepEvent, beginSteps } from './step-engine.ts';
import type { StepEffect, StepEvent, StepsOutcome } from './step-events.ts';
import { normalizeIn, readBackWords, spokenValues, valueContextOf } from './step-values.ts';
import type { StepExit, StepsState } from './steps-state.ts';

/** What follows a move in the steps, besides words. */
export type StepsEffect =
  | { readonly kind: 'pause_recording'; readonly isPaused: boolean }
  | { readonly kind: 'send_voice' }
  /** Why the conversation does not follow its steps as they are written. */
  | { readonly kind: 'note_step'; readonly note: string; readonly step: string; readonly detail: string };

/** What an event does to a conversation with steps. */
export interface StepsMove {
  readonly session: Session;
  /** What the agent says now, word for word. */
  readonly says: readonly string[];
  /** Why parts of the event were refused or not understood, in words for the model. */
  readonly hints: readonly string[];
  readonly effects: readonly StepsEffect[];
}

/** The steps of the agent that has the call, and how far they are. Undefined for an agent without steps. */
export function stepsOf({ settings, steps: state }: Pick<Session, 'settings' | 'steps'>) {
  const { steps } = settings;
  return steps && state ? { steps, state } : undefined;
}

const stepOf = (session: Pick<Session, 'settings' | 'steps'>) => {
  const own = stepsOf(session);
  return own && entryOf(own.steps.steps, own.state.step);
};

/** Whether no record may have what is said and keyed in now. */
export const isSecure = (session: Pick<Session, 'settings' | 'steps'>): boolean =>
  stepOf(session)?.secure === true;

/** The action that the present step does, if it has not run: its name as the model knows it. */
export const dueAction = (session: Pick<Session, 'settings' | 'steps'>): string | undefined =>
  session.steps?.ran || session.steps?.handed_off !== undefined ? undefined : stepOf(session)?.do;

/** What the present step collects by voice and does not know yet. */
export const wantedValues = (session: Pick<Session, 'settings' | 'steps'>): CollectedValue[] =>
  Object.entries(stepOf(session)?.collect ?? {}).flatMap(([name, collected]) =>
    collected.keypad === 'only' || entryOf(session.steps?.values ?? {}, name) ? [] : collected,
  );

/** A conversation that begins, at the first step of its agent that waits for the contact. */
export function begunSteps(session: Session, now: Date): StepsMove {
  const { steps } = session.settings;
  const unmoved = { session, says: [], hints: [], effects: [] };
  return steps ? follow(unmoved, beginSteps({ steps }, knownIn(session)), now) : unmoved;
}

export function afterEvent(session: Session, event: StepEvent, now: Date): StepsMove {
  const unmoved = { session, says: [], hints: [], effects: [] };
  const own = stepsOf(session);
  if (!own) return unmoved;
  const normalize = normalizeIn(valueContextOf(session, now));
  return follow(unmoved, afterStepEvent({ steps: own.steps, normalize }, own.state, event), now);
}

/** Carries out what the engine decided, also by another agent if the call is handed over. */
function follow(before: StepsMove, outcome: StepsOutcome, now: Date): StepsMove {
  let move: StepsMove = { ...before, session: { ...before.session, steps: outcome.state } };
  const context = valueContextOf(move.session, now);
  for (const effect of outcome.effects)
    move = carriedOut(move, effect, { before: before.session, context, now });
  const readBacks = outcome.effects.filter((effect) => effect.type === 'read_back');
  return pausing(before.session, readBacks.length > 0 ? readingBack(move, readBacks, context) : move);
}

interface Carrying {
  readonly before: Session;
  readonly context: ValueContext;
  readonly now: Date;
}

function carriedOut(move: StepsMove, effect: StepEffect, { before, context, now }: Carrying): StepsMove {
  const { session, says, hints, effects } = move;
  switch (effect.type) {
    case 'entered':
      return { ...move, session: withExit(session, effect) };
    case 'say':
      return { ...move, says: [...says, filledGreeting(effect.text, spokenValues(session, context))] };
    case 'ask_again': {
      const type = entryOf(stepOf(before)?.collect ?? {}, effect.name)?.type ?? 'text';
      return {
        ...move,
        hints: [...hints, `${effect.name}: ${asksAgain(type, effect.issue, context.language)}`],
      };
    }
    case 'refused':
      return { ...move, hints: [...hints, effect.msg] };
    case 'note':
      return { ...move, effects: [...effects, { kind: 'note_step', ...withoutType(effect) }] };
    case 'hand_off':
      return handedOver({ ...move, session: withExit(session, effect) }, effect, now);
    default:
      return move;
  }
}

const withoutType = ({ type: _, ...rest }: Extract<StepEffect, { type: 'note' }>) => rest;

/** The other agent goes on, with the values that it may have. A call whose snapshot lacks it stays in its step. */
function handedOver(
  move: StepsMove,
  { handoff, values }: Extract<StepEffect, { type: 'hand_off' }>,
  now: Date,
): StepsMove {
  const { steps: state, secret_words: _, ...session } = move.session;
  const taken = entryOf(session.settings.steps?.handoffs ?? {}, handoff);
  const other = taken && session.handoff_agents?.[taken.agent];
  if (!state || !other) {
    const note = {
      kind: 'note_step',
      note: 'agent_missing',
      step: state?.step ?? '',
      detail: handoff,
    } as const;
    const { handed_off: __, ...stays } = state ?? emptyState;
    return { ...move, session: { ...move.session, steps: stays }, effects: [...move.effects, note] };
  }
  const isOwnVoice = taken.voice === 'own';
  const voice_of = isOwnVoice ? taken.agent : session.handed_to?.voice_of;
  const own = session.handed_to?.own ?? session.agent.id;
  const next = { agent: taken.agent, own, turns: session.turns, history: taken.history };
  const handed_to = { ...next, ...(voice_of !== undefined && { voice_of }) };
  const spoken = speaking({ ...session, handed_to }, handed_to);
  const effects = [...move.effects, ...(isOwnVoice ? [{ kind: 'send_voice' } as const] : [])];
  const { steps } = spoken.settings;
  const taking = { ...move, session: spoken, effects };
  if (!steps) return taking;
  const known = { ...knownIn(spoken), carried: values, moves: state.moves };
  return follow({ ...taking }, beginSteps({ steps }, known), now);
}

const emptyState: StepsState = {
  ...{ step: '', values: {}, visits: {}, turn: 0, moves: 0, silences: 0, attempts: 0, always_at: {} },
};

function readingBack(
  move: StepsMove,
  effects: readonly Extract<StepEffect, { type: 'read_back' }>[],
  context: ValueContext,
): StepsMove {
  const { events, says } = readBackWords(effects, move.session, context);
  const own = stepsOf(move.session);
  if (!own) return move;
  const machine = { steps: own.steps, normalize: normalizeIn(context) };
  const steps = events.reduce((state, event) => afterStepEvent(machine, state, event).state, own.state);
  return { ...move, session: { ...move.session, steps }, says: [...move.says, ...says] };
}

/** The recording pauses while a step is secure; the words of that step are forgotten when it is left. */
function pausing(before: Session, move: StepsMove): StepsMove {
  const isPaused = isSecure(move.session);
  if (isPaused === isSecure(before)) return move;
  const { secret_words, ...session } = move.session;
  return {
    ...move,
    session: isPaused ? move.session : session,
    effects: [
      ...move.effects.filter(({ kind }) => kind !== 'pause_recording'),
      { kind: 'pause_recording', isPaused },
    ],
  };
}

/** The steps of an agent as they are when nothing is left of a secure one. */
export function withoutSecureValues(steps: StepsState): StepsState {
  const values = Object.entries(steps.values).filter(([, { secure }]) => !secure);
  return { ...steps, values: Object.fromEntries(values) };
}

/** What the steps of a conversation know before the first one: its context, and what CALL_VALUES names. */
export function knownIn(session: Session) {
  const { facts, context } = session;
  const direction = facts?.direction;
  const call = { ...valuesOf({ ...session, context: null }), ...(direction && { direction }) };
  return { context: context ?? {}, call };
}

/** Notes an exit for the next turn. Steps that were left at once are on the way. */
export function withExit(
  session: Session,
  { from, exit }: { readonly from: string; readonly exit?: StepExit | undefined },
): Session {
  const { left_step: left, handed_to } = session;
  if (!exit) return session;
  if (left) {
    const { through: before = [], to } = left.exit;
    // The first step of another agent is entered without an exit.
    const through = [...before, to, ...(from === to ? [] : [from])];
    return { ...session, left_step: { ...left, exit: { ...left.exit, to: exit.to, through } } };
  }
  const agent = handed_to && { agent_id: handed_to.agent };
  return { ...session, left_step: { step: from, exit, ...agent } };
}

/** What records have in place of words and keys of a secure step, and of its values. */
export const SECURE = '[secure]';

/** Whether no record may have the agent's words: it answers the contact in a secure step, and may repeat them. */
export const isSecretAnswer = (session: Session): boolean => {
  const { steps, left_step } = session;
  return left_step?.secure === true || (isSecure(session) && (steps?.turn ?? 0) > (steps?.since ?? 0));
};

/** Fewest characters of a value that is searched for in texts: one or two are part of many words. */
const MIN_CHARACTERS = 3;

/** A JSON value without the values of secure steps. */
export function withoutSecrets<T>(value: T, steps: StepsState | undefined): T;
export function withoutSecrets(value: unknown, steps: StepsState | undefined): unknown {
  const secrets = Object.values(steps?.values ?? {}).flatMap(({ secure, value: known }) =>
    secure ? textsIn(known).filter((text) => text.length >= MIN_CHARACTERS) : [],
  );
  return secrets.length > 0 ? masked(value, secrets) : value;
}

function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, SECURE), String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, secrets)]));
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : [];
