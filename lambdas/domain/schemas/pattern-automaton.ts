import type { CharacterSet } from './character-set.ts';
import { type PatternNode, PatternRefused } from './pattern-syntax.ts';

/** Most characters of a regular expression after its counted repetitions were expanded. */
const MAX_POSITIONS = 200;
/** Most repetitions that are expanded. A larger count is treated as unbounded, which is stricter. */
const MAX_WRITTEN_OUT = 64;

/**
 * The Glushkov automaton of a regular expression. Each character is a place, 0 is the start; `follow` lists the next
 * places of a place, once for each way to reach them.
 */
export interface PatternAutomaton {
  readonly sets: readonly CharacterSet[];
  readonly follow: readonly (readonly number[])[];
  /** The number of ways to match the empty text. */
  readonly emptyWays: number;
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const NOTHING: Fragment = { first: [], last: [], nullable: true };

/** Builds the automaton. Throws PatternRefused if it would be too large, or repeats something that can match the empty text. */
export function automatonOf(root: PatternNode): PatternAutomaton {
  const builder = new AutomatonBuilder();
  const { first } = builder.build(root);
  builder.follow[0]?.push(...first);
  return builder;
}

class AutomatonBuilder implements PatternAutomaton {
  readonly sets: CharacterSet[] = [[]];
  readonly follow: number[][] = [[]];
  emptyWays = 1;

  build(node: PatternNode): Fragment {
    switch (node.kind) {
      case 'character':
        return this.#position(node.set);
      case 'sequence':
        return this.#sequence(node.parts);
      case 'choice':
        return this.#choice(node.parts);
      case 'repeat':
        return this.#repeat(node);
      default:
        return NOTHING;
    }
  }

  #position(set: CharacterSet): Fragment {
    if (this.sets.length > MAX_POSITIONS) throw new PatternRefused('it is too long');
    const position = this.sets.push(set) - 1;
    this.follow.push([]);
    return { first: [position], last: [position], nullable: false };
  }

  #sequence(parts: readonly PatternNode[]): Fragment {
    return parts.reduce<Fragment>((before, part) => this.#join(before, this.build(part)), NOTHING);
  }

  #choice(parts: readonly PatternNode[]): Fragment {
    const options = parts.map((part) => this.build(part));
    const empty = options.filter(({ nullable }) => nullable).length;
    this.emptyWays *= Math.max(1, empty);
    return {
      first: options.flatMap(({ first }) => first),
      last: options.flatMap(({ last }) => last),
      nullable: empty > 0,
    };
  }

  #repeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>): Fragment {
    if (max === 0) return NOTHING;
    const before = this.sets.length;
    const once = this.build(body);
    if (max === 1) {
      if (min === 0 && once.nullable) this.emptyWays *= 2;
      return { ...once, nullable: once.nullable || min === 0 };
    }
    if (min === max && (this.sets.length - before) * max <= MAX_WRITTEN_OUT) {
      const others = this.#sequence(Array.from({ length: max - 1 }, () => body));
      return this.#join(once, others);
    }
    if (once.nullable) throw new PatternRefused('it repeats a part that can match nothing');
    this.#connect(once, once);
    return { ...once, nullable: min === 0 };
  }

  #join(before: Fragment, after: Fragment): Fragment {
    this.#connect(before, after);
    return {
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
      nullable: before.nullable && after.nullable,
    };
  }

  #connect({ last }: Fragment, { first }: Fragment): void {
    for (const position of last) this.follow[position]?.push(...first);
  }
}
