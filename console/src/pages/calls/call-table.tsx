import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { feelingOf, milliseconds, secondsBetween } from '../../format/duration.ts';
import { agentName } from '../../format/label.ts';
import { money } from '../../format/numbers.ts';
import { shortOutcome } from '../../format/outcome.ts';
import { contactOf } from '../../format/phone-number.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { ContactLink, Length, Outcome, WHEN } from './cells.tsx';
import { EndCall } from './end-call.tsx';
import { quotationOf } from './filters.ts';
import { isOpen } from './use-calls.ts';

/** A column that is hidden at first. */
const optional = (width: string, read: (call: ListedCall) => string | number | undefined) => ({
  width,
  isOptional: true,
  sort: read,
  cell: read,
});

/** Calls, of which only those on the screen are in the page. The reader chooses columns and their order. */
export function CallTable({
  rows,
  text,
  picked,
  onPick,
  ...table
}: {
  readonly rows: readonly ListedCall[];
  /** By what they were found. */
  readonly text: string | undefined;
  /** The calls that are to be compared. */
  readonly picked: readonly string[];
  readonly onPick: (id: string) => void;
} & Pick<
  Parameters<typeof LongTable<ListedCall>>[0],
  'onVisible' | 'onEnd' | 'isPart' | 'peeked' | 'onPeek'
>) {
  const names = useAgentNames();
  const nameOf = ({ agent: id }: ListedCall) => names.get(id) ?? agentName({ id });
  const told = (call: ListedCall) => quotationOf(call, text) ?? call.summary ?? call.error_message;
  return (
    <LongTable
      label="Calls"
      kept="calls"
      {...table}
      rows={rows}
      columns={{
        Contact: {
          width: '12rem',
          sort: contactOf,
          cell: (call) => (
            <>
              <input
                type="checkbox"
                aria-label={`Compare ${contactOf(call)}`}
                checked={picked.includes(call.id)}
                onChange={() => onPick(call.id)}
              />{' '}
              <ContactLink call={call} />
            </>
          ),
        },
        Agent: { width: '7rem', sort: nameOf, cell: (call) => <bdi>{nameOf(call)}</bdi> },
        When: WHEN,
        Length: {
          width: '4.5rem',
          sort: ({ start_time: start, end_time: end }) => secondsBetween(start, end),
          cell: (call) => <Length call={call} />,
        },
        Outcome: {
          width: '9.5rem',
          sort: (call) => shortOutcome(call).text,
          cell: (call) => (
            <>
              <Outcome call={call} /> {isOpen(call) && <EndCall id={call.id} status={call.status} />}
            </>
          ),
        },
        Success: {
          width: '5rem',
          sort: ({ success }) => (success === undefined ? undefined : Number(success)),
          cell: ({ success }) => success !== undefined && (success ? 'Yes' : <span className="bad">No</span>),
        },
        Sentiment: optional('6rem', ({ sentiment }) => sentiment),
        'Response time': {
          width: '7.5rem',
          isWide: true,
          sort: ({ latency }) => latency?.silence_p50_ms,
          cell: ({ latency }) =>
            latency && (
              <span className={`number ${feelingOf(latency.silence_p50_ms)}`}>
                {milliseconds(latency.silence_p50_ms)}
              </span>
            ),
        },
        Version: optional('5rem', ({ agent_version: version }) => version),
        Recorded: optional('5.5rem', ({ recording_available: is }) => (is ? 'Yes' : undefined)),
        Tools: optional('4.5rem', ({ actions_taken: actions }) => actions?.length),
        Cost: {
          width: '4.75rem',
          isWide: true,
          sort: ({ cost }) => cost?.total,
          cell: ({ cost }) => cost && <span className="number">{money(cost.total, cost.currency)}</span>,
        },
        Summary: {
          width: 'auto',
          isWide: true,
          cell: (call) => (
            <bdi className="faint" title={told(call)}>
              {told(call)}
            </bdi>
          ),
        },
      }}
    />
  );
}
