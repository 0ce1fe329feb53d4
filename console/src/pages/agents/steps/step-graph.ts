import { objectOf } from '../../../form/field.ts';

/** A step, a handoff, a name that is neither, or `any`: where exits begin that every step has. */
export interface StepNode {
  readonly id: string;
  readonly kind: 'step' | 'handoff' | 'missing' | 'any';
  readonly name: string;
  /** What happens there, in a few words. */
  readonly note: string;
  readonly isEntry: boolean;
}

/** An exit. */
export interface StepEdge {
  readonly from: string;
  readonly to: string;
  /** What decides it. */
  readonly by: 'code' | 'model' | 'else';
  readonly label: string;
}

/** No name of a step has a space. */
const ANY = 'any step';

/** Nodes that are drawn: the API allows 50 steps and 10 handoffs. */
const MOST_NODES = 60;
const MOST_EXITS = 10;

/** The steps and their exits. What is written may be unfinished or wrong: what has no form of a step is left out. */
export function stepGraph(value: unknown): {
  readonly nodes: readonly StepNode[];
  readonly edges: readonly StepEdge[];
} {
  const { entry, steps, always, handoffs } = objectOf(value);
  const names = Object.keys(objectOf(steps)).slice(0, MOST_NODES);
  const others = Object.keys(objectOf(handoffs)).slice(0, MOST_EXITS);
  const edges = [
    ...names.flatMap((name) => exitsOf(name, objectOf(objectOf(steps)[name]).next)),
    ...exitsOf(ANY, always),
    ...others.flatMap((name) => {
      const { if: condition } = objectOf(objectOf(handoffs)[name]);
      return condition === undefined ? [] : exitsOf(ANY, [{ if: condition, to: name }]);
    }),
  ];
  const known = new Set([...names, ...others]);
  const missing = new Set(edges.flatMap(({ to }) => (known.has(to) ? [] : [to])));
  const node = (kind: StepNode['kind'], note: (name: string) => string) => (name: string) => ({
    ...{ id: name, kind, name, note: note(name) },
    isEntry: kind === 'step' && name === entry,
  });
  const isUsed = edges.some(({ from }) => from === ANY);
  return {
    nodes: [
      ...names.map(node('step', (name) => noteOf(objectOf(objectOf(steps)[name])))),
      ...(isUsed ? [ANY] : []).map(node('any', () => '')),
      ...others.map(node('handoff', () => 'other agent')),
      ...[...missing].map(node('missing', () => 'does not exist')),
    ],
    edges,
  };
}

function exitsOf(from: string, exits: unknown): StepEdge[] {
  if (!Array.isArray(exits)) return [];
  return exits.slice(0, MOST_EXITS).flatMap((exit): StepEdge[] => {
    const { to, when, if: condition } = objectOf(exit);
    if (typeof to !== 'string' || to === '') return [];
    if (typeof when === 'string') return [{ from, to, by: 'code', label: when }];
    if (typeof condition === 'string') return [{ from, to, by: 'model', label: condition }];
    return [{ from, to, by: 'else', label: 'else' }];
  });
}

function noteOf({ say, do: action, goal, collect, secure }: Readonly<Record<string, unknown>>): string {
  const collected = Object.keys(objectOf(collect)).join(', ');
  const parts = [
    say !== undefined && 'says',
    typeof action === 'string' && `does ${action}`,
    collected !== '' && `collects ${collected}`,
    goal !== undefined && collected === '' && 'talks',
    secure === true && 'secure',
  ];
  return parts.filter(Boolean).join(' · ');
}
