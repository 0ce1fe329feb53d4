import { colourOf } from '../../format/colour-of.ts';
import { milliseconds } from '../../format/duration.ts';
import { RawJson } from '../../parts/raw-json.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { SEGMENTS, type Segment, type ShownTurn } from './transcript.ts';

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
      {turn.passages?.map((passage) => (
        <p key={passage} className="help">
          Knowledge: <Untrusted text={passage} shown={500} />
        </p>
      ))}
      {turn.raw !== undefined && <RawJson value={turn.raw} title="JSON of the turn" />}
    </>
  );
}

/** An action's input and output, as far as they are short. */
function InAndOut({ turn: { input, output } }: { readonly turn: ShownTurn }) {
  const shown = Object.entries({ Input: input, Output: output }).filter(([, value]) => !isNothing(value));
  return shown.map(([name, value]) => (
    <p key={name} className="help">
      {name}{' '}
      <code>
        <Untrusted text={JSON.stringify(value)} shown={200} />
      </code>
    </p>
  ));
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

/** The time of an answer as a bar, on the scale of the longest one, and its parts in words with the colours of the bar. */
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
        {segments.map(({ name, ms }) => (
          <span
            key={name}
            style={{ width: `${longestMs > 0 ? (ms / longestMs) * 100 : 0}%`, ...colourOf(COLOURS[name]) }}
          />
        ))}
      </div>
      <ul className="legend" aria-label="Where the time of this answer went">
        {segments.map(({ name, ms }) => (
          <li key={name} style={colourOf(COLOURS[name])}>
            {SEGMENTS[name]} {milliseconds(ms)}
          </li>
        ))}
      </ul>
    </>
  );
}
