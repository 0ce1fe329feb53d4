import './conversation.css';
import type { ReactNode } from 'react';
import type { ShownTurn } from './transcript.ts';

/** Words of one speaker, with what is known of them above. */
export const Bubble = ({
  speaker,
  title,
  head,
  children,
}: {
  readonly speaker: ShownTurn['speaker'];
  readonly title: string;
  readonly head?: ReactNode;
  readonly children: ReactNode;
}) => (
  <article className="bubble" data-speaker={speaker} aria-label={title}>
    <div className="bubble-head row">
      <strong>{title}</strong>
      {head}
    </div>
    {children}
  </article>
);
