import type { CallAction } from '../../actions/model/action.ts';
import { actionsByName } from '../../actions/model/action-names.ts';
import type { Warning } from '../../platform/fields.ts';
import { nearestWord } from '../../platform/nearest-word.ts';
import type { VersionContent } from './agent-version.ts';
import { circularHandoffs, circularSteps, type FindSteps, unreachableIn } from './step-graph.ts';
import {
  type AgentSteps,
  CALL_VALUES,
  collectedBy,
  DONE,
  type Exit,
  elseOf,
  isWaiting,
  type Step,
  type StepIssue,
} from './steps.ts';
import { issuesOfDemands, issuesOfKeypad, issuesOfValues, issuesOfWhen } from './value-issues.ts';

/** What the steps refer to outside themselves. */
export interface StepSurroundings {
  /** The agent's actions by the names that the language model knows. */
  readonly actions: ReadonlyMap<string, Pick<CallAction, 'config'> & Partial<Pick<CallAction, 'type'>>>;
  /** The names of the facts that every call has. */
  readonly callValues: readonly string[];
  /** The agent's own id. */
  readonly agent?: string;
  /** Whether the agent takes keys. @default true */
  readonly hasKeys?: boolean;
  readonly stepsOf?: FindSteps;
}

/** Models lose track of a step with more exits. */
const MAX_MODEL_EXITS = 5;

const issue = <Type extends string>(type: Type, msg: string, ...loc: string[]) => ({ loc, msg, type });

const ASKS_FIRST =
  'This action asks the contact first, which takes the model; name it in the actions of a step with a goal.';

const WAIT = 'Let a step in between wait for the contact.';

interface StepIssues {
  readonly errors: readonly StepIssue[];
  readonly warnings: readonly Warning[];
}

/** The same for the steps that an agent has. */
export const issuesOfAgent = ({
  agent: { id, steps, dtmf_input },
  actions,
}: Pick<VersionContent, 'agent' | 'actions'>): StepIssues =>
  steps
    ? issuesOfSteps(steps, {
        actions: actionsByName(actions),
        hasKeys: Boolean(dtmf_input),
        callValues: CALL_VALUES,
        agent: id,
      })
    : { errors: [], warnings: [] };

/** Errors, with which steps cannot be saved, and warnings. */
export function issuesOfSteps(steps: AgentSteps, surroundings: StepSurroundings): StepIssues {
  const { agent = '', stepsOf = () => undefined, hasKeys = true, actions } = surroundings;
  const unreachable = unreachableIn(steps);
  const places = (['steps', 'handoffs'] as const).flatMap((kind) =>
    Object.keys(steps[kind]).map((name) => [kind, name] as const),
  );
  return {
    errors: [
      ...places
        .filter(([kind, name]) => name === DONE || (kind === 'handoffs' && Object.hasOwn(steps.steps, name)))
        .map((place) =>
          issue('invalid_name', 'This name is taken by a step, or by the exit done.', ...place),
        ),
      ...issuesOfValues(steps),
      ...issuesOfKeypad(steps, hasKeys),
      ...Array.from(actions, ([name, { config }]) =>
        issuesOfDemands(steps, name, config.input_schema),
      ).flat(),
      ...issuesOfReferences(steps, surroundings),
      ...Object.entries(steps.steps).flatMap(([name, step]) => issuesOfElse(step, ['steps', name, 'next'])),
      ...exitsOf(steps).flatMap(({ exit, loc }) => issuesOfWhen(steps, exit, loc)),
      ...Object.entries(steps.handoffs)
        .filter(([, handoff]) => handoff.agent === agent)
        .map(([name]) =>
          issue('own_agent', 'This is the agent itself: use a step.', 'handoffs', name, 'agent'),
        ),
      ...issuesOfCircles(steps, agent, stepsOf),
    ],
    warnings: [
      ...places
        .filter(([, name]) => unreachable.has(name))
        .map((place) => issue('unreachable', 'No exit leads here.', ...place)),
      ...circularSteps(steps).map((name) =>
        issue('circle', `This step leads back to itself at once. ${WAIT}`, 'steps', name, 'next'),
      ),
      ...Object.keys(steps.steps).flatMap((name) => warningsOfStep(steps, name)),
    ],
  };
}

