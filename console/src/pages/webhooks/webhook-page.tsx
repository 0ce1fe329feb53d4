import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { agentsList, webhooksList, withoutMissing } from '../../api/lists.ts';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { rangeOf, timeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { TimeRange } from '../../parts/controls/time-range.tsx';
import { Button, Switch } from '../../parts/controls.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { usePageActions } from '../../parts/page-actions.ts';
import { FaultNote, QueryState } from '../../parts/query-state.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Facts, When } from '../../parts/values.tsx';
import { Users, usersOf } from '../connections/users.tsx';
import { Causes } from './causes.tsx';
import { Deliveries } from './deliveries.tsx';
import { failingDeliveries, LIVE_MS } from './use-failures.ts';
import { causesOf, failuresOf } from './webhook-failures.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';
import { WebhookHealth } from './webhook-health.tsx';

const REASONS = {
  owner: 'You disabled it.',
  gone: 'The endpoint answered 410 (gone).',
  failing: 'Every delivery failed for days.',
};

const PARTS = [
  ['deliveries', 'Deliveries'],
  ['replay', 'Replay'],
  ['settings', 'Settings'],
] as const;

/** One webhook: its health, its deliveries, and what can be done about them. */
export default function WebhookPage() {
  const { id } = useParams({ from: '/frame/webhooks/$id' });
  const queries = useQueryClient();
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => api.get('/v1/webhooks', { query: { id } }),
    // The list knows its title and what its tabs need.
    placeholderData: () => queries.getQueryData(webhooksList.queryKey)?.find((one) => one.id === id),
  });
  return webhook.data ? (
    <WebhookView webhook={webhook.data} />
  ) : (
    <Page title="Webhook">
      <QueryState query={webhook} what="the webhook" />
    </Page>
  );
}

