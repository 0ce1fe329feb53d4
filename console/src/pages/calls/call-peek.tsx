import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { milliseconds } from '../../format/duration.ts';
import { agentName } from '../../format/label.ts';
import { money } from '../../format/numbers.ts';
import { IconButton } from '../../parts/controls.tsx';
import { Facts, RelativeTime } from '../../parts/values.tsx';
import { Contact, Length, Outcome } from './cells.tsx';

/** A call beside the list, from what the list has of it. */
export default function CallPeek({
  call,
  onClose,
  children,
}: {
  readonly call: ListedCall;
  /** @default it stays open */
  readonly onClose?: () => void;
  /** What is to be done with it. */
  readonly children?: ReactNode;
}) {
  const names = useAgentNames();
  const { latency, cost, success, actions_taken: actions = [] } = call;
  return (
    <aside className="peek card" aria-label="Call at a glance" aria-live="polite">
      <div className="section-head">
        <h2>
          <Contact call={call} />
        </h2>
        {onClose && <IconButton icon={X} label="Close (Esc)" onClick={onClose} />}
      </div>
      {children}
      <Facts
        facts={{
          Agent: <bdi>{names.get(call.agent) ?? agentName({ id: call.agent })}</bdi>,
          Version: call.agent_version,
          When: <RelativeTime at={call.created_at} />,
          Outcome: <Outcome call={call} />,
          Length: <Length call={call} />,
          'Response time': latency && milliseconds(latency.silence_p50_ms),
          Success: success === undefined ? undefined : success ? 'Yes' : 'No',
          Sentiment: call.sentiment,
          Tools: actions.length || undefined,
          Cost: cost && money(cost.total, cost.currency),
        }}
      />
      {(call.summary ?? call.error_message) !== undefined && (
        <p>
          <bdi className="untrusted">{call.summary ?? call.error_message}</bdi>
        </p>
      )}
      <ul className="peeked-lines">
        {call.transcript?.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added.
          <li key={at} className={line.startsWith('AGENT: ') ? 'faint' : undefined}>
            <bdi className="untrusted">{line.replace(/^(?:AGENT|HUMAN): /, '')}</bdi>
          </li>
        ))}
      </ul>
      <Link to="/calls/$id" params={{ id: call.id }} className="button">
        Open the call
      </Link>
    </aside>
  );
}
