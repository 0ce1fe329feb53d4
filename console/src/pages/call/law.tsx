import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { timeOfDay } from '../../format/date-time.ts';
import { download } from '../../parts/download.ts';
import { Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Facts, Untrusted, When, words } from '../../parts/values.tsx';
import { isOpen } from '../calls/use-calls.ts';

/** What was decided about the call by law, what the contact was told, and the evidence of both as a file. */
export function LawOfCall({ call }: { readonly call: Schema<'Call'> }) {
  const { id, direction, purpose, dial_decision: decision, disclosures = [] } = call;
  const evidence = useAct({
    act: () => api.get('/v1/calls/evidence', { query: { id } }),
    changes: [],
    onDone: (found) =>
      download([JSON.stringify(found, undefined, 2)], {
        name: `evidence-${id}.json`,
        type: 'application/json',
      }),
  });
  if (direction === 'inbound' && disclosures.length === 0) return null;
  return (
    <Section
      title="Law"
      actions={
        !isOpen(call) && (
          <button
            type="button"
            className="link"
            disabled={evidence.isPending}
            onClick={() => evidence.mutate(undefined)}
          >
            Download evidence
          </button>
        )
      }
    >
      <Facts
        facts={{
          Purpose: purpose && words(purpose),
          Decision: decision && decisionWords(decision),
          Why: decision?.reason && <Untrusted text={decision.reason} />,
          'Allowed from': decision?.not_before && <When at={decision.not_before} />,
          Rules: decision?.tables.map(({ code, checked }) => `${code} (checked ${checked})`).join(', '),
          Consents: direction === 'outbound' && (
            <Link to="/settings" search={{ tab: 'consents', number: call.to_number }}>
              View consents
            </Link>
          ),
          Disclosed:
            disclosures
              .map(({ at, complete }) => `${timeOfDay(at)} ${complete ? 'in full' : 'cut short'}`)
              .join(', ') ||
            (call.start_time && 'no'),
        }}
      />
    </Section>
  );
}

function decisionWords({ allowed, mode, rule }: Schema<'DialDecision'>): string {
  if (allowed) return 'allowed';
  const forbidden = `not allowed${rule ? ` (${words(rule)})` : ''}`;
  return mode === 'warn' ? `${forbidden}, not enforced` : forbidden;
}
