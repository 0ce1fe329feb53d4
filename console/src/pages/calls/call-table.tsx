import './calls.css';
import { Link } from '@tanstack/react-router';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { secondsBetween } from '../../format/duration.ts';
import { agentName } from '../../format/label.ts';
import { money } from '../../format/numbers.ts';
import { shortOutcome } from '../../format/outcome.ts';
import { LongTable } from '../../parts/long-table.tsx';
import type { Columns } from '../../parts/table.tsx';
import { RelativeTime } from '../../parts/when.tsx';
import { Contact, contactOf, Length, Outcome } from './cells.tsx';
import { EndCall } from './end-call.tsx';
import { quotationOf } from './filters.ts';
import { isOpen } from './use-calls.ts';

/** A table of calls. */
export function CallTable({
  rows,
  text,
  onVisible,
  onEnd,
}: {
  readonly rows: readonly ListedCall[];
  /** By what they were found. */
  readonly text: string | undefined;
  readonly onVisible: (ids: readonly string[]) => void;
  /** Reads more rows, if there are any. */
  readonly onEnd: (() => void) | undefined;
}) {
  const names = useAgentNames();
  const nameOf = ({ agent: id }: ListedCall) => names.get(id) ?? agentName({ id });
  const told = (call: ListedCall) => quotationOf(call, text) ?? call.summary ?? call.error_message;
  const columns: Columns<ListedCall> = {
    Contact: {
      width: '10.5rem',
      sort: contactOf,
      cell: (call) => (
        <Link to="/calls/$id" params={{ id: call.id }} className="row-link">
          <Contact call={call} />
        </Link>
      ),
    },
    Agent: { width: '8.5rem', sort: nameOf, cell: (call) => <bdi>{nameOf(call)}</bdi> },
    When: {
      width: '6rem',
      sort: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
    Length: {
      width: '4.5rem',
      sort: ({ start_time: from, end_time: until }) => secondsBetween(from, until),
      cell: (call) => <Length call={call} />,
    },
    Outcome: {
      width: '11rem',
      sort: (call) => shortOutcome(call).text,
      cell: (call) => (
        <>
          <Outcome call={call} /> {isOpen(call) && <EndCall id={call.id} status={call.status} />}
        </>
      ),
    },
    Cost: {
      width: '5rem',
      isWide: true,
      sort: ({ cost }) => cost?.total,
      cell: ({ cost }) => <span className="number">{cost ? money(cost.total, cost.currency) : '–'}</span>,
    },
    Summary: {
      width: 'auto',
      isWide: true,
      cell: (call) =>
        told(call) && (
          <bdi className="faint" title={told(call)}>
            {told(call)}
          </bdi>
        ),
    },
  };
  return (
    <LongTable label="Calls" kept="calls" columns={columns} rows={rows} onVisible={onVisible} onEnd={onEnd} />
  );
}
