import { api, type Schema } from '../../api/client.ts';
import { count, counted } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Untrusted, When } from '../../parts/values.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { type Finding, findingsOf, WHY_FAILED, WHY_MISSING } from './findings.ts';

/** The longest quotation that is shown, in characters. */
const QUOTED = 300;

/** The analysis of a call: each value with its quotes, or why it is missing. */
export function Analysis({
  call,
  awaited,
  onAsked,
  onQuotation,
}: {
  readonly call: Schema<'Call'>;
  /** Whether a requested analysis is still pending. */
  readonly awaited: boolean;
  /** Called with the number of the analysis that was asked for. */
  readonly onAsked: (run: number) => void;
  /** Shows a message of the transcript, by its number. */
  readonly onQuotation: (message: number) => void;
}) {
  const { analysis } = call;
  const again = useAct({
    act: () => api.post('/v1/calls/analyze', { query: { id: call.id } }),
    done: 'The call is being analyzed.',
    changes: [],
    onDone: ({ run }) => onAsked(run),
  });
  const busy = again.isPending || awaited;
  const canAsk = !isOpen(call) && !call.hipaa_compliant;
  return (
    <Section
      title="Analysis"
      actions={
        canAsk && (
          <button type="button" className="link" disabled={busy} onClick={() => again.mutate(undefined)}>
            {busy ? 'Analyzing …' : analysis ? 'Analyze again' : 'Analyze'}
          </button>
        )
      }
    >
      <div aria-live="polite">
        {!analysis && <p className="faint">{whyNone(call)}</p>}
        {analysis?.status === 'failed' && (
          <p className="note bad">{WHY_FAILED[analysis.error ?? 'no_valid_answer']}</p>
        )}
        {analysis &&
          findingsOf(analysis)
            .filter(({ name }) => name !== 'Summary')
            .map((finding) => (
              <article key={finding.name} className="finding" aria-label={finding.name}>
                <h3>
                  <bdi>{finding.name}</bdi>
                </h3>
                <Found finding={finding} onQuotation={onQuotation} />
              </article>
            ))}
      </div>
      {analysis && <Made analysis={analysis} />}
    </Section>
  );
}

function whyNone(call: Schema<'Call'>): string {
  if (call.hipaa_compliant) return 'HIPAA-compliant calls are never analyzed.';
  if (isOpen(call)) return 'The call is analyzed after it ends, if its agent has an analysis.';
  return 'This call has no analysis. Set up the analysis of its agent, then analyze the call.';
}

/** A value with the words that prove it: each leads to where it was said. */
export function Found({
  finding: { value, reason, quotations },
  onQuotation,
}: {
  readonly finding: Finding;
  readonly onQuotation: (message: number) => void;
}) {
  return (
    <>
      {value === undefined ? (
        <p className="faint">{reason ? WHY_MISSING[reason] : 'No value'}</p>
      ) : (
        <p>
          <Untrusted text={value} />
        </p>
      )}
      {quotations.map(({ message, sender, text }, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: quotations have no id, and their order does not change.
          key={at}
          type="button"
          className="quiet quotation"
          onClick={() => onQuotation(message)}
        >
          <q>
            <bdi>{text.slice(0, QUOTED)}</bdi>
          </q>
          <span className="faint">
            {sender === 'agent' ? 'Agent' : 'Contact'}, message {message}
          </span>
        </button>
      ))}
    </>
  );
}

function Made({ analysis }: { readonly analysis: Schema<'CallAnalysis'> }) {
  const {
    run,
    at,
    model,
    tokens,
    tokens_are_estimated: isEstimated,
    messages_left_out: leftOut = 0,
  } = analysis;
  return (
    <details className="help">
      <summary>Analysis {run} of at most 10</summary>
      <span className="fact">
        <When at={at} />
      </span>
      {model && (
        <span className="fact">
          by <bdi>{model}</bdi>
        </span>
      )}
      {tokens && (
        <span className="fact">
          tokens {count(tokens.input)} in, {count(tokens.output)} out,{' '}
          {isEstimated ? 'estimated' : `${count(tokens.cached)} cached`}
        </span>
      )}
      {leftOut > 0 && <span className="fact">without {counted(leftOut, 'message')}, for lack of room</span>}
    </details>
  );
}
