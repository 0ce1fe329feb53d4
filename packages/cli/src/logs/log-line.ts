import * as z from 'zod/mini';
import { printable } from '../output/printable.ts';

const logLine = z.looseObject({
  level: z.string(),
  message: z.string(),
  timestamp: z.string(),
  service: z.string(),
  callId: z.string(),
  durationMs: z.optional(z.number()),
});
export type LogLine = z.infer<typeof logLine>;

/** Parses a log line. Returns undefined if it doesn't mention a call. */
export function readLine(text: string, callId: string): LogLine | undefined {
  // Parsing all lines as JSON would take ten times as long.
  if (!text.startsWith('{') || !text.includes(callId)) return undefined;
  const { data } = logLine.safeParse(jsonOf(text));
  return data?.callId === callId ? data : undefined;
}

/** Sorts lines by when their steps began: a step's line is written at its end. */
export const inOrder = (lines: readonly LogLine[]): LogLine[] =>
  lines.toSorted((a, b) => beginOf(a) - beginOf(b));

const beginOf = ({ timestamp, durationMs = 0 }: LogLine): number => Date.parse(timestamp) - durationMs;

/** The fields of every line; others follow the message. */
const COMMON: ReadonlySet<string> = new Set(
  'level message timestamp service callId userId requestId xray_trace_id durationMs'.split(' '),
);

/** The lines as a readable table, after the fields that all share. */
export function renderLines(lines: readonly LogLine[]): string[] {
  const [first] = lines;
  if (!first) return [];
  const { callId, userId } = first;
  const width = Math.max(...lines.map(({ service }) => service.length));
  return [
    `call ${callId}   user ${String(userId)}`,
    '',
    ...lines.map((line) => {
      const { timestamp, level, service, message, durationMs } = line;
      const at = new Date(Number.isNaN(beginOf(line)) ? Date.parse(timestamp) : beginOf(line)).toISOString();
      const took = durationMs === undefined ? '' : `${durationMs} ms`;
      const further = Object.entries(line).filter(([key]) => !COMMON.has(key));
      const rest = further.map(([key, value]) => `${key}=${textOf(value)}`).join(' ');
      return `${at}  ${level.padEnd(5)}  ${service.padEnd(width)}  ${took.padStart(9)}  ${message}  ${rest}`.trimEnd();
    }),
  ];
}

/** Maximum characters of a field. */
const MAX_LENGTH = 120;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.slice(0, MAX_LENGTH));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
