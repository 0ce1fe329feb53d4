import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { webhooksList } from '../../api/lists.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { useAddress } from '../../parts/address.ts';
import { type Filter, FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Button } from '../../parts/controls.tsx';
import { useHasDraft } from '../../parts/drafts.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useFailures } from './use-failures.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';
import { statusOf, WebhookHealth } from './webhook-health.tsx';

const FILTERS: readonly Filter<'text' | 'state'>[] = [
  {
    name: 'state',
    label: 'State',
    options: ['enabled', 'retrying', 'failed', 'disabled'].map((name) => [name, name]),
  },
];

/** All webhooks and how they are, and a form for a new one. */
export default function WebhooksPage() {
  const webhooks = useQuery(webhooksList);
  const { failures, error, retry } = useFailures((webhooks.data ?? []).map(({ id }) => id));
  const [isNew, setNew] = useState(useHasDraft('webhook'));
  const [search, setSearch] = useAddress();
  const rows = (webhooks.data ?? []).filter(
    ({ id, url, enabled }) =>
      (!search.text || url.toLowerCase().includes(search.text.trim().toLowerCase())) &&
      (!search.state || statusOf(enabled, failures.get(id)) === search.state),
  );
  return (
    <Page
      title="Webhooks"
      actions={
        <Button icon={Plus} className="primary" aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          New webhook
        </Button>
      }
    >
      {isNew && <NewWebhook />}
      {webhooks.error && <FaultNote error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {error && !webhooks.error && <FaultNote error={error} onRetry={retry} />}
      {webhooks.isPending && <Loading what="webhooks" lines={6} />}
      {webhooks.data?.length === 0 && !isNew && (
        <Empty title="No webhooks yet">
          <p>
            A webhook notifies your program of what happens in calls. Create one and send it a test event.
          </p>
        </Empty>
      )}
      {webhooks.data && webhooks.data.length > 0 && (
        <>
          <FilterBar
            search={{ name: 'text', label: 'Search URLs' }}
            filters={FILTERS}
            values={search}
            onChange={setSearch}
          />
          {rows.length === 0 && <Empty title="No webhooks match these filters" />}
          {rows.length > 0 && (
            <Table
              label="Webhooks"
              rows={rows}
              columns={{
                URL: ({ id, url }) => (
                  <Link to="/webhooks/$id" params={{ id }} className="row-link">
                    <bdi className="cut">{url}</bdi>
                  </Link>
                ),
                Health: (webhook) => (
                  <WebhookHealth webhook={webhook} failuresOfWebhook={failures.get(webhook.id)} />
                ),
                Events: ({ subscriptions }) => subscriptions.length,
                Calls: ({ all_calls: isOfAll }) => (isOfAll ? 'all' : 'of its agents'),
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}

function NewWebhook() {
  const navigate = useNavigate();
  const create = useAct({
    act: async (body: object) =>
      (await api.request<{ readonly id: string }>('POST', '/v1/webhooks/create', { body })).data,
    done: 'The webhook is created. Its page has the secret that signs its events.',
    changes: [['webhooks'], ['choices']],
    showsFault: true,
    onDone: ({ id }) => void navigate({ to: '/webhooks/$id', params: { id }, ignoreBlocker: true }),
  });
  return (
    <Section title="New webhook">
      <RecordForm name="webhook" fields={WEBHOOK_FIELDS} submit="Create the webhook" act={create} />
    </Section>
  );
}
