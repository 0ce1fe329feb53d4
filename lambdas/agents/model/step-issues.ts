import { nearestWord } from '../../platform/nearest-word.ts';
import { circularHandoffs, circularSteps, type FindSteps, unreachableIn } from './step-graph.ts';
import { type AgentSteps, DONE, type Exit, elseOf, isWaiting, type Step, type StepIssue } from './steps.ts';
import { issuesOfValues, issuesOfWhen, variableTypes } from './value-issues.ts';

/** What the steps refer to outside themselves. */
export interface StepSurroundings {
  /** The names of the agent's actions, as the language model knows them. */
  readonly actions: readonly string[];
  /** The agent's own name, as handoffs give it. */
  readonly agent?: string;
  readonly isRecorded?: boolean;
  readonly stepsOf?: FindSteps;
}

/** Models lose track of a step with more exits. */
const MAX_MODEL_EXITS = 5;

/** Errors, with which steps cannot be saved, and warnings. */
export function issuesOfSteps(
  steps: AgentSteps,
  surroundings: StepSurroundings,
): { readonly errors: readonly StepIssue[]; readonly warnings: readonly StepIssue[] } {
  const { agent = '', stepsOf = () => undefined, isRecorded = false } = surroundings;
  const unreachable = unreachableIn(steps);
  const lost = (kind: 'steps' | 'handoffs') =>
    Object.keys(steps[kind]).filter((name) => unreachable.has(name));
  return {
    errors: [
      ...issuesOfNames(steps),
      ...issuesOfValues(steps),
      ...referencesOf(steps, surroundings).flatMap(issueOfReference),
      ...Object.entries(steps.steps).flatMap(([name, step]) => issuesOfElse(step, ['steps', name, 'next'])),
      ...exitsOf(steps).flatMap(({ exit, loc }) => issuesOfWhen(steps, exit, loc)),
      ...circularHandoffs(steps, agent, stepsOf).map((name) => ({
        loc: ['handoffs', name, 'agent'],
        msg: 'This agent hands the call back before the contact speaks: let a step in between wait for them.',
        type: 'circle',
      })),
    ],
    warnings: [
      ...(['steps', 'handoffs'] as const).flatMap((kind) =>
        lost(kind).map((name) => ({ loc: [kind, name], msg: 'No exit leads here.', type: 'unreachable' })),
      ),
      ...circularSteps(steps).map((name) => ({
        loc: ['steps', name, 'next'],
        msg: 'This step leads back to itself before the contact speaks: let a step in between wait for them.',
        type: 'circle',
      })),
      ...Object.keys(steps.steps).flatMap((name) => warningsOfStep(steps, name, isRecorded)),
    ],
  };
}

const exitsOf = ({
  steps,
  always,
}: AgentSteps): { readonly exit: Exit; readonly loc: readonly string[] }[] => [
  ...Object.entries(steps).flatMap(([name, { next }]) =>
    next.map((exit, index) => ({ exit, loc: ['steps', name, 'next', String(index)] })),
  ),
  ...always.map((exit, index) => ({ exit, loc: ['always', String(index)] })),
];

interface Reference {
  readonly name: string;
  readonly loc: readonly string[];
  readonly kind: string;
  readonly known: readonly string[];
}

function referencesOf(steps: AgentSteps, { actions }: StepSurroundings): Reference[] {
  const names = Object.keys(steps.steps);
  const places = [...names, ...Object.keys(steps.handoffs)];
  const values = [...variableTypes(steps).keys()];
  const listed = (list: readonly string[], loc: readonly string[], kind: string, known: readonly string[]) =>
    list.map((name, index) => ({ name, loc: [...loc, String(index)], kind, known }));
  return [
    { name: steps.entry, loc: ['entry'], kind: 'step', known: names },
    ...exitsOf(steps).map(({ exit, loc }) => ({
      name: exit.to,
      loc: [...loc, 'to'],
      kind: 'step or handoff',
      known: places,
    })),
    ...Object.entries(steps.steps).flatMap(([name, step]) => [
      ...listed(step.actions ?? [], ['steps', name, 'actions'], 'action', actions),
      ...(step.do === undefined
        ? []
        : [{ name: step.do, loc: ['steps', name, 'do'], kind: 'action', known: actions }]),
    ]),
    ...Object.entries(steps.handoffs).flatMap(([name, { carry }]) =>
      listed(carry, ['handoffs', name, 'carry'], 'value', values),
    ),
  ];
}

function issueOfReference({ name, loc, kind, known }: Reference): StepIssue[] {
  if (known.includes(name)) return [];
  const nearest = nearestWord(name, known);
  const hint = nearest === undefined ? '' : ` The nearest known name is ${nearest}.`;
  return [{ loc, msg: `There is no ${kind} ${name}.${hint}`, type: 'unknown_name' }];
}

function issuesOfNames({ steps, handoffs }: AgentSteps): StepIssue[] {
  const isTaken = (name: string) => name === DONE || Object.hasOwn(steps, name);
  return [
    ...Object.keys(steps)
      .filter((name) => name === DONE)
      .map((name) => ['steps', name]),
    ...Object.keys(handoffs)
      .filter(isTaken)
      .map((name) => ['handoffs', name]),
  ].map((loc) => ({ loc, msg: 'This name is taken by another step or exit.', type: 'invalid_name' }));
}

/** Exits have one else. A step that waits, or an action, may also have no exits. */
function issuesOfElse(step: Step, loc: readonly string[]): StepIssue[] {
  const elses = step.next.filter((exit) => exit.when === undefined && exit.if === undefined).length;
  if (elses === 1 || (step.next.length === 0 && (isWaiting(step) || step.do !== undefined))) return [];
  return elses === 0
    ? [{ loc, msg: 'One exit must be the else: { to } without when and if.', type: 'missing' }]
    : [{ loc, msg: 'Only one exit may be the else, without when and if.', type: 'too_big' }];
}

function warningsOfStep(
  { steps, always, handoffs }: AgentSteps,
  name: string,
  isRecorded: boolean,
): StepIssue[] {
  const step = steps[name];
  if (!step) return [];
  const named = [...step.next, ...always, ...Object.values(handoffs)].filter((exit) => exit.if !== undefined);
  const isEndedByModel = isWaiting(step) && !step.collect && elseOf(step);
  const count = isWaiting(step) ? named.length + (isEndedByModel ? 1 : 0) : 0;
  const collectsCard = Object.values(step.collect ?? {}).some(({ type }) => type === 'card');
  const warn = (field: string, msg: string, type: string) => ({ loc: ['steps', name, field], msg, type });
  return [
    ...(count > MAX_MODEL_EXITS
      ? [
          warn(
            'next',
            `The model chooses among ${count} exits, with those of always and handoffs. It loses track above ${MAX_MODEL_EXITS}.`,
            'too_many_exits',
          ),
        ]
      : []),
    ...(step.secure && isRecorded
      ? [warn('secure', 'Calls of this agent are recorded, and this step must not be.', 'recorded')]
      : []),
    ...(collectsCard && !step.secure
      ? [warn('secure', 'This step collects a card: set secure.', 'insecure')]
      : []),
  ];
}
