import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TABS, type Tab } from './settings/group.ts';

/** The tabs of the workbench. A tab with a fault says so. On a narrow screen, one more leads to the chat below. */
export function TabList({
  tab: open,
  faulty,
  isNew,
}: {
  readonly tab: Tab;
  readonly faulty: readonly Tab[];
  readonly isNew: boolean;
}) {
  const { id } = useParams({ from: '/frame/agents/$id' });
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be out of sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  return (
    <div className="tab-row">
      <nav className="tabs" aria-label="Parts of the agent" ref={list}>
        {TABS.map(([tab, title]) =>
          isNew && ['tests', 'interruptions', 'versions'].includes(tab) ? null : (
            <Link
              key={tab}
              to="/agents/$id"
              params={{ id }}
              search={(before) => ({ ...before, tab })}
              replace
              resetScroll={false}
              aria-current={tab === open ? 'page' : undefined}
              activeProps={{}}
            >
              {title}
              {faulty.includes(tab) && (
                <span className="badge bad">
                  !<span className="hidden"> Something is wrong here</span>
                </span>
              )}
            </Link>
          ),
        )}
      </nav>
      {!isNew && (
        <a className="button to-chat" href="#test-chat">
          Test chat
        </a>
      )}
    </div>
  );
}
