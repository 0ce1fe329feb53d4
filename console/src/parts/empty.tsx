import type { ReactNode } from 'react';

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
export function Loading({ what }: { readonly what: string }) {
  return (
    <p className="loading" role="status">
      Loading {what} …
    </p>
  );
}
