import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { callsPage, type ListedCall } from '../../api/lists.ts';
import { duration, secondsBetween } from '../../format/duration.ts';
import { exactMoney, money } from '../../format/numbers.ts';
import { answererWords, shortOutcome } from '../../format/outcome.ts';
import { contactOf, phoneNumber } from '../../format/phone-number.ts';
import { Page, Section } from '../../parts/page.tsx';
import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { Reviewed } from '../../parts/reviewed.tsx';
import { Facts, Phone, Untrusted, When, words } from '../../parts/values.tsx';
import { EndCall } from '../calls/end-call.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { Analysis, Found } from './analysis.tsx';
import '../calls/call-cells.css';
import './call.css';
import { messageAt } from '../conversation/transcript.ts';
import { CallConversation, useConversation } from './call-conversation.tsx';
import { findingsOf } from './findings.ts';
import { Latency } from './latency-section.tsx';
import { outcomeOf } from './outcome.ts';

const PathOfCall = lazy(async () => ({ default: (await import('./steps-of-call.tsx')).PathOfCall }));
const AgentsOfCall = lazy(async () => ({ default: (await import('./steps-of-call.tsx')).AgentsOfCall }));
const ValuesOfCall = lazy(async () => ({ default: (await import('./steps-of-call.tsx')).ValuesOfCall }));
const LawOfCall = lazy(async () => ({ default: (await import('./law.tsx')).LawOfCall }));
const Deliveries = lazy(async () => ({ default: (await import('./deliveries.tsx')).Deliveries }));
const Neighbours = lazy(async () => ({ default: (await import('../../parts/neighbours.tsx')).Neighbours }));
const CallMenu = lazy(async () => ({ default: (await import('./call-menu.tsx')).CallMenu }));

/** Milliseconds between two reads of a call that may still change. */
const OPEN_MS = 2_000;

/** Milliseconds for which the page waits for an analysis that was asked for. */
const ANALYSIS_MS = 120_000;

/** An analysis that was asked for: its number, and until when the page waits for it. */
interface AskedAnalysis {
  readonly run: number;
  readonly until: number;
}

/** One call: its conversation, and beside it how it went, what was found out, and what it took. */
export default function CallPage() {
  const { id } = useParams({ from: '/frame/calls/$id' });
  const [asked, setAsked] = useState<AskedAnalysis>();
  // A list that was read knows the title.
  const listed = useQueryClient()
    .getQueriesData<Partial<{ items: ListedCall[]; pages: { items: ListedCall[] }[] }>>({
      queryKey: ['calls'],
    })
    .flatMap(([, read]) => read?.items ?? read?.pages?.flatMap(({ items }) => items) ?? [])
    .find((one) => one.id === id);
  const call = useQuery({
    queryKey: ['call', id],
    queryFn: () => api.get('/v1/calls', { query: { id } }),
    refetchInterval: ({ state }) =>
      state.data && (!isFinished(state.data) || isAwaited(state.data, asked)) ? OPEN_MS : false,
  });
  if (call.data) {
    return (
      <CallView
        call={call.data}
        stale={call.error}
        awaited={isAwaited(call.data, asked)}
        onAsked={(run) => setAsked({ run, until: Date.now() + ANALYSIS_MS })}
      />
    );
  }
  return (
    <Page title={listed ? titleOf(listed) : 'Call'}>
      {call.error ? (
        <FaultNote error={call.error} onRetry={() => void call.refetch()} />
      ) : (
        <Loading what="the call" lines={8} />
      )}
    </Page>
  );
}

const titleOf = (call: ListedCall | Schema<'Call'>) =>
  `Call ${call.direction === 'inbound' ? 'from' : 'to'} ${phoneNumber(contactOf(call))}`;

/** Whether a call is over for at least a minute: nothing more comes of it. */
function isFinished({ status, end_time: endTime }: Schema<'Call'>): boolean {
  return !isOpen({ status }) && Date.now() - Date.parse(endTime ?? '') > 60_000;
}

function isAwaited({ analysis }: Schema<'Call'>, asked: AskedAnalysis | undefined): boolean {
  return asked !== undefined && (analysis?.run ?? 0) < asked.run && Date.now() < asked.until;
}

