import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from '../focus.ts';

/** What stands above pages, by the beginning of their addresses. */
const ABOVE = [
  ['/calls/', '/calls', 'Calls'],
  ['/campaigns/', '/campaigns', 'Campaigns'],
  ['/agents/', '/agents', 'Agents'],
  ['/playground', '/agents', 'Agents'],
  ['/tests/', '/tests', 'Tests'],
  ['/webhooks/', '/webhooks', 'Webhooks'],
  ['/connections', '/settings', 'Settings'],
] as const;

/** The titles of the pages that were opened, by their paths, the last one at the end. */
export const visitedPages = new Map<string, string>();

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
    visitedPages.delete(location.pathname);
    visitedPages.set(location.pathname, name);
  }, [name]);
  const heading = useHeadingFocus();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const above = ABOVE.find(([start]) => path.startsWith(start));
  return (
    <>
      <header className="page-head">
        {above && (
          <nav className="crumb" aria-label="Above this page">
            <Link to={above[1]} activeOptions={{ exact: true }}>
              {above[2]}
            </Link>
            <span aria-hidden="true">/</span>
          </nav>
        )}
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
