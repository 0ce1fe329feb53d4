import type { AgentSteps, ValueType } from '../../../agents/model/steps.ts';
import type { Normalized, ValueContext } from '../values/value.ts';
import type { StepExit, StepsState } from './steps-state.ts';

/** Understands what the contact said or keyed in as a value. `before`: the value that the words may correct. */
export type Normalize = (
  type: ValueType,
  words: string,
  context: Pick<ValueContext, 'choices'> & { readonly before?: unknown },
) => Normalized;

export interface StepsContext {
  readonly steps: AgentSteps;
  readonly normalize: Normalize;
}

/** What can change a conversation's step or values. `step` names the step that offered the model its tool. */
export type StepEvent =
  | { readonly type: 'words' }
  | { readonly type: 'silence' }
  | { readonly type: 'keys'; readonly digits: string }
  | { readonly type: 'set'; readonly step: string; readonly values: Readonly<Record<string, string>> }
  | { readonly type: 'read_back'; readonly name: string; readonly value: unknown; readonly words: string }
  | { readonly type: 'confirm'; readonly step: string; readonly name: string }
  | { readonly type: 'result'; readonly action: string; readonly output: unknown; readonly failed?: boolean }
  | { readonly type: 'exit'; readonly step: string; readonly name: string };

/** What follows an event. The model gets `refused` and `ask_again` as answers to its tool call. */
export type StepEffect =
  /** The first step of an agent has no exit. */
  | {
      readonly type: 'entered';
      readonly step: string;
      readonly from: string;
      readonly exit?: StepExit | undefined;
    }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'run'; readonly action: string }
  | {
      readonly type: 'read_back';
      readonly name: string;
      readonly value: unknown;
      readonly mode: 'read_back' | 'spell';
    }
  | ({ readonly type: 'ask_again'; readonly name: string } & Extract<Normalized, { issue: unknown }>)
  | { readonly type: 'refused'; readonly msg: string }
  | {
      readonly type: 'hand_off';
      readonly handoff: string;
      readonly values: StepsState['values'];
      readonly from: string;
      readonly exit?: StepExit | undefined;
    }
  | { readonly type: 'note'; readonly note: StepNote; readonly step: string; readonly detail: string };

/** Why the engine did not do what the steps say. */
export type StepNote = 'condition_failed' | 'demand_not_met' | 'too_many_steps' | 'value_refused';

export interface StepsOutcome {
  readonly state: StepsState;
  readonly effects: readonly StepEffect[];
}
