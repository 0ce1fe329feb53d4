import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

/** Says that there is nothing yet, and what to do first. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Stands where something will be shown soon. */
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
