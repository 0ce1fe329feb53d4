import { Link, useParams } from '@tanstack/react-router';
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
  return (
    <div className="tab-row">
      <nav className="tabs" aria-label="Parts of the agent">
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
