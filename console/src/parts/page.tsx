import { type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from '../focus.ts';

/** A page: its title, what can be done with the whole of it, and its parts. */
export function Page({
  title,
  name = String(title),
  actions,
  children,
}: {
  readonly title: ReactNode;
  /** The title as text, for the window. @default the title, if it is text */
  readonly name?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${name} · Phone-call agents`;
  }, [name]);
  const heading = useHeadingFocus();
  return (
    <>
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page, with its heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="card" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
