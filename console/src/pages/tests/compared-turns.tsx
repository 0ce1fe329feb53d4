import type { Schema } from '../../api/client.ts';
import { Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { turnId } from './played-turns.tsx';
import { kindWords } from './replay.ts';

/** What the agent did in each turn of a call, and what the other version does. */
export function ComparedTurns({ turns }: { readonly turns: readonly Schema<'ComparedTurn'>[] }) {
  return (
    <Section title="Turn by turn">
      <ol className="pairs">
        {turns.map(({ turn, contact, verdict, before, after, difference, reason }) => (
          <li key={turn} id={turnId(turn)} tabIndex={-1} data-differs={verdict === 'same' ? undefined : true}>
            <div className="row">
              <span className="faint">Turn {turn}: the contact</span> <Untrusted text={contact} />
              <StatusBadge status={verdict} />
              {difference && <span className="faint">{kindWords(difference.kind)}</span>}
            </div>
            <dl className="sides">
              <div>
                <dt className="faint">Before</dt>
                <dd>
                  <Untrusted text={before} />
                </dd>
              </div>
              <div>
                <dt className="faint">Now</dt>
                <dd>
                  <Untrusted text={after || (reason ?? '')} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
    </Section>
  );
}
