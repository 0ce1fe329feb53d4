import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MoreHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { agentsList } from '../../api/lists.ts';
import { agentName } from '../../format/label.ts';
import { count, counted } from '../../format/numbers.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { FaultNote, QueryState } from '../../parts/query-state.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Facts, Phone, words } from '../../parts/values.tsx';
import { ProgressSection, Recipients } from './progress.tsx';
import { campaignOf, reportOf } from './queries.ts';

const ConfirmDialog = lazy(() => import('../../parts/controls/confirm-dialog.tsx'));
const Step = lazy(() => import('./steps.tsx'));

/** The steps in which a campaign is made, as the address names them. The preview is the page of a draft. */
const STEPS = [
  ['agent', 'Agent and number'],
  ['recipients', 'Recipients'],
  ['rules', 'Times and limits'],
  ['preview', 'Preview'],
] as const;

/** One campaign: a step of its making, the preview of a draft, or how far it is. */
export default function CampaignPage() {
  const { id } = useParams({ from: '/frame/campaigns/$id' });
  const { step } = useSearch({ from: '/frame/campaigns/$id' });
  const isNew = id === 'new';
  const campaign = useQuery({ ...campaignOf(id), enabled: !isNew });
  const report = useQuery({ ...reportOf(id), enabled: !isNew });
  if (isNew)
    return (
      <Page title="New campaign">
        <Steps id={id} open="agent" />
        <Suspense>
          <Step open="agent" />
        </Suspense>
      </Page>
    );
  if (!campaign.data || !report.data)
    return (
      <Page title="Campaign">
        <QueryState query={campaign.error ? campaign : report} what="the campaign" lines={8} />
      </Page>
    );
  const stale = report.error ?? campaign.error;
  const { name } = campaign.data;
  const [open] = STEPS.find(([key]) => key === step) ?? STEPS[3];
  const isPreview = open === 'preview';
  const isDraft = report.data.status === 'draft';
  const actions = <Actions report={report.data} name={name} isPreview={isPreview} />;
  return (
    <Page name={name} title={<bdi>{name}</bdi>} actions={actions}>
      {(!isPreview || isDraft) && <Steps id={id} open={open} />}
      {stale && <FaultNote error={stale} />}
      <Suspense key={id}>
        {isPreview ? (
          <>
            {!isDraft && <ProgressSection report={report.data} />}
            <Plan campaign={campaign.data} report={report.data} />
            <Recipients report={report.data} />
          </>
        ) : (
          <Step open={open} campaign={campaign.data} recipients={report.data.recipients} />
        )}
      </Suspense>
    </Page>
  );
}

/** The steps of a campaign. Before it is created, there is only the first one. */
function Steps({ id, open }: { readonly id: string; readonly open: (typeof STEPS)[number][0] }) {
  return (
    <nav className="tabs" aria-label="Steps">
      {STEPS.map(([step, name], at) => (
        <Link
          key={step}
          to="/campaigns/$id"
          params={{ id }}
          search={{ step }}
          disabled={id === 'new' && step !== open}
          aria-current={step === open ? 'page' : undefined}
        >
          {at + 1}. {name}
        </Link>
      ))}
    </nav>
  );
}

interface OfCampaign {
  readonly campaign: Schema<'Campaign'>;
  readonly report: Schema<'CampaignReport'>;
}

