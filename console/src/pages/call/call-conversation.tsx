import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { versionOf } from '../../api/lists.ts';
import { counted } from '../../format/numbers.ts';
import { IconButton } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote } from '../../parts/query-state.tsx';
import { ListenToggle } from '../../parts/speech/listen-toggle.tsx';
import { isOpen } from '../calls/use-calls.ts';
import { Conversation, type HighlightedTurn } from '../conversation/conversation.tsx';
import { spokenLines } from '../conversation/entries.ts';
import { type ShownTurn, turnsOfTranscript } from '../conversation/transcript.ts';
import { Player } from './player.tsx';
import { timelineOf } from './timeline.ts';
import { type Tracks, tracksOf } from './tracks.ts';
import { useTurns } from './use-turns.ts';

/** What was said and done in a call, with the recording that it follows. */
export function CallConversation({
  which,
  shown: { call, turns, isPending, error, onRetry, language, highlighted, onTurn },
}: {
  /** Tells it from another one on the page. @default it is the only one */
  readonly which?: string;
  readonly shown: ReturnType<typeof useConversation>['shown'];
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const entries = useMemo(() => timelineOf(call, turns), [call, turns]);
  const lines = useMemo(() => spokenLines(turns), [turns]);
  const canListen = !isPending && !call.hipaa_compliant && (lines.length > 0 || isOpen(call));
  const { start_time: start, recording_available: isRecorded } = call;
  const tracks = useMemo(() => tracksOf(call, turns, entries), [call, turns, entries]);
  const asked = highlighted?.seeks ? placeOf(tracks, highlighted.turn) : undefined;
  useEffect(() => {
    if (!audio.current || asked === undefined) return;
    audio.current.currentTime = asked;
    // Before it is loaded, the recording does not tell that its place changed.
    audio.current.dispatchEvent(new Event('timeupdate'));
  }, [asked]);
  const tools = useCallback(
    (turn: ShownTurn) => {
      const seek = () => {
        const place = placeOf(tracks, turn.key);
        if (!audio.current || place === undefined) return;
        audio.current.currentTime = place;
        void audio.current.play().catch(() => undefined);
      };
      return (
        isRecorded &&
        turn.at && <IconButton icon={Play} size={14} label="Play from this turn" onClick={seek} />
      );
    },
    [isRecorded, tracks],
  );
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
          {...{ which, audio, tracks }}
          onHeard={onTurn}
          onOpen={(turn) => onTurn(turn, { isAsked: true, opens: true })}
        />
      )}
      {error && <FaultNote error={error} onRetry={onRetry} />}
      {turns.length === 0 && !error && <p className="faint">{whyNothing(call)}</p>}
      <Conversation {...{ which, entries, highlighted, start, tools }} isLive={isOpen(call)} />
      <LeftOut call={call} />
    </Section>
  );
}

/** Where a turn is in the recording, in seconds. */
const placeOf = ({ spans }: Tracks, turn: string) => spans.find(({ key }) => key === turn)?.from;

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
  // Until the record of turns is read, those of the transcript have other keys.
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
