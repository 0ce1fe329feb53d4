import './campaigns.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { adviceOn } from '../../api/fault.ts';
import { timeOfDay } from '../../format/date-time.ts';
import { count, counted, percent } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { Facts, Phone, StatusBadge, Untrusted, When, words } from '../../parts/values.tsx';
import { BadRows } from '../calls/batch/bad-rows.tsx';
import { evidenceOf, intervalOf, pauseWords, recipientsOf } from './queries.ts';

type Report = Schema<'CampaignReport'>;

/** How many recipients are done, as a bar. */
export function Progress({ report: { recipients, done } }: { readonly report: Report }) {
  return (
    <span className="campaign-progress">
      <progress max={Math.max(recipients, 1)} value={done} aria-label="Recipients who are done" />
      {count(done)} of {count(recipients)}
    </span>
  );
}

/** How far a campaign is, and what came of its calls. */
export function ProgressSection({ report }: { readonly report: Report }) {
  const { status, recipients, done, reached, abandoned, expected_end: end } = report;
  return (
    <Section title="Progress" actions={<Evidence report={report} />}>
      <p role="status">
        <StatusBadge status={status} /> {pauseWords(report)}
      </p>
      <Progress report={report} />
      <Facts
        facts={{
          'Calls placed': count(report.dialed),
          'Answered by a person': count(reached),
          'Abandoned calls': abandoned > 0 && `${count(abandoned)} (${percent(abandoned / reached)})`,
          'Cost so far': count(report.cost, 2),
          'Expected end': done < recipients && end && <When at={end} />,
          'Results of calls': listOf(report.results),
          'Calls by day (UTC)': listOf(report.dialed_by_day),
        }}
      />
    </Section>
  );
}

/** Downloads the evidence of the calls, which the service prepares first. */
function Evidence({ report: { id, dialed } }: { readonly report: Report }) {
  const { data, error, isFetching, refetch } = useQuery(evidenceOf(id));
  const isBusy = isFetching || data?.state === 'preparing';
  const reason = dialed === 0 ? 'No calls yet' : error && adviceOn(error).text;
  const files = data?.urls ?? [];
  const state = data && (isBusy ? 'Preparing …' : `As of ${timeOfDay(data.updated_at)}:`);
  return (
    <>
      <span role="status" className="help">
        {reason || (data && `${state} ${counted(data.calls, 'call')}`)}
      </span>
      {files.length > 1 &&
        files.map((url, at) => (
          <a key={url} href={url}>
            File {at + 1}
          </a>
        ))}
      <button type="button" className="link" disabled={dialed === 0 || isBusy} onClick={() => void refetch()}>
        Download evidence
      </button>
    </>
  );
}

type Recipient = Schema<'Recipient'>;

/** When those who are due are called. */
const DUE = {
  draft: 'after the start',
  running: 'in turn',
  paused: 'after it resumes',
  cancelled: '',
  finished: '',
};

const isAhead = ({ due_at: at = '' }: Recipient) => at > new Date().toISOString();

/** Why a recipient waits or is not called, and where to mend it. */
const Why = ({ reason, rule, to_number: number }: Recipient) =>
  reason && (
    <div className="help">
      <Untrusted text={reason} shown={200} />{' '}
      {rule === 'consent' && (
        <Link to="/settings" search={{ tab: 'consents', number }}>
          Record a consent
        </Link>
      )}
    </div>
  );

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, number]) => `${words(name)} ${count(number)}`)
    .join(' · ');

/** The recipients of a campaign, and the rows that were refused. */
export function Recipients({ report: { id, status } }: { readonly report: Report }) {
  const [pages, setPages] = useState(1);
  const isDraft = status === 'draft';
  const listed = useQuery({
    ...recipientsOf(id, pages, isDraft ? 'preview' : 'stored'),
    refetchInterval: !isDraft && intervalOf(status),
  });
  const refused = useQuery(recipientsOf(id, pages, 'refused'));
  const rows = (listed.data?.items ?? []).filter((one) => 'state' in one);
  const uncalled = rows.filter(({ outcome }) => outcome !== undefined).length;
  const bad = (refused.data?.items ?? []).flatMap((one) =>
    'msg' in one
      ? [{ line: one.line, text: one.to_number ?? '', why: one.msg.replace(/^to_number: /, '') }]
      : [],
  );
  return (
    <Section title="Recipients">
      <QueryState query={listed} what="recipients" />
      {refused.error && <QueryState query={refused} what="refused rows" />}
      <BadRows
        rows={bad}
        title={`${counted(bad.length, 'row')}${refused.data?.isCut ? ' and more' : ''} refused`}
      />
      {listed.isSuccess && rows.length === 0 && <p className="faint">No recipients yet</p>}
      {isDraft && rows.length > 0 && (
        <p role="status">
          If you start now, {count(rows.length - uncalled)} of the {listed.data?.isCut && 'first '}
          {counted(rows.length, 'recipient')} can be called, {count(uncalled)} can’t.
        </p>
      )}
      {rows.length > 0 && (
        <Table
          label="Recipients"
          rows={rows}
          keyOf={({ to_number: number }) => number}
          columns={{
            Number: ({ to_number: number, further_numbers: others = [] }) =>
              [number, ...others].map((one) => (
                <div key={one}>
                  <Phone number={one} />
                </div>
              )),
            Values: ({ context }) => (
              <span className="faint">
                <Untrusted text={Object.values(context ?? {}).join(' · ')} shown={80} />
              </span>
            ),
            Status: ({ state, outcome }) => (
              <StatusBadge status={outcome ?? (DUE[status] || state !== 'waiting' ? state : 'not called')} />
            ),
            ...(!isDraft && {
              Calls: ({ attempts }: Recipient) =>
                attempts.map(({ call_id: call, result }) => (
                  <Link key={call} to="/calls/$id" params={{ id: call }} className="fact">
                    {words(result ?? 'in progress')}
                  </Link>
                )),
            }),
            'Next call, or why not': (recipient) => (
              <>
                {recipient.state === 'waiting' &&
                  DUE[status] &&
                  (isAhead(recipient) ? <When at={recipient.due_at} /> : DUE[status])}
                <Why {...recipient} />
              </>
            ),
          }}
        />
      )}
      {(listed.data?.isCut || refused.data?.isCut) && (
        <button type="button" disabled={listed.isFetching} onClick={() => setPages(pages + 1)}>
          Show more
        </button>
      )}
    </Section>
  );
}
