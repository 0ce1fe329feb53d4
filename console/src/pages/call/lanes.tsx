import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { duration } from '../../format/duration.ts';
import { type Block, LANES, type Mark } from './tracks.ts';

/** Height of a lane, in pixels. */
const LANE_PX = 18;

const COLOURS = ['--control-line', '--accent', '--result-3', '--faint'] as const;

/** Seconds around a mark in which the pointer is on it. */
const NEAR_S = 0.4;

/**
 * What was said and done in a recording, on a canvas with a lane for each of agent, contact, tools and silences. The
 * pointer shows the words, and opens their turn.
 */
export function Lanes({
  blocks,
  marks,
  length,
  onOpen,
}: {
  readonly blocks: readonly Block[];
  readonly marks: readonly Mark[];
  /** In seconds. */
  readonly length: number;
  /** Gets the key of the turn that was pressed. */
  readonly onOpen: (turn: string) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<{ readonly left: number; readonly text: string }>();
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const redraw = () => draw(current, { blocks, marks, length });
    const resized = new ResizeObserver(redraw);
    resized.observe(current);
    return () => resized.disconnect();
  }, [blocks, marks, length]);
  const under = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const seconds = ((clientX - left) / width) * length;
    const lane = Math.floor((clientY - top) / LANE_PX);
    const block = blocks.find((one) => one.lane === lane && one.from <= seconds && seconds <= one.to);
    const mark = marks.find(({ at }) => Math.abs(at - seconds) < NEAR_S);
    return { left: clientX - left, seconds, block, text: mark?.text ?? block?.text };
  };
  return (
    <>
      <canvas
        ref={canvas}
        style={{ height: LANES.length * LANE_PX }}
        onPointerMove={(event) => {
          const { left, text, seconds } = under(event);
          setPointed(text === undefined ? undefined : { left, text: `${duration(seconds)} ${text}` });
        }}
        onPointerLeave={() => setPointed(undefined)}
        onPointerUp={(event) => {
          const { block } = under(event);
          if (block) onOpen(block.turn);
        }}
      />
      {pointed && (
        <bdi className="pointed-words" style={{ insetInlineStart: pointed.left }}>
          {pointed.text.slice(0, 200)}
        </bdi>
      )}
    </>
  );
}

interface Drawn {
  readonly blocks: readonly Block[];
  readonly marks: readonly Mark[];
  readonly length: number;
}

function draw(canvas: HTMLCanvasElement, { blocks, marks, length }: Drawn): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  const x = (seconds: number) => (seconds / Math.max(length, 1)) * width;
  // A colour of the stylesheet differs by theme, which the canvas does not resolve by itself.
  const fill = (name: string, box: readonly [number, number, number, number]) => {
    canvas.style.color = `var(${name})`;
    context.fillStyle = getComputedStyle(canvas).color;
    context.fillRect(...box);
  };
  for (const { lane, from, to, feeling } of blocks)
    fill(feeling ? `--${feeling}` : (COLOURS[lane] ?? COLOURS[0]), [
      x(from),
      lane * LANE_PX + 2,
      Math.max(x(to) - x(from), 1),
      LANE_PX - 4,
    ]);
  for (const { at } of marks) fill('--busy', [x(at), 0, 2, height]);
}