function CallView({
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
  const { turns, agent, light, shown } = useConversation(call);
  const { isPending } = shown;
  const quote = (message: number) => light(messageAt(turns, message)?.key, { isAsked: true, seeks: true });
  const { message } = useSearch({ from: '/frame/calls/$id' });
  const quoted = useRef<string>(undefined);
  useEffect(() => {
    if (isPending || message === undefined || quoted.current === message) return;
    quoted.current = message;
    light(messageAt(turns, Number(message))?.key, { isAsked: true, seeks: true });
  }, [isPending, message, turns, light]);
  return (
    <Page
      title={titleOf(call)}
      actions={
        <>
          <Suspense>
            <Neighbours what="call" id={call.id} read={() => callsAround(call)} />
          </Suspense>
          {isOpen(call) && <EndCall id={call.id} status={call.status} />}
          <Suspense>
            <CallMenu call={call} />
          </Suspense>
        </>
      }
    >
      {stale && <FaultNote error={stale} />}
      <div className="call">
        <Outcome call={call} onQuotation={quote} />
        <CallConversation shown={shown} />
        <div className="call-rail">
          <Analysis call={call} awaited={awaited} onAsked={onAsked} onQuotation={quote} />
          <Suspense>
            {call.path && call.path.length > 0 && (
              <PathOfCall path={call.path} onTurn={(turn) => light(turn, { isAsked: true })} />
            )}
            {call.values && <ValuesOfCall values={call.values} />}
            {call.agents && <AgentsOfCall agents={call.agents} currency={call.cost?.currency ?? ''} />}
          </Suspense>
          {call.collected_fields && <Collected fields={call.collected_fields} />}
          <Latency
            latency={call.latency}
            turns={turns}
            onTurn={({ key }) => light(key, { isAsked: true, opens: true })}
          />
          {call.cost && <Cost cost={call.cost} />}
          <CallFacts call={call} agent={agent?.content.name} />
          <Suspense>
            <LawOfCall call={call} />
            <Deliveries call={call.id} isLive={!isFinished(call)} />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

/** A call between the newer and the older one. */
async function callsAround({ id, created_at: at }: Schema<'Call'>) {
  const query = { created_after: at, sort_desc: false, size: 2 };
  const [{ items }, older] = await Promise.all([
    api.page('/v1/calls/list', { query }),
    callsPage({ created_before: at }, { size: 1 }),
  ]);
  return [...items.filter((one) => one.id !== id), { id }, ...older.items];
}

/** How the call went: the first thing that one wants to know. */
function Outcome({
  call,
  onQuotation,
}: {
  readonly call: Schema<'Call'>;
  readonly onQuotation: (message: number) => void;
}) {
  const summary = call.analysis && findingsOf(call.analysis).find(({ name }) => name === 'Summary');
  return (
    <section className="call-outcome" aria-label="Outcome">
      <h2 className={`outcome ${shortOutcome(call).kind}`}>{outcomeOf(call)}</h2>
      {call.error_message && (
        <p className="fault">
          <Untrusted text={call.error_message} />
        </p>
      )}
      {call.do_not_call_result && <p className="badge busy">Asked not to be called again</p>}
      {summary && <Found finding={summary} onQuotation={onQuotation} />}
    </section>
  );
}

function Collected({ fields }: { readonly fields: NonNullable<Schema<'Call'>['collected_fields']> }) {
  return (
    <Section title="Collected fields">
      <Facts
        facts={Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            value === null ? 'not mentioned' : <Untrusted key={name} text={String(value)} />,
          ]),
        )}
      />
    </Section>
  );
}

function CallFacts({
  call,
  agent,
}: {
  readonly call: Schema<'Call'>;
  readonly agent: string | null | undefined;
}) {
  const seconds = secondsBetween(call.start_time, call.end_time);
  return (
    <Section title="Facts">
      <Facts
        facts={{
          From: <Phone number={call.from_number} />,
          To: <Phone number={call.to_number} />,
          Agent: (
            <Link to="/agents/$id" params={{ id: call.agent.id }}>
              <bdi>{agent ?? 'the agent'}</bdi>
              {call.agent_version !== undefined && `, version ${call.agent_version}`}
            </Link>
          ),
          Campaign: call.campaign_id && (
            <Link to="/campaigns/$id" params={{ id: call.campaign_id }}>
              View campaign
            </Link>
          ),
          Created: <When at={call.created_at} />,
          Scheduled: call.scheduled_at && <When at={call.scheduled_at} />,
          Answered: call.start_time && <When at={call.start_time} />,
          Ended: call.end_time && <When at={call.end_time} />,
          Duration: seconds === undefined ? undefined : duration(seconds),
          'Answered by': call.answered_by && answererWords(call.answered_by),
          'Machine detection': call.human_detection_result && words(call.human_detection_result),
          Review: call.review && <Reviewed review={call.review} />,
          HIPAA: call.hipaa_compliant ? 'no content is stored' : undefined,
          'Call id': <code>{call.id}</code>,
        }}
      />
    </Section>
  );
}

/** What a call cost; its parts on demand. */
function Cost({ cost }: { readonly cost: Schema<'CallCost'> }) {
  const { currency, telephony, speech, model, aws, total, unpriced_models: unpriced = [] } = cost;
  const { tokens_are_estimated: isEstimated = false, is_incomplete: isIncomplete = false } = cost;
  const part = (amount: number | null) => (amount === null ? 'no price' : exactMoney(amount, currency));
  return (
    <Section title="Cost">
      <p className="row figure-line">
        <strong className="figure">{money(total, currency)}</strong>
      </p>
      <details>
        <summary>Parts of the cost</summary>
        <Facts
          facts={{
            Telephony: part(telephony),
            Speech: part(speech),
            'Language model': part(model),
            AWS: part(aws),
          }}
        />
        <p className="help">
          An estimate based on the operator’s prices.
          {isEstimated && ' Some tokens are estimated, since the vendor didn’t report them.'}
          {unpriced.length > 0 && ` Not in the total, since they have no price: ${unpriced.join(', ')}.`}
          {isIncomplete && unpriced.length === 0 && ' The last turns aren’t included: the call was too long.'}
        </p>
      </details>
    </Section>
  );
}
