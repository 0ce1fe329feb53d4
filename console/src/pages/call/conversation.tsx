import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { versionOf } from '../../api/lists.ts';
import { secondsBetween } from '../../format/duration.ts';
import { counted } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { FaultNote } from '../../parts/query-state.tsx';
import { ListenToggle } from '../../parts/speech/listen-toggle.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { EntryList, type HighlightedTurn } from './entry-list.tsx';
import { Player } from './player.tsx';
import { spokenLines, timelineOf } from './timeline.ts';
import { blocksOf, marksOf, spansOf } from './tracks.ts';
import { type ShownTurn, turnsOfTranscript } from './transcript.ts';
import { useTurns } from './use-turns.ts';

/** What was said and done in a call, with the recording that it follows. */
export function Conversation({
  call,
  which,
  turns,
  isPending,
  error,
  onRetry,
  language,
  highlighted,
  onTurn,
}: {
  readonly call: Schema<'Call'>;
  /** Tells it from another one on the page. @default it is the only one */
  readonly which?: string;
  readonly turns: readonly ShownTurn[];
  /** Whether the record of turns is still being read: the transcript's, shown until then, have other keys. */
  readonly isPending: boolean;
  /** Why turns could not be read. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly language: string | undefined;
  /** The turn that is heard or was asked for. */
  readonly highlighted: HighlightedTurn | undefined;
  /** Gets the key of the turn that is heard now or was pressed. Keep its identity. */
  readonly onTurn: (key: string | undefined, how?: Omit<HighlightedTurn, 'turn'>) => void;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const entries = useMemo(() => timelineOf(call, turns), [call, turns]);
  const lines = useMemo(() => spokenLines(turns), [turns]);
  const canListen = !isPending && !call.hipaa_compliant && (lines.length > 0 || isOpen(call));
  const { start_time: start, end_time: end, recording_available: isRecorded } = call;
  const seconds = secondsBetween(start, end) ?? 0;
  const spans = useMemo(() => spansOf(turns, start, seconds), [turns, start, seconds]);
  const blocks = useMemo(() => blocksOf(turns, spans, start), [turns, spans, start]);
  const marks = useMemo(() => marksOf(entries, start), [entries, start]);
  const asked = highlighted?.seeks ? spans.find(({ key }) => key === highlighted.turn)?.from : undefined;
  useEffect(() => {
    if (!audio.current || asked === undefined) return;
    audio.current.currentTime = asked;
    // Before it is loaded, the recording does not tell that its place changed.
    audio.current.dispatchEvent(new Event('timeupdate'));
  }, [asked]);
  const seek = (turn: ShownTurn) => {
    const span = spans.find(({ key }) => key === turn.key);
    if (!audio.current || !span) return;
    audio.current.currentTime = span.from;
    void audio.current.play().catch(() => undefined);
  };
  return (
    <Section
      title={`Conversation${which ?? ''}`}
      actions={
        canListen && (
          <ListenToggle
            lines={lines}
            from={isOpen(call) ? 'now' : 'beginning'}
            language={language}
            onSpoken={onTurn}
            onBegin={() => audio.current?.pause()}
          />
        )
      }
    >
      {isRecorded && (
        <Player
          src={`/v1/calls/recording?id=${call.id}`}
          which={which}
          audio={audio}
          spans={spans}
          blocks={blocks}
          marks={marks}
          seconds={seconds}
          onHeard={onTurn}
          onOpen={(turn) => onTurn(turn, { isAsked: true, opens: true })}
        />
      )}
      {error && <FaultNote error={error} onRetry={onRetry} />}
      {turns.length === 0 && !error && <p className="faint">{whyNothing(call)}</p>}
      <EntryList
        which={which}
        entries={entries}
        highlighted={highlighted}
        start={start}
        isLive={isOpen(call)}
        onSeek={isRecorded ? seek : undefined}
      />
      <LeftOut call={call} />
    </Section>
  );
}

/** What was said in a call, the version of its agent, and what highlights a turn. `shown`: its conversation. */
export function useConversation(call: Schema<'Call'>) {
  const { turns: recorded, isPending, error, retry } = useTurns(call);
  const turns = useMemo(
    () => (recorded.length > 0 ? recorded : turnsOfTranscript(call.transcript ?? '')),
    [recorded, call.transcript],
  );
  const { data: agent } = useQuery({
    ...versionOf(call.agent.id, call.agent_version ?? 0),
    enabled: call.agent_version !== undefined,
  });
  const [highlighted, setHighlighted] = useState<HighlightedTurn>();
  const light = useCallback(
    (turn: string | undefined, how: Omit<HighlightedTurn, 'turn'> = {}) =>
      setHighlighted(turn === undefined ? undefined : { turn, ...how }),
    [],
  );
  const language = call.spoken_language ?? agent?.content.language;
  const shown = { call, turns, isPending, error, onRetry: retry, language, highlighted, onTurn: light };
  return { turns, agent, light, shown };
}

/** What a long call has no room for. */
function LeftOut({
  call: { messages_left_out: messages = 0, turns_left_out: turns = 0 },
}: {
  readonly call: Schema<'Call'>;
}) {
  return (
    <>
      {messages > 0 && (
        <p className="help">
          The transcript of the call omits {counted(messages, 'message')}: it has the first 100,000 bytes.
        </p>
      )}
      {turns > 0 && (
        <p className="help">
          The latency and tokens of {counted(turns, 'turn')} at the end are not kept: the call was too long.
        </p>
      )}
    </>
  );
}

function whyNothing(call: Schema<'Call'>): string {
  if (call.hipaa_compliant) return 'The content of this call isn’t stored.';
  if (call.status === 'not_started') return 'Not answered yet';
  return isOpen(call) ? 'Words appear here as they are spoken.' : 'Nobody said anything.';
}
