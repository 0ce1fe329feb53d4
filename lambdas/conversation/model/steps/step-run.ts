import { evaluateCondition, namesIn } from '../../../agents/model/condition.ts';
import {
  type AgentSteps,
  collectedBy,
  type Exit,
  elseOf,
  entryOf,
  isWaiting,
  type Step,
} from '../../../agents/model/steps.ts';
import type { StepEffect, StepNote } from './step-events.ts';
import {
  allStand,
  conditionVariables,
  type Demands,
  isAvailable,
  isStanding,
  meets,
  type StepExit,
  type StepsState,
} from './steps-state.ts';

/** Most steps entered without words of the contact in between; then one else is taken, and the agent waits. */
export const MAX_MOVES = 8;

/** What one event does to the state, with the effects in their order. */
export class StepRun {
  readonly effects: StepEffect[] = [];
  readonly steps: AgentSteps;
  state: StepsState;

  constructor(steps: AgentSteps, state: StepsState) {
    this.steps = steps;
    this.state = state;
  }

  change(changes: Partial<StepsState>): void {
    this.state = { ...this.state, ...changes };
  }

  get step(): Step | undefined {
    return entryOf(this.steps.steps, this.state.step);
  }

  /** Whether no further step may be entered before the contact speaks. */
  get isAtLimit(): boolean {
    return this.state.moves >= MAX_MOVES;
  }

  /** `exit`: why; the first step of an agent has none. */
  enter(to: string, exit?: Omit<StepExit, 'to'>): void {
    const { step, turn, moves } = this.state;
    const taken = exit && { to, ...exit };
    const always_at = this.steps.always.some((exit) => exit.to === to)
      ? { ...this.state.always_at, [to]: turn }
      : this.state.always_at;
    this.change({ moves: moves + 1, always_at, ...(this.step && isWaiting(this.step) && { back: step }) });
    if (Object.hasOwn(this.steps.handoffs, to)) this.#handOff(to, taken);
    else this.#begin(to, taken);
  }

  #begin(to: string, exit: StepExit | undefined): void {
    const { step: from, visits, turn: since } = this.state;
    const byModel = exit?.by === 'model';
    const count = (entryOf(visits, to) ?? 0) + 1;
    this.change({
      step: to,
      since,
      silences: 0,
      attempts: 0,
      ran: false,
      noted: [],
      visits: { ...visits, [to]: count },
    });
    this.change({
      reopened: byModel && this.step?.collect !== undefined && allStand(this.steps, this.state),
    });
    const { say, do: action } = this.step ?? {};
    this.effects.push({ type: 'entered', step: to, from, exit });
    if (say !== undefined) this.effects.push({ type: 'say', text: say });
    if (action !== undefined) this.effects.push({ type: 'run', action });
  }

  /** Takes exits that code decides, until a step waits for the contact, for an action or for the model. */
  takeExits(): void {
    while (this.state.handed_off === undefined && this.state.moves <= MAX_MOVES) {
      const exit = this.#chooseExit();
      if (!exit) return;
      if (this.isAtLimit) this.#endChain();
      else this.enter(exit.to, exit.taken);
    }
  }

  note(note: StepNote, detail: string): void {
    this.effects.push({ type: 'note', note, step: this.state.step, detail });
  }

  #endChain(): void {
    const otherwise = this.step && elseOf(this.step);
    this.note('too_many_steps', `${MAX_MOVES} steps without words of the contact`);
    if (otherwise) this.enter(otherwise.to, { by: 'else' });
    else this.change({ moves: MAX_MOVES + 1 });
  }

  #handOff(handoff: string, exit: StepExit | undefined): void {
    const { carry = [] } = entryOf(this.steps.handoffs, handoff) ?? {};
    const collected = new Map(collectedBy(this.steps));
    const values = Object.entries(this.state.values).filter(
      ([name, stored]) => carry.includes(name) && isStanding(stored, collected.get(name)),
    );
    this.change({ handed_off: handoff });
    this.effects.push({
      type: 'hand_off',
      handoff,
      values: Object.fromEntries(values),
      from: this.state.step,
      exit,
    });
  }

  /** The exit to take now: by `when`, or the else of a step that has come to its end. */
  #chooseExit(): { readonly to: string; readonly taken: Omit<StepExit, 'to'> } | undefined {
    const { step } = this;
    if (!step || (step.do !== undefined && !this.state.ran)) return undefined;
    const always = this.steps.always.filter((exit) => isAvailable(this.state, exit));
    const decided = [...step.next, ...always].find((exit) => this.#holds(exit));
    if (decided) return { to: decided.to, taken: { by: 'code', reason: decided.when } };
    if (!this.#isOver(step)) return undefined;
    const back = step.do === undefined ? undefined : (this.state.back ?? this.steps.entry);
    const to = elseOf(step)?.to ?? back;
    return to === undefined ? undefined : { to, taken: { by: 'else' } };
  }

  #isOver({ collect, goal }: Step): boolean {
    if (collect === undefined) return goal === undefined;
    return !this.state.reopened && allStand(this.steps, this.state);
  }

  #holds(exit: Exit): boolean {
    const { when, ...demands } = exit;
    if (when === undefined) return false;
    const variables = conditionVariables(this.steps, this.state);
    const { holds, note } = evaluateCondition(when, variables);
    if (note !== undefined) this.#noteExit(exit, 'condition_failed', note);
    const unmet = (demands.from ?? demands.confirmed) && this.#unmet(when, variables, demands);
    if (holds && unmet !== undefined) this.#noteExit(exit, 'demand_not_met', unmet);
    return holds && unmet === undefined;
  }

  /** Notes once in each visit of the step why an exit is not taken. */
  #noteExit(exit: Exit, note: StepNote, detail: string): void {
    const { noted = [] } = this.state;
    const index = [...(this.step?.next ?? []), ...this.steps.always].indexOf(exit);
    if (noted.includes(index)) return;
    this.change({ noted: [...noted, index] });
    this.note(note, `${exit.when}: ${detail}`);
  }

  /** A value in a condition that does not meet its demands. */
  #unmet(when: string, variables: object, demands: Demands): string | undefined {
    return Array.from(namesIn(when)).find(
      (name) => Object.hasOwn(variables, name) && !meets(entryOf(this.state.values, name), demands),
    );
  }
}
