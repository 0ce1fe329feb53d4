import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { useAgentNames } from '../../api/lists.ts';
import { milliseconds } from '../../format/duration.ts';
import { exactMoney } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { Facts, Untrusted } from '../../parts/values.tsx';
import { exitWords } from '../conversation/record-of-turn.ts';

/** The steps that the call was in, and who decided each exit. A step leads to its first turn. */
export function PathOfCall({
  path,
  onTurn,
}: {
  readonly path: readonly Schema<'StepVisit'>[];
  readonly onTurn: (turn: string) => void;
}) {
  return (
    <Section title="Steps">
      <ol className="path">
        {path.map(({ step, agent_id: agent, turn, exit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may be visited again, and visits do not move.
          <li key={at}>
            <button type="button" className="link" onClick={() => onTurn(String(turn))}>
              <bdi>{step}</bdi>
            </button>{' '}
            {agent !== undefined && (
              <span className="fact">
                of <AgentLink id={agent} />
              </span>
            )}
            <div className="faint">
              {exit ? <Untrusted text={exitWords(exit)} shown={200} /> : 'The call ended here.'}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function AgentLink({ id }: { readonly id: string }) {
  const name = useAgentNames().get(id);
  return (
    <Link to="/agents/$id" params={{ id }}>
      <bdi>{name ?? 'another agent'}</bdi>
    </Link>
  );
}

/** How fast each agent of a call that was handed over was, and what its model cost. */
export function AgentsOfCall({
  agents,
  currency,
}: {
  readonly agents: readonly Schema<'AgentOfCall'>[];
  readonly currency: string;
}) {
  return (
    <Section title="Agents">
      <dl className="facts">
        {agents.map(({ agent, latency, model_cost: cost }) => (
          <div key={agent}>
            <dt>
              <AgentLink id={agent} />
            </dt>
            <dd>
              {latency ? `${milliseconds(latency.silence_p50_ms)} median` : 'no answers'}
              {cost !== undefined &&
                `, model ${cost === null ? 'without a price' : exactMoney(cost, currency)}`}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const SOURCES: Readonly<Record<Schema<'CallValue'>['source'], string>> = {
  contact: 'from the contact',
  tool: 'from an action',
  context: 'from the context',
  call: 'from the call',
};

/** What the steps knew at the end of the call, and how sure it was. */
export function ValuesOfCall({ values }: { readonly values: Readonly<Record<string, Schema<'CallValue'>>> }) {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    <KnownValue key={name} known={value} />,
  ]);
  return (
    <Section title="Values">
      {shown.length > 0 ? <Facts facts={Object.fromEntries(shown)} /> : <p className="faint">No values</p>}
    </Section>
  );
}

function KnownValue({ known }: { readonly known: Schema<'CallValue'> }) {
  const { value, source, read_back: words, confirmed_at: turn } = known;
  const isRead = words !== undefined;
  return (
    <>
      <Untrusted text={typeof value === 'string' ? value : JSON.stringify(value)} shown={200} />
      <div className="faint">
        {SOURCES[source]}
        {isRead && (
          <>
            , read back as “<Untrusted text={words} shown={200} />”
          </>
        )}
        {turn !== undefined ? `, confirmed in the contact’s turn ${turn}` : isRead && ', not confirmed'}
      </div>
    </>
  );
}
