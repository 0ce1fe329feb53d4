import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime, StatusBadge } from '../../parts/values.tsx';
import { ORDER, REPLAY_WORDS } from './replay.ts';
import { type ListedTestRun, latestRuns } from './test-api.ts';

/** The newest runs: all of them, or those of an agent or a test. */
export function LatestRuns({ filter }: { readonly filter: Parameters<typeof latestRuns>[0] }) {
  const runs = useQuery(latestRuns(filter));
  return (
    <Section title="Latest runs">
      <QueryState query={runs} what="runs" />
      {runs.data?.length === 0 && <p className="faint">No runs in the last 30 days</p>}
      {runs.data && runs.data.length > 0 && (
        <Table
          label="Latest runs"
          rows={runs.data}
          columns={{
            Run: ({ id, name }) => (
              <Link to="/tests/runs/$id" params={{ id }} className="row-link">
                <bdi>{name}</bdi>
              </Link>
            ),
            Status: ({ status }) => <StatusBadge status={status} />,
            Cases: countsText,
            Started: ({ created_at: at }) => <RelativeTime at={at} />,
          }}
        />
      )}
    </Section>
  );
}

/** The numbers of cases in words: `1 failed, 3 passed`. */
export function countsText({ kind, counts }: Pick<ListedTestRun, 'kind' | 'counts'>): string {
  return ORDER.filter((status) => counts[status])
    .map((status) => `${counts[status]} ${kind === 'replay' ? REPLAY_WORDS[status] : status}`)
    .join(', ');
}