/** What a campaign will do. */
function Plan({ campaign, report: { status, recipients } }: OfCampaign) {
  const { agent: id, hours, attempts, budget, calls_per_day: cap } = campaign;
  const agents = useQuery(agentsList);
  const agent = agents.data?.find((one) => one.id === id);
  const isDraft = status === 'draft';
  const windows = (days: readonly string[]) => days.join(', ') || 'none';
  return (
    <Section title={isDraft ? 'What will happen' : 'Settings'}>
      <Facts
        facts={{
          Agent: (
            <Link to="/agents/$id" params={{ id }}>
              <bdi>{agentName(agent ?? { id })}</bdi>
            </Link>
          ),
          From: <Phone number={campaign.from_number} />,
          Purpose: campaign.purpose ? words(campaign.purpose) : 'your operator’s default',
          Recipients: count(recipients),
          Hours: hours
            ? `Mon–Fri ${windows(hours.weekdays)}; Sat ${windows(hours.saturday)}; Sun ${windows(hours.sunday)}`
            : 'whenever the law permits',
          Attempts: `up to ${attempts.most}, ${attempts.most_a_day} in 24 hours`,
          Pace: `${campaign.calls_per_minute} calls a minute, ${campaign.concurrency} at the same time`,
          'Calls per day': cap && count(cap),
          Budget: budget ? count(budget, 2) : 'no limit',
        }}
      />
      {agent && !agent.disclosure && (
        <p className="note">
          This agent has no disclosure, which the law requires in most places.{' '}
          <Link to="/agents/$id" params={{ id }} search={{ tab: 'behaviour' }}>
            Write one
          </Link>
        </p>
      )}
      {isDraft && (
        <p className="help">
          Before each call, the service checks the do-not-call list and the law where the contact is. The
          table says when each contact would be called if you started now, and who isn’t called and why.
        </p>
      )}
    </Section>
  );
}

/** What was done, by the API's word for it. */
const DONE = { start: 'started', pause: 'paused', resume: 'resumed', cancel: 'cancelled', delete: 'deleted' };

/** Starts, pauses and ends a campaign. */
function Actions({
  report: { id, status, recipients },
  name,
  isPreview,
}: Pick<OfCampaign, 'report'> & { readonly name: string; readonly isPreview: boolean }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'cancel' | 'delete'>();
  const { mutate, isPending } = useAct({
    act: (verb: keyof typeof DONE) => api.request('POST', `/v1/campaigns/${verb}?id=${id}`),
    done: (_, verb) => `The campaign is ${DONE[verb]}.`,
    changes: [['campaigns']],
    onDone: (_, verb) => void (verb === 'delete' && navigate({ to: '/campaigns' })),
  });
  const isOpen = status !== 'cancelled' && status !== 'finished';
  return (
    <>
      <MenuButton
        label="More"
        icon={MoreHorizontal}
        items={[
          ...(isOpen
            ? [
                { label: 'Change settings', href: `/campaigns/${id}?step=agent` },
                { label: 'Cancel the campaign', danger: true, onAction: () => setAsked('cancel') },
              ]
            : []),
          { label: 'Delete the campaign', danger: true, onAction: () => setAsked('delete') },
        ]}
      />
      {status === 'running' && (
        <button type="button" disabled={isPending} onClick={() => mutate('pause')}>
          Pause
        </button>
      )}
      {status === 'paused' && (
        <button type="button" className="primary" disabled={isPending} onClick={() => mutate('resume')}>
          Resume
        </button>
      )}
      {status === 'draft' && isPreview && (
        <Confirm
          button="Start calling"
          title={`Call ${counted(recipients, 'recipient')}?`}
          confirm="Start calling"
          primary
          disabled={isPending}
          blocked={recipients === 0 && 'Add recipients first'}
          onConfirm={() => mutate('start')}
        >
          <p>The first calls are placed within a minute. You can pause at any time.</p>
        </Confirm>
      )}
      {asked && (
        <Suspense>
          <ConfirmDialog
            title={asked === 'cancel' ? `Cancel “${name}”?` : `Delete “${name}”?`}
            confirm={asked === 'cancel' ? 'Cancel the campaign' : 'Delete the campaign'}
            dismiss="Keep the campaign"
            danger
            onClose={() => setAsked(undefined)}
            onConfirm={() => mutate(asked)}
          >
            <p>
              It places no more calls. Conversations under way continue.
              {asked === 'delete' && ' Its recipients and report are deleted; its calls stay.'}
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