function WebhookView({ webhook }: { readonly webhook: Schema<'Webhook'> }) {
  const { id } = webhook;
  const { tab } = useSearch({ from: '/frame/webhooks/$id' });
  const [open] = PARTS.find(([key]) => key === tab) ?? PARTS[0];
  const failing = useQuery({ ...failingDeliveries(id), refetchInterval: LIVE_MS });
  const failuresOfWebhook = failing.data && failuresOf(failing.data, id, Date.now());
  const test = useAct({
    act: () => api.post('/v1/webhooks/test', { query: { id } }),
    done: 'Test events are on their way: see the deliveries.',
    changes: [['deliveries']],
  });
  const enable = useAct({
    act: (enabled: boolean) => api.post('/v1/webhooks/update', { query: { id }, body: { enabled } }),
    changes: [['webhook', id], ['webhooks']],
    ahead: {
      queryKey: ['webhook', id],
      change: (before, enabled) => ({ ...(before as Schema<'Webhook'>), enabled }),
    },
  });
  usePageActions([{ label: 'Send test events', icon: Send, onAction: () => test.mutate(undefined) }]);
  return (
    <Page
      name={webhook.url}
      title={<bdi className="untrusted">{webhook.url}</bdi>}
      actions={
        <Button icon={Send} disabled={test.isPending} onClick={() => test.mutate(undefined)}>
          Send test events
        </Button>
      }
    >
      {!webhook.enabled && (
        <p className="note bad">
          {webhook.disabled_reason ? REASONS[webhook.disabled_reason] : 'It is disabled.'} Events become
          failed deliveries until it is switched on again; then replay them.{' '}
          {webhook.disabled_at && (
            <>
              Disabled since <When at={webhook.disabled_at} />.
            </>
          )}
        </p>
      )}
      <div className="webhook-head row">
        <Switch
          label="Deliver events"
          isSelected={webhook.enabled}
          onChange={(enabled) => enable.mutate(enabled)}
        />
        <WebhookHealth webhook={webhook} failuresOfWebhook={failuresOfWebhook} />
      </div>
      {failing.error && <FaultNote error={failing.error} onRetry={() => void failing.refetch()} />}
      <nav className="tabs" aria-label="Parts of the webhook">
        {PARTS.map(([key, name]) => (
          <Link
            key={key}
            to="/webhooks/$id"
            params={{ id }}
            search={{ tab: key }}
            replace
            aria-current={key === open ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {open === 'deliveries' && (
        <>
          {failing.data && <Causes causes={causesOf(failing.data, Date.now())} />}
          <Deliveries webhook={id} />
        </>
      )}
      {open === 'replay' && <Replay webhook={id} />}
      {open === 'settings' && (
        <>
          <Secrets webhook={webhook} />
          <Settings webhook={webhook} />
        </>
      )}
    </Page>
  );
}

function Secrets({ webhook }: { readonly webhook: Schema<'Webhook'> }) {
  const { id } = webhook;
  return (
    <Section title="Secret">
      <p className="help">
        Signs every delivery (Standard Webhooks). Your program verifies the signature with it.
      </p>
      <Secret text={webhook.secret} what="the secret" />
      <Facts
        facts={Object.fromEntries(
          webhook.previous_secrets.map(({ valid_until: end }, at) => [
            `Previous secret ${at + 1}`,
            <span key={end}>
              valid until <When at={end} />
            </span>,
          ]),
        )}
      />
      <ConfirmAct
        act={() => api.post('/v1/webhooks/rotate_secret', { query: { id } })}
        done="New secret created. The old one keeps working for 24 hours."
        changes={[['webhook', id], ['webhooks']]}
        button="Rotate the secret"
        title="Rotate the secret?"
        confirm="Make a new secret"
      >
        <p>
          Deliveries are signed with both secrets until the old one ends. Give your program the new one
          before.
        </p>
      </ConfirmAct>
    </Section>
  );
}

function Settings({ webhook }: { readonly webhook: Schema<'Webhook'> }) {
  const { id } = webhook;
  const navigate = useNavigate();
  const agents = useQuery(agentsList);
  const users = usersOf(id, agents.data ?? [], []);
  const save = useAct({
    act: (body: object) => api.request('POST', `/v1/webhooks/update?id=${id}`, { body }),
    done: 'The webhook is saved.',
    changes: [['webhook', id], ['webhooks']],
    showsFault: true,
  });
  return (
    <Section title="Settings">
      <RecordForm
        name="webhook"
        fields={WEBHOOK_FIELDS}
        before={{ ...webhook }}
        submit="Save the settings"
        act={save}
      />
      <ConfirmAct
        act={() => api.post('/v1/webhooks/delete', { query: { id } })}
        done="The webhook is deleted."
        changes={[['webhooks']]}
        onDone={() => void navigate({ to: '/webhooks', ignoreBlocker: true })}
        button="Delete the webhook"
        title="Delete this webhook?"
        danger
        disabled={!agents.isSuccess}
        blocked={
          users.length > 0 && (
            <>
              <Users users={users} />. Choose another webhook for them to delete this one.
            </>
          )
        }
      >
        <p>Its pending deliveries are cancelled.</p>
      </ConfirmAct>
    </Section>
  );
}

/** A secret that is revealed on request. */
function Secret({ text, what }: { readonly text: string; readonly what: string }) {
  const [shown, setShown] = useState(false);
  return (
    <span className="secret">
      <code>{shown ? text : '••••••••••••'}</code>{' '}
      <Button className="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} {what}
      </Button>
      {shown && <CopyButton text={text}>Copy</CopyButton>}
    </span>
  );
}

const FIELDS: Fields = {
  failed: { kind: 'boolean', label: 'Only events whose delivery failed', default: true },
};

/** Delivers the events of a range of time again. */
function Replay({ webhook }: { readonly webhook: string }) {
  const [search, setSearch] = useAddress();
  const time = timeOf(search, '1');
  const replay = useAct({
    act: ({ failed = true }: Values) =>
      api.request('POST', `/v1/webhooks/replay?id=${webhook}`, {
        body: withoutMissing({ ...rangeOf(time, Date.now()), status: failed === true ? 'failed' : '' }),
      }),
    done: 'The replay starts shortly. See the deliveries.',
    changes: [['deliveries']],
    showsFault: true,
  });
  return (
    <Section title="Replay">
      <div className="row">
        <TimeRange time={time} onChange={(next) => setSearch({ ...search, ...next })} />
      </div>
      <RecordForm name="replay" fields={FIELDS} submit="Replay" act={replay} />
    </Section>
  );
}
