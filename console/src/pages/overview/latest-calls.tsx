import { Link } from '@tanstack/react-router';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { agentName } from '../../format/label.ts';
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
        rows={calls}
        columns={{
          Contact: (call) => (
            <Link to="/calls/$id" params={{ id: call.id }} className="row-link">
              <Contact call={call} />
            </Link>
          ),
          Agent: ({ agent: id }) => <bdi className="cut">{names.get(id) ?? agentName({ id })}</bdi>,
          Outcome: (call) => <Outcome call={call} />,
          Length: (call) => <Length call={call} />,
          When: ({ created_at: at }) => <RelativeTime at={at} />,
        }}
      />
    </Section>
  );
}
