import './tests.css';
import type { ReactNode } from 'react';
import { turnId } from './played-turns.tsx';

/** A turn on two sides. */
interface Pair {
  readonly turn: number;
  readonly differs: boolean;
  /** What both sides have, and how they differ. */
  readonly head: ReactNode;
  readonly sides: readonly [before: ReactNode, after: ReactNode];
}

/** Turns beside each other: before and now, or of two versions. */
export const Pairs = ({
  pairs,
  names,
}: {
  readonly pairs: readonly Pair[];
  readonly names: readonly [before: string, after: string];
}) => (
  <ol className="pairs">
    {pairs.map(({ turn, differs, head, sides }) => (
      <li key={turn} id={turnId(turn)} tabIndex={-1} data-differs={differs || undefined}>
        <div className="row">
          <span className="faint">{turn === 0 ? 'Start' : `Turn ${turn}`}</span> {head}
        </div>
        <div className="sides">
          {names.map((name, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of what one side said and did, not of fields.
            <div key={name} role="group" aria-label={name}>
              {sides[at] ?? <p className="faint">No such turn</p>}
            </div>
          ))}
        </div>
      </li>
    ))}
  </ol>
);
