import type { ShownTurn } from './api-client.ts';

/** The character of each segment in a bar, and what it is called in the legend. */
const SEGMENTS: Readonly<Record<string, readonly [string, string]>> = {
  turn_over: ['.', 'end of the turn'],
  model_asked: ['-', 'model asked'],
  first_token: ['=', 'first token'],
  first_text: ['+', 'first words'],
  last_text: ['~', 'last words'],
  answer_over: ['#', 'spoken'],
};

/** Columns of the longest bar. */
const COLUMNS = 48;

/** A bar for each answer: its segments since the caller's last word, all at the same scale. Returns none without answers. */
export function turnBars(turns: readonly ShownTurn[]): string[] {
  const answers = turns.flatMap(({ number, latency, ...turn }) =>
    latency && latency.total_ms > 0 ? [{ ...turn, number, latency }] : [],
  );
  if (answers.length === 0) return [];
  const longest = Math.max(...answers.map(({ latency }) => latency.total_ms));
  const rows = answers.map(({ number, type, interrupted, latency }) => {
    const bar = latency.segments.map(({ name, ms }) => part(name, (ms / longest) * COLUMNS)).join('');
    const silence = latency.silence_ms === undefined ? 'no words' : `silence ${seconds(latency.silence_ms)}`;
    const notes = [type === 'action' && 'action', interrupted && 'interrupted'].filter(Boolean);
    const times = [silence, `all ${seconds(latency.total_ms)}`, ...notes].join(', ');
    return `${String(number).padStart(3)} ${bar.padEnd(COLUMNS + 4)} ${times}`;
  });
  const seen = new Set(answers.flatMap(({ latency }) => latency.segments.map(({ name }) => name)));
  const legend = Object.entries(SEGMENTS).flatMap(([name, [sign, text]]) =>
    seen.has(name) ? [`${sign} ${text}`] : [],
  );
  return [...rows, `    ${legend.join('  ')}`];
}

/** A segment shows at least once if it took any time. */
function part(name: string, columns: number): string {
  const [sign] = SEGMENTS[name] ?? ['?'];
  return sign.repeat(columns > 0 ? Math.max(1, Math.round(columns)) : 0);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
