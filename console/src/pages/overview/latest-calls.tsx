import { Link } from '@tanstack/react-router';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime } from '../../parts/when.tsx';
import { Contact, Length, Outcome } from '../calls/cells.tsx';

/** The newest calls; each leads to its page. */
export function LatestCalls({ calls }: { readonly calls: readonly ListedCall[] }) {
  const names = useAgentNames();
  return (
    <Section title="Latest calls" actions={<Link to="/calls">All calls</Link>}>
      <Table
        label="Latest calls"
        columns={['Contact', 'Agent', 'Outcome', 'Length', 'When']}
        rows={calls.map((call) => ({
          key: call.id,
          cells: [
            <Link key="contact" to="/calls/$id" params={{ id: call.id }} className="row-link">
              <Contact call={call} />
            </Link>,
            <bdi key="agent" className="cut">
              {names.get(call.agent) ?? `Agent ${call.agent.slice(-6)}`}
            </bdi>,
            <Outcome key="outcome" call={call} />,
            <Length key="length" call={call} />,
            <RelativeTime key="when" at={call.created_at} />,
          ],
        }))}
      />
    </Section>
  );
}
