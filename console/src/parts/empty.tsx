import type { ReactNode } from 'react';

/** An empty state, with what to do first. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A placeholder while something loads. */
export function Loading({ what, lines }: { readonly what: string; readonly lines?: number }) {
  return (
    <>
      <p className="hidden" role="status">
        Loading {what} …
      </p>
      <Skeleton {...(lines !== undefined && { lines })} />
    </>
  );
}

/** Placeholder lines, so that the page doesn't jump when its content loads. */
function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={line} />
      ))}
    </div>
  );
}

/** Tells that a form has what was entered in it before the session ended. */
export function RestoredNote() {
  return (
    <p className="note" role="status">
      What you entered before your session ended is here again, and not saved yet. Keys and other secrets were
      not kept: enter them again.
    </p>
  );
}