/** The handoffs after which other agents hand the call back at once. */
export const issuesOfCircles = (steps: AgentSteps, agent: string, stepsOf: FindSteps): StepIssue[] =>
  circularHandoffs(steps, agent, stepsOf).map((name) =>
    issue('circle', `This agent hands the call back at once. ${WAIT}`, 'handoffs', name, 'agent'),
  );

const exitsOf = ({ steps, always }: AgentSteps): { readonly exit: Exit; readonly loc: string[] }[] => [
  ...Object.entries(steps).flatMap(([name, { next }]) =>
    next.map((exit, index) => ({ exit, loc: ['steps', name, 'next', String(index)] })),
  ),
  ...always.map((exit, index) => ({ exit, loc: ['always', String(index)] })),
];

function issuesOfReferences(steps: AgentSteps, { actions, callValues }: StepSurroundings): StepIssue[] {
  const names = Object.keys(steps.steps);
  const collected = collectedBy(steps).map(([name]) => name);
  const step = unknownAmong('step', names);
  const place = unknownAmong('step or handoff', [...names, ...Object.keys(steps.handoffs)]);
  const action = unknownAmong('action', [...actions.keys()]);
  const act = (name: string, ...loc: string[]) =>
    actions.get(name)?.config.confirm === true || actions.get(name)?.type === 'action_schedule_callback'
      ? [issue('asks_first', ASKS_FIRST, ...loc)]
      : action(name, ...loc);
  const value = unknownAmong('value', [...Object.keys(steps.values), ...collected]);
  const sources = {
    contact: unknownAmong('collected value', collected),
    call: unknownAmong('fact of a call', callValues),
  };
  return [
    ...step(steps.entry, 'entry'),
    ...exitsOf(steps).flatMap(({ exit, loc }) => place(exit.to, ...loc, 'to')),
    ...Object.entries(steps.steps).flatMap(([name, { actions: offered = [], do: run }]) => [
      ...offered.flatMap((each, index) => action(each, 'steps', name, 'actions', String(index))),
      ...(run === undefined ? [] : act(run, 'steps', name, 'do')),
    ]),
    ...Object.entries(steps.handoffs).flatMap(([name, { carry }]) =>
      carry.flatMap((each, index) => value(each, 'handoffs', name, 'carry', String(index))),
    ),
    ...Object.entries(steps.values).flatMap(([name, { from }]) =>
      from === 'contact' || from === 'call' ? sources[from](name, 'values', name) : [],
    ),
  ];
}

/** A check of names of one kind, which suggests the nearest known name. */
const unknownAmong =
  (kind: string, known: readonly string[]) =>
  (name: string, ...loc: string[]): StepIssue[] => {
    if (known.includes(name)) return [];
    const nearest = nearestWord(name, known);
    const hint = nearest === undefined ? '' : ` The nearest known name is ${nearest}.`;
    return [issue('unknown_name', `There is no ${kind} ${name}.${hint}`, ...loc)];
  };

/** Exits have one else. A step that waits, or an action, may also have no exits. */
function issuesOfElse(step: Step, loc: string[]): StepIssue[] {
  const elses = step.next.filter((exit) => exit.when === undefined && exit.if === undefined).length;
  if (elses === 1 || (step.next.length === 0 && (isWaiting(step) || step.do !== undefined))) return [];
  return elses === 0
    ? [issue('missing', 'One exit must be the else: { to } without when and if.', ...loc)]
    : [issue('too_big', 'Only one exit may be the else, without when and if.', ...loc)];
}

function warningsOfStep({ steps, always, handoffs }: AgentSteps, name: string): Warning[] {
  const step = steps[name];
  if (!step) return [];
  const { next, collect, secure } = step;
  const named = [...next, ...always, ...Object.values(handoffs)].filter(
    (exit) => exit.if !== undefined,
  ).length;
  const count = isWaiting(step) ? named + (!collect && elseOf(step) ? 1 : 0) : 0;
  const hasCard = Object.values(collect ?? {}).some(({ type }) => type === 'card');
  const crowded = `The model chooses among ${count} exits, with those of always and handoffs. It loses track above ${MAX_MODEL_EXITS}.`;
  const warn = (isDue: boolean, field: string, type: Warning['type'], msg: string) =>
    isDue ? [issue(type, msg, 'steps', name, field)] : [];
  return [
    ...warn(count > MAX_MODEL_EXITS, 'next', 'too_many_exits', crowded),
    ...warn(hasCard && !secure, 'secure', 'insecure', 'This step collects a card: set secure.'),
  ];
}
