import { isDeepStrictEqual } from 'node:util';
import {
  type CollectedValue,
  collectedBy,
  DONE,
  entryOf,
  type ValueSource,
} from '../../../agents/model/steps.ts';
import { nearestWord } from '../../../platform/nearest-word.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { storable } from '../../../platform/storable.ts';
import type { StepEvent, StepsContext, StepsOutcome } from './step-events.ts';
import { StepRun } from './step-run.ts';
import { isConfirmable, isStanding, modelExits, type StepsState, type StoredValue } from './steps-state.ts';

/** Most characters of a value as JSON. */
const MAX_VALUE_LENGTH = 4_000;

/** What is known when the steps begin: the call's context and facts, and what another agent handed over. */
interface KnownValues {
  readonly context?: Readonly<Record<string, unknown>>;
  readonly call?: Readonly<Record<string, unknown>>;
  readonly carried?: StepsState['values'];
  /** The steps entered without words of the contact before the other agent handed over. */
  readonly moves?: number;
}

export function beginSteps(
  { steps }: Pick<StepsContext, 'steps'>,
  { context = {}, call = {}, carried = {}, moves = 0 }: KnownValues = {},
): StepsOutcome {
  const collected = new Set(collectedBy(steps).map(([name]) => name));
  const sourceOf = (name: string) =>
    entryOf(steps.values, name)?.from ?? (collected.has(name) ? 'contact' : undefined);
  const accepted = Object.entries(carried).filter(([name, { source }]) => source === sourceOf(name));
  const empty = { step: '', visits: {}, turn: 0, moves, silences: 0, attempts: 0, always_at: {} };
  const run = new StepRun(steps, { ...empty, values: Object.fromEntries(accepted) });
  store(run, 'context', context);
  store(run, 'call', call);
  run.enter(steps.entry);
  run.takeExits();
  return { state: run.state, effects: run.effects };
}

/** The state after an event, and what follows. After a handoff, events change nothing. */
export function afterStepEvent(context: StepsContext, state: StepsState, event: StepEvent): StepsOutcome {
  const run = new StepRun(context.steps, state);
  if (state.handed_off === undefined) {
    for (const msg of apply(run, context, event)) run.effects.push({ type: 'refused', msg });
    run.takeExits();
  }
  return { state: run.state, effects: run.effects };
}

/** Applies an event, and returns why parts of it are refused, in words for the model. */
function apply(run: StepRun, context: StepsContext, event: StepEvent): string[] {
  const { turn, silences } = run.state;
  switch (event.type) {
    case 'set':
      return takeWords(run, context, event);
    case 'confirm':
      return confirm(run, event);
    case 'exit':
      return leave(run, event);
    case 'words':
      run.change({ turn: turn + 1, moves: 0, silences: 0 });
      break;
    case 'silence':
      run.change({ silences: silences + 1 });
      break;
    case 'keys':
      takeKeys(run, context, event.digits);
      break;
    case 'read_back':
      noteReadBack(run, event);
      break;
    case 'result':
      if (!event.failed && isObject(event.output)) store(run, 'tool', event.output);
      if (run.step?.do === event.action) run.change({ ran: true });
  }
  return [];
}

type EventOf<Type extends StepEvent['type']> = Extract<StepEvent, { type: Type }>;

function takeWords(run: StepRun, context: StepsContext, { step, values }: EventOf<'set'>): string[] {
  const collect = entryOf(run.steps.steps, step)?.collect ?? {};
  return Object.entries(values).flatMap(([name, words]) => {
    const collected = entryOf(collect, name);
    if (!collected) return unknownName('value to collect', name, Object.keys(collect));
    if (collected.keypad === 'only') return `${name} can only be keyed in on the telephone.`;
    understand(run, context, { name, collected, words });
    return [];
  });
}

