import { Pause, Play } from 'lucide-react';
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { duration } from '../../format/duration.ts';
import { Faults, IconButton, Segmented } from '../../parts/controls.tsx';
import { words } from '../../parts/values.tsx';
import { useKeys } from '../../use-keys.ts';
import { Lanes } from './lanes.tsx';
import { LANES, type Span, spanAt, type Tracks } from './tracks.ts';

/** Seconds that an arrow key moves the recording. */
const STEP_S = 5;

const SPEEDS = [
  ['1', '1×'],
  ['1.5', '1.5×'],
  ['2', '2×'],
] as const;

/** Plays a recording: lanes of what was said and done when, to be moved by the mouse and by keys (space and arrows). */
export function Player({
  src,
  which,
  audio,
  tracks: { spans, blocks, marks, seconds },
  onHeard,
  onOpen,
}: {
  readonly src: string;
  /** Tells it from another one on the page, which has keys of its own. @default it is the only one */
  readonly which: string | undefined;
  /** Gets the element that plays. */
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly tracks: Tracks;
  /** Gets the key of the turn that is heard, whenever it is another one. */
  readonly onHeard: (turn: string) => void;
  /** Gets the key of the turn that was pressed in the lanes. */
  readonly onOpen: (turn: string) => void;
}) {
  const box = useRef<HTMLElement>(null);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number][0]>('1');
  const { time, length, isPlaying, failed, toggle, seek, ...events } = useRecording(audio, seconds);
  const heard = spanAt(spans, time);
  // Before it was played, nothing is heard.
  const heardKey = time > 0 ? heard?.key : undefined;
  useEffect(() => {
    if (heardKey !== undefined) onHeard(heardKey);
  }, [heardKey, onHeard]);
  useEffect(() => {
    if (!audio.current) return;
    // Loading the recording takes the speed from the default.
    audio.current.defaultPlaybackRate = Number(speed);
    audio.current.playbackRate = Number(speed);
  }, [audio, speed]);
  useKeys(
    {
      ' ': toggle,
      ArrowLeft: () => seek((audio.current?.currentTime ?? 0) - STEP_S),
      ArrowRight: () => seek((audio.current?.currentTime ?? 0) + STEP_S),
    },
    'button, a, summary',
    which === undefined ? undefined : box,
  );
  return (
    <section className="player row" aria-label={`Recording${which ?? ''}`} ref={box}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space"
        onClick={toggle}
      />
      <div className="track-names" aria-hidden="true">
        {LANES.map((name) => (
          <span key={name}>{words(name)}</span>
        ))}
      </div>
      <Slider time={time} length={length} heard={heard} onSeek={seek}>
        <Lanes blocks={blocks} marks={marks} length={length} onOpen={onOpen} />
      </Slider>
      <span className="number faint">
        {duration(time)} / {duration(length)}
      </span>
      <Segmented label="Speed" options={SPEEDS} value={speed} onChange={setSpeed} />
      {failed && <Faults faults={['The recording can’t be played. Reload the page to try again.']} />}
      <audio ref={audio} preload="none" src={src} {...events} />
    </section>
  );
}

/** Where the recording is, whether it plays, and what moves it; with the events of its element. */
function useRecording(audio: RefObject<HTMLAudioElement | null>, seconds: number) {
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(seconds);
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  return {
    ...{ time, length, isPlaying, failed },
    seek: (to: number) => {
      if (!audio.current) return;
      audio.current.currentTime = Math.min(Math.max(to, 0), length);
      setTime(audio.current.currentTime);
    },
    toggle: () => {
      if (!audio.current?.paused) return audio.current?.pause();
      return void audio.current.play().catch(() => undefined);
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
      if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
    },
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => setTime(currentTarget.currentTime),
    onPlay: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
      // One voice at a time: what the browser speaks ends.
      globalThis.speechSynthesis?.cancel();
      for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
      setFailed(false);
      setPlaying(true);
    },
    onPause: () => setPlaying(false),
    onError: () => setFailed(true),
  };
}

/** The lanes with the place that is played, to be moved by the pointer. */
function Slider({
  time,
  length,
  heard,
  onSeek,
  children,
}: {
  readonly children: ReactNode;
  readonly time: number;
  readonly length: number;
  readonly heard: Span | undefined;
  readonly onSeek: (to: number) => void;
}) {
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(((event.clientX - left) / width) * length);
  };
  const speaks = heard?.speaker === 'agent' ? ', the agent speaks' : ', the contact speaks';
  const said = heard && time <= heard.to ? speaks : '';
  return (
    <div
      className="tracks"
      role="slider"
      tabIndex={0}
      aria-label="Place in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={`${duration(time)} of ${duration(length)}${said}`}
      onPointerDown={seekTo}
      onPointerMove={seekTo}
    >
      {children}
      <span className="playhead" style={{ left: `${length > 0 ? (time / length) * 100 : 0}%` }} />
    </div>
  );
}
