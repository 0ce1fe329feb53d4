import type { Schema } from '../../api/client.ts';
import { FEELINGS, feelingOf, milliseconds } from '../../format/duration.ts';
import { counted } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { Facts } from '../../parts/values.tsx';
import type { ShownTurn } from '../conversation/transcript.ts';
import { partsOf, slowestOf, waitingOf } from './latency.ts';

/** Minimum number of answers for a meaningful percentile. */
const MANY = 5;

/** The response time: one number, coloured by how it feels, and its segments on request. */
export function Latency({
  latency,
  turns,
  onTurn,
}: {
  /** The API's figures, once the call is over. */
  readonly latency: Schema<'Latency'> | undefined;
  readonly turns: readonly ShownTurn[];
  /** Shows a turn. */
  readonly onTurn: (turn: ShownTurn) => void;
}) {
  const waiting = latency
    ? { medianMs: latency.silence_p50_ms, mostMs: latency.silence_p95_ms, answers: latency.answers }
    : waitingOf(turns);
  if (!waiting) return null;
  const feeling = feelingOf(waiting.medianMs);
  const slowest = slowestOf(turns);
  return (
    <Section title="Latency">
      <p className="row figure-line">
        <strong className={`figure ${feeling}`}>{milliseconds(waiting.medianMs)}</strong>{' '}
        <span className={`badge ${feeling}`}>{FEELINGS[feeling]}</span>
      </p>
      <p className="help">
        Median of {counted(waiting.answers, 'answer')}
        {waiting.answers >= MANY && `, p95 ${milliseconds(waiting.mostMs)}`}.
        {slowest?.silenceMs !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => onTurn(slowest)}>
              The slowest answer took {milliseconds(slowest.silenceMs)}
            </button>
          </>
        )}
      </p>
      <details>
        <summary>Where the time goes</summary>
        <Facts
          facts={Object.fromEntries(partsOf(turns).map(([meaning, ms]) => [meaning, milliseconds(ms)]))}
        />
        <p className="help">Medians, counted from the contact’s last words as the vendor reported them.</p>
      </details>
    </Section>
  );
}