/** Takes keys as the first value of the step that may be keyed in and is wanted. */
function takeKeys(run: StepRun, context: StepsContext, words: string): void {
  const { values, reopened } = run.state;
  const wanted = Object.entries(run.step?.collect ?? {}).find(
    ([name, collected]) => collected.keypad && (reopened || !isStanding(entryOf(values, name), collected)),
  );
  if (wanted) understand(run, context, { name: wanted[0], collected: wanted[1], words });
}

interface SpokenValue {
  readonly name: string;
  readonly collected: CollectedValue;
  readonly words: string;
}

function understand(
  run: StepRun,
  { normalize }: StepsContext,
  { name, collected, words }: SpokenValue,
): void {
  const { type, choices, confirm: mode } = collected;
  const before = entryOf(run.state.values, name);
  const result = normalize(type, words, { choices, before: before?.value });
  if ('issue' in result) {
    run.change({ attempts: run.state.attempts + 1 });
    run.effects.push({ type: 'ask_again', name, ...result });
    return;
  }
  const isSame = before?.source === 'contact' && isDeepStrictEqual(before.value, result.value);
  const stored = isSame
    ? before
    : put(run, name, { value: result.value, source: 'contact', ...(run.step?.secure && { secure: true }) });
  if (!isSame) run.change({ reopened: false });
  if (mode !== 'none' && stored && !stored.read_back)
    run.effects.push({ type: 'read_back', name, value: stored.value, mode });
}

function noteReadBack(run: StepRun, { name, value, words }: EventOf<'read_back'>): void {
  const stored = entryOf(run.state.values, name);
  if (stored && isDeepStrictEqual(stored.value, value))
    put(run, name, { ...stored, read_back: { words, turn: run.state.turn } });
}

function confirm(run: StepRun, { step, name }: EventOf<'confirm'>): string[] {
  const collect = entryOf(run.steps.steps, step)?.collect ?? {};
  const collected = entryOf(collect, name);
  const stored = entryOf(run.state.values, name);
  if (!collected) return unknownName('value to confirm', name, Object.keys(collect));
  if (!stored) return [`${name} has no value yet.`];
  if (isStanding(stored, collected)) return [];
  if (!isConfirmable(run.state, stored))
    return [`${name} changed, or the contact has not answered yet: read it back and wait for the answer.`];
  put(run, name, { ...stored, confirmed_at: run.state.turn });
  run.change({ reopened: false });
  return [];
}

/** Takes the values that may come from a source. */
function store(run: StepRun, source: ValueSource, given: Readonly<Record<string, unknown>>): void {
  for (const [name, { from }] of Object.entries(run.steps.values))
    if (from === source && Object.hasOwn(given, name))
      put(run, name, { ...storable({ value: given[name] }), source } as StoredValue);
}

function put(run: StepRun, name: string, stored: StoredValue): StoredValue | undefined {
  const { value } = stored;
  if (value === undefined || value === null || JSON.stringify(value).length > MAX_VALUE_LENGTH) {
    run.note('value_refused', name);
    return undefined;
  }
  run.change({ values: { ...run.state.values, [name]: stored } });
  return stored;
}

function leave(run: StepRun, { step, name }: EventOf<'exit'>): string[] {
  if (step !== run.state.step) return ['You have left this step already.'];
  const exits = modelExits(run.steps, run.state);
  const exit = exits.find((each) => each.name === name);
  if (!exit)
    return unknownName(
      'exit',
      name,
      exits.map((each) => each.name),
    );
  if (run.isAtLimit) return ['Let the contact speak first.'];
  run.enter(exit.to, name === DONE ? { by: 'else', reason: exit.if } : { by: 'model', reason: exit.if });
  return [];
}

/** Names that the model made up may be long. */
function unknownName(kind: string, name: string, known: readonly string[]): string[] {
  const nearest = nearestWord(name, known);
  const hint = nearest === undefined ? '' : ` The nearest name is ${nearest}.`;
  return [`There is no ${kind} ${JSON.stringify(name.slice(0, 50))} here.${hint}`];
}
