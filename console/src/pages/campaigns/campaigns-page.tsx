import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { useAgentNames } from '../../api/lists.ts';
import { agentName } from '../../format/label.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime, StatusBadge } from '../../parts/values.tsx';
import { Progress } from './progress.tsx';
import { campaignsList, pauseWords, reportOf } from './queries.ts';

/** Campaigns whose progress is read: each is a request. */
const MOST_READ = 50;

/** All campaigns. */
export default function CampaignsPage() {
  const campaigns = useQuery(campaignsList);
  const create = (
    <Link to="/campaigns/$id" params={{ id: 'new' }} className="button primary">
      <Plus size={16} aria-hidden="true" /> New campaign
    </Link>
  );
  return (
    <Page title="Campaigns" actions={create}>
      <QueryState query={campaigns} what="campaigns" lines={6} />
      {campaigns.data?.length === 0 && (
        <Empty title="No campaigns yet">
          <p>
            A campaign calls many contacts within your hours, caps and budget, and tries again if nobody
            answers.
          </p>
        </Empty>
      )}
      {campaigns.data && campaigns.data.length > 0 && <CampaignTable campaigns={campaigns.data} />}
    </Page>
  );
}

function CampaignTable({ campaigns }: { readonly campaigns: readonly Schema<'Campaign'>[] }) {
  const names = useAgentNames();
  const reports = useQueries({ queries: campaigns.slice(0, MOST_READ).map(({ id }) => reportOf(id)) });
  const reportOfEach = new Map(reports.flatMap(({ data }) => (data ? [[data.id, data]] : [])));
  return (
    <Table
      label="Campaigns"
      kept="campaigns"
      rows={campaigns}
      columns={{
        Campaign: {
          width: 'auto',
          sort: ({ name }) => name,
          cell: ({ id, name }) => (
            <Link to="/campaigns/$id" params={{ id }} className="row-link">
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        Status: {
          width: '15rem',
          sort: ({ status }) => status,
          cell: (campaign) => {
            const current = reportOfEach.get(campaign.id) ?? campaign;
            return (
              <>
                <StatusBadge status={current.status} /> <span className="help">{pauseWords(current)}</span>
              </>
            );
          },
        },
        Progress: {
          width: '13rem',
          cell: ({ id }) => {
            const report = reportOfEach.get(id);
            return report ? <Progress report={report} /> : <span className="faint">–</span>;
          },
        },
        Agent: { width: '10rem', cell: ({ agent: id }) => <bdi>{names.get(id) ?? agentName({ id })}</bdi> },
        Created: {
          width: '7.5rem',
          sort: ({ created_at: at }) => at,
          cell: ({ created_at: at }) => <RelativeTime at={at} />,
        },
      }}
    />
  );
}
