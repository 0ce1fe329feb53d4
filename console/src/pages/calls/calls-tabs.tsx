import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messagesAt } from '../../api/fault.ts';
import { agentsList } from '../../api/lists.ts';
import { agentChoices } from '../../format/label.ts';
import { ANSWERERS, ENDS } from '../../format/outcome.ts';
import type { Filter } from '../../parts/controls/filter-bar.tsx';
import { words } from '../../parts/values.tsx';
import { type CallSearch, DIRECTIONS, STATUSES } from './filters.ts';

const TABS = [
  ['/calls', 'List'],
  ['/calls/answers', 'Answers'],
  ['/calls/review', 'Review'],
] as const;

/** The pages of many calls. */
export function CallsTabs() {
  return (
    <nav className="tabs" aria-label="Pages of calls">
      {TABS.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** What calls are filtered by. `error`: what the API says of the filters. */
export function useCallFilters(error: unknown): readonly Filter<keyof CallSearch>[] {
  const { data: agents = [] } = useQuery(agentsList);
  const named = (names: readonly string[]) => names.map((name) => [name, words(name)] as const);
  return [
    { name: 'status', label: 'Status', options: named(STATUSES) },
    {
      name: 'agent',
      label: 'Agent',
      options: agentChoices(agents),
      faults: messagesAt(error, 'agent'),
    },
    {
      name: 'when',
      label: 'Created',
      type: 'time',
      faults: [...messagesAt(error, 'created_after'), ...messagesAt(error, 'created_before')],
    },
    {
      name: 'outcome',
      label: 'Outcome',
      options: Object.entries(ENDS).map(([name, { text }]) => [name, text]),
    },
    {
      name: 'answered_by',
      label: 'Answered by',
      options: Object.entries(ANSWERERS),
      faults: messagesAt(error, 'answered_by'),
    },
    { name: 'direction', label: 'Direction', options: named(DIRECTIONS) },
    { name: 'to_number', label: 'To number', type: 'tel', faults: messagesAt(error, 'to_number') },
    { name: 'from_number', label: 'From number', type: 'tel', faults: messagesAt(error, 'from_number') },
  ];
}
