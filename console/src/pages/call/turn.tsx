import { colourOf } from '../../format/colour-of.ts';
import { milliseconds } from '../../format/duration.ts';
import { Json, RawJson } from '../../parts/raw-json.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { SEGMENTS } from './latency.ts';
import { type Segment, type ShownTurn, waterfall } from './transcript.ts';
import './turn.css';

/** Where the time of a turn went, its further facts, an action's input and output, and the turn as the API tells it. */
export function TurnDetails({ turn, longestMs }: { readonly turn: ShownTurn; readonly longestMs: number }) {
  return (
    <>
      {turn.segments && turn.segments.length > 0 && (
        <Waterfall segments={turn.segments} longestMs={longestMs} />
      )}
      {turn.facts && turn.facts.length > 0 && (
        <p className="help">
          {turn.facts.map(([name, value]) => (
            <span key={name} className="fact">
              {name} <bdi>{value}</bdi>
            </span>
          ))}
        </p>
      )}
      <InAndOut turn={turn} />
      {turn.raw !== undefined && <RawJson value={turn.raw} title="JSON of the turn" />}
    </>
  );
}

/** An action's input and output: both stand open if they are short. */
function InAndOut({ turn: { input, output } }: { readonly turn: ShownTurn }) {
  const shown = [
    ['Input', input],
    ['Output', output],
  ] as const;
  return shown.map(([name, value]) => {
    if (isNothing(value)) return null;
    const isShort = JSON.stringify(value).length <= 200;
    return isShort ? (
      <p key={name} className="help">
        {name}{' '}
        <code>
          <Untrusted text={JSON.stringify(value)} />
        </code>
      </p>
    ) : (
      <details key={name}>
        <summary>{name}</summary>
        <Json value={value} />
      </details>
    );
  });
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const COLOURS: Readonly<Record<Segment['name'], string>> = {
  turn_over: 'var(--busy)',
  model_asked: 'var(--accent)',
  first_token: 'var(--result-1)',
  first_text: 'var(--result-0)',
  last_text: 'color-mix(in srgb, var(--accent) 50%, var(--surface))',
  answer_over: 'var(--faint)',
};

/** The time of an answer as a bar, and its parts in words with the colours of the bar. */
function Waterfall({
  segments,
  longestMs,
}: {
  readonly segments: NonNullable<ShownTurn['segments']>;
  readonly longestMs: number;
}) {
  return (
    <>
      <div className="waterfall" aria-hidden="true">
        {waterfall(segments, longestMs).map(({ name, left, width }) => (
          <span
            key={name}
            className="segment"
            style={{
              left: `${left * 100}%`,
              width: `${Math.max(width * 100, 0.4)}%`,
              ...colourOf(COLOURS[name]),
            }}
          />
        ))}
      </div>
      <ul className="segments" aria-label="Where the time of this answer went">
        {segments.map(({ name, ms }) => (
          <li key={name} style={colourOf(COLOURS[name])}>
            {SEGMENTS[name]} {milliseconds(ms)}
          </li>
        ))}
      </ul>
    </>
  );
}
