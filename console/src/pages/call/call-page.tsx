import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { duration, milliseconds, secondsBetween } from '../../format/duration.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { CopyCurl } from '../../parts/copy-curl.tsx';
import { Loading } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Phone } from '../../parts/phone.tsx';
import { RawJson } from '../../parts/raw-json.tsx';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { When } from '../../parts/when.tsx';
import { EndCall } from '../calls/end-call.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { Analysis } from './analysis.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { Cost } from './cost.tsx';
import { Requests } from './requests.tsx';

/** Milliseconds between two looks at a call of which more may come. */
const OPEN_MS = 2_000;

/** Milliseconds for which the page waits for an analysis that was asked for. */
const ANALYSIS_MS = 120_000;

/** An analysis that was asked for: its number, and until when the page waits for it. */
interface AskedAnalysis {
  readonly run: number;
  readonly until: number;
}

/** One call: what happened, what was said, and what was told to webhooks. */
export default function CallPage() {
  const { id } = useParams({ from: '/frame/calls/$id' });
  const [asked, setAsked] = useState<AskedAnalysis>();
  const call = useQuery({
    queryKey: ['call', id],
    queryFn: () => bodyOf(api.GET('/v1/calls', { params: { query: { id } } })),
    refetchInterval: ({ state }) =>
      state.data && (!isFinished(state.data) || isAwaited(state.data, asked)) ? OPEN_MS : false,
  });
  if (call.data) {
    return (
      <Shown
        call={call.data}
        stale={call.error}
        awaited={isAwaited(call.data, asked)}
        onAsked={(run) => setAsked({ run, until: Date.now() + ANALYSIS_MS })}
      />
    );
  }
  return (
    <Page title="Call" name="Call">
      {call.error ? (
        <FaultNote error={call.error} onRetry={() => void call.refetch()} />
      ) : (
        <Loading what="the call" />
      )}
    </Page>
  );
}

/** Whether a call is over for at least a minute: nothing more comes of it. */
function isFinished({ status, end_time: endTime }: Schema<'Call'>): boolean {
  return !isOpen({ status }) && Date.now() - Date.parse(endTime ?? '') > 60_000;
}

function isAwaited({ analysis }: Schema<'Call'>, asked: AskedAnalysis | undefined): boolean {
  return asked !== undefined && (analysis?.run ?? 0) < asked.run && Date.now() < asked.until;
}

function Shown({
  call,
  stale,
  awaited,
  onAsked,
}: {
  readonly call: Schema<'Call'>;
  readonly stale: Error | null;
  readonly awaited: boolean;
  readonly onAsked: (run: number) => void;
}) {
  const { id } = call;
  const audio = useRef<HTMLAudioElement>(null);
  const [quoted, setQuoted] = useState<number>();
  const { show } = useSearch({ from: '/frame/calls/$id' });
  const navigate = useNavigate({ from: '/calls/$id' });
  const other = call.direction === 'inbound' ? call.from_number : call.to_number;
  const quote = (message: number) => {
    setQuoted(message);
    // The quoted words must be among what is shown.
    if (show !== undefined && show !== 'conversation')
      void navigate({ search: {}, replace: true, resetScroll: false });
  };

  return (
    <Page
      name={`Call ${phoneNumber(other)}`}
      title={
        <>
          {call.direction === 'inbound' ? 'Call from ' : 'Call to '}
          <Phone number={other} /> <StatusBadge status={call.status} />
        </>
      }
      actions={
        <>
          {isOpen(call) && <EndCall id={id} status={call.status} />}
          <CopyCurl method="GET" target={`/v1/calls?id=${id}`} />
        </>
      }
    >
      {stale && <FaultNote error={stale} />}
      {call.error_message && (
        <p className="note bad">
          <Untrusted text={call.error_message} />
        </p>
      )}
      <CallFacts call={call} />
      <CallTimeline call={call} isLive={!isFinished(call)} audio={audio} quoted={quoted} />
      <Analysis call={call} awaited={awaited} onAsked={onAsked} onQuotation={quote} />
      {call.collected_fields && (
        <Section title="Collected fields">
          <Facts
            facts={Object.entries(call.collected_fields).map(([name, value]) => [
              name,
              value === null ? 'not said' : <Untrusted key={name} text={String(value)} />,
            ])}
          />
        </Section>
      )}
      {call.cost && <Cost cost={call.cost} />}
      <Requests call={call} />
      <RawJson value={call} />
    </Page>
  );
}

function CallFacts({ call }: { readonly call: Schema<'Call'> }) {
  const seconds = secondsBetween(call.start_time, call.end_time);
  return (
    <Section title="The call">
      <Facts
        facts={[
          ['From', <Phone key="from" number={call.from_number} />],
          ['To', <Phone key="to" number={call.to_number} />],
          ['Created', <When key="created" at={call.created_at} />],
          ['Scheduled', call.scheduled_at && <When key="scheduled" at={call.scheduled_at} />],
          ['Answered', call.start_time && <When key="start" at={call.start_time} />],
          ['Ended', call.end_time && <When key="end" at={call.end_time} />],
          ['Duration', seconds === undefined ? undefined : duration(seconds)],
          [
            'Silence',
            call.latency &&
              `${milliseconds(call.latency.silence_p50_ms)} (p95 ${milliseconds(call.latency.silence_p95_ms)})`,
          ],
          ['Version of the agent', call.agent_version],
          ['Outcome', call.stage_outcome && words(call.stage_outcome)],
          ['Answered by', call.human_detection_result && words(call.human_detection_result)],
          ['HIPAA', call.hipaa_compliant ? 'nothing that was said is kept' : undefined],
          ['Do not call', call.do_not_call_result ? 'asked not to be called again' : undefined],
          [
            'Agent',
            <Link key="agent" to="/agents/$id" params={{ id: call.agent.id }}>
              as it is now
            </Link>,
          ],
          ['Call id', <code key="id">{call.id}</code>],
        ]}
      />
    </Section>
  );
}
