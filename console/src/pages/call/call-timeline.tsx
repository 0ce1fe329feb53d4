import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useMemo, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { count } from '../../format/numbers.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { Legend } from './legend.tsx';
import { entriesOf, timelineOf, VIEWS } from './timeline.ts';
import { Timeline } from './timeline-list.tsx';
import { type ShownTurn, turnAt, turnsOfTranscript } from './transcript.ts';
import { useDeliveries } from './use-deliveries.ts';
import { useTurns } from './use-turns.ts';

/** All that happened in a call in one line of time, with the recording that it follows. */
export function CallTimeline({
  call,
  isLive,
  audio,
  quoted,
}: {
  readonly call: Schema<'Call'>;
  /** Whether more of the call may come. */
  readonly isLive: boolean;
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** The message that was asked for, by its number in the transcript. */
  readonly quoted: number | undefined;
}) {
  const { show } = useSearch({ from: '/frame/calls/$id' });
  const { turns: recorded, error: turnsError, retry: retryTurns } = useTurns(call);
  const turns = useMemo(
    () => (recorded.length > 0 ? recorded : turnsOfTranscript(call.transcript ?? '')),
    [recorded, call.transcript],
  );
  const { deliveries, error, retry, more } = useDeliveries(call.id, isLive);
  const all = useMemo(() => timelineOf(call, turns, deliveries), [call, turns, deliveries]);
  const entries = useMemo(() => entriesOf(all, show), [all, show]);
  const [heard, setHeard] = useState<number>();
  const seek = (turn: ShownTurn) => {
    const player = audio.current;
    const seconds = (Date.parse(turn.at ?? '') - Date.parse(call.start_time ?? '')) / 1000;
    if (!player || !Number.isFinite(seconds)) return;
    player.currentTime = Math.max(0, seconds);
    void player.play().catch(() => undefined);
  };
  const current = useMemo(
    () =>
      entries.find(({ turn, message }) =>
        heard === undefined ? quoted !== undefined && message === quoted : turn === turns[heard],
      )?.key,
    [entries, turns, heard, quoted],
  );
  return (
    <Section title="Timeline" actions={<View show={show} />}>
      {call.recording_available && (
        // biome-ignore lint/a11y/useMediaCaption: the timeline below has what was said.
        <audio
          ref={audio}
          controls
          preload="none"
          src={`/v1/calls/recording?id=${call.id}`}
          aria-label="Recording of the call"
          onTimeUpdate={({ currentTarget }) =>
            setHeard(turnAt(turns, call.start_time, currentTarget.currentTime))
          }
          onPause={() => setHeard(undefined)}
        />
      )}
      {turnsError && <FaultNote error={turnsError} onRetry={retryTurns} />}
      {error && <FaultNote error={error} onRetry={retry} />}
      {turns.length === 0 && !turnsError && <p className="faint">{whyNothing(call)}</p>}
      {entries.some(({ turn }) => turn?.segments) && <Legend />}
      {entries.length > 0 ? (
        <Timeline
          entries={entries}
          current={current}
          start={call.start_time}
          onSeek={call.recording_available ? seek : undefined}
        />
      ) : (
        <p className="faint">Nothing of this kind happened.</p>
      )}
      {more && (
        <button type="button" onClick={more}>
          Show earlier deliveries
        </button>
      )}
      {call.messages_left_out !== undefined && call.messages_left_out > 0 && (
        <p className="help">
          The transcript of the call omits {count(call.messages_left_out)} messages: it has the first 100,000
          bytes.
        </p>
      )}
      {call.turns_left_out !== undefined && call.turns_left_out > 0 && (
        <p className="help">
          The latency and tokens of the last {count(call.turns_left_out)} turns are not kept: the call was too
          long.
        </p>
      )}
    </Section>
  );
}

/** Narrows the timeline. The address says to what. */
function View({ show }: { readonly show: string | undefined }) {
  const navigate = useNavigate({ from: '/calls/$id' });
  return (
    <select
      aria-label="Show"
      value={show ?? ''}
      onChange={({ target }) =>
        navigate({
          search: target.value ? { show: target.value } : {},
          replace: true,
          resetScroll: false,
        })
      }
    >
      <option value="">everything</option>
      {Object.keys(VIEWS).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function whyNothing(call: Schema<'Call'>): string {
  if (call.hipaa_compliant) return 'Nothing that was said is kept of this call.';
  if (call.status === 'not_started') return 'The call was not answered yet.';
  return isOpen(call) ? 'What is said appears as it is spoken.' : 'Nothing was said.';
}
