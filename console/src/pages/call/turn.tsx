import { milliseconds } from '../../format/duration.ts';
import { Json, RawJson } from '../../parts/raw-json.tsx';
import { words } from '../../parts/status-badge.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { type ShownTurn, waterfall } from './transcript.ts';
import './turn.css';

/** One turn: who said or did what, and where its time went. */
export function Turn({
  title,
  turn,
  longestMs,
}: {
  /** Who spoke. */
  readonly title: string;
  readonly turn: ShownTurn;
  /** Milliseconds of the longest turn: all waterfalls have its scale. */
  readonly longestMs: number;
}) {
  return (
    <>
      <div className="turn-head">
        <strong>{title}</strong>
        {turn.interrupted && <span className="badge busy">interrupted</span>}
        {turn.failed && <span className="badge bad">failed</span>}
      </div>
      <Untrusted text={turn.text} />
      <TurnDetails turn={turn} longestMs={longestMs} />
    </>
  );
}

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

function Waterfall({
  segments,
  longestMs,
}: {
  readonly segments: NonNullable<ShownTurn['segments']>;
  readonly longestMs: number;
}) {
  const said = segments.map(({ name, ms }) => `${words(name)} ${milliseconds(ms)}`).join(', ');
  return (
    <div className="waterfall" role="img" aria-label={`Time: ${said}`}>
      {waterfall(segments, longestMs).map(({ name, ms, left, width }) => (
        <span
          key={name}
          className={`segment ${name}`}
          title={`${words(name)}: ${milliseconds(ms)}`}
          style={{ left: `${left * 100}%`, width: `${Math.max(width * 100, 0.4)}%` }}
        />
      ))}
    </div>
  );
}
