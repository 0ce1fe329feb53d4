import type { ItemOf } from 'phone-call-agents-client';
import { clock } from '#cli/output/turn-line.ts';
import { CONCLUDED_WITHIN_MS, type Conclusion } from './await-conclusion.ts';
import type { ShownCall } from './call-plan.ts';
import type { Display } from './display.ts';
import type { Delivery } from './webhook-receiver.ts';

type ShownTurn = Pick<ItemOf<'/v1/calls/turns'>, 'number' | 'type' | 'interrupted' | 'latency'>;

const OUTCOMES: Readonly<Record<string, string>> = {
  human_unanswered: 'nobody answered',
  call_did_not_connect: 'the call did not connect',
  human_disconnected: 'the callee hung up',
  bot_disconnected: 'the agent hung up',
  transfer_unanswered: 'nobody took the transferred call',
  transfer_disconnected: 'the transferred call was hung up',
  screened: 'a call screener answered, and nobody came to the phone',
};

/** Prints how each answer's time was spent. */
export function showTurns(display: Display, turns: readonly ShownTurn[]): void {
  const bars = turnBars(turns);
  if (bars.length === 0) return;
  display.write('', display.paint('bold', 'Turns, since the last word before them'), ...bars);
}

/** Prints the result of the call: status, duration, deliveries and transcript. */
export function showSummary(
  display: Display,
  { call, missing }: Conclusion,
  {
    deliveries,
    consoleUrl,
  }: { readonly deliveries: readonly Delivery[]; readonly consoleUrl: string | undefined },
): void {
  const {
    status,
    stage_outcome: outcome = '',
    error_message: error,
    start_time: start,
    end_time: end,
    transcript,
    collected_fields: collected,
    answered_by: answeredBy,
    transfer_attempts: attempts = [],
  } = call;
  const duration = start && end ? clock(Date.parse(end) - Date.parse(start)) : undefined;
  const facts = [status, duration && `${duration} connected`, OUTCOMES[outcome] ?? outcome, error].filter(
    Boolean,
  );
  const row = (name: string, text: string) =>
    display.write(`${display.paint('bold', name.padEnd(12))}${text}`);
  display.write('');
  row('Status', display.paint(status === 'ended' ? 'green' : 'red', facts.join(' · ')));
  if (deliveries.length > 0) {
    const verified = deliveries.filter(({ isVerified }) => isVerified).length;
    row('Webhooks', `${deliveries.length} deliveries, ${verified} with a valid signature`);
  }
  if (missing.length > 0) {
    row(
      'Missing',
      display.paint(
        'red',
        `${missing.join(', ')}: not delivered within ${CONCLUDED_WITHIN_MS / 1000} seconds.`,
      ),
    );
  }
  if (answeredBy) row('Answered by', answeredBy);
  for (const { phone_number: number, failure_reason: reason } of attempts)
    row('Transfer', `${number}: ${reason?.replaceAll('_', ' ') ?? 'connected'}`);
  for (const [name, value] of Object.entries(collected ?? {}))
    row('Collected', `${name}: ${value ?? 'not mentioned'}`);
  for (const [name, { value, reason, quotations }] of findingsOf(call)) {
    const proof = quotations.map(({ text }) => `“${text}”`).join(', ');
    row(
      'Analysis',
      `${name}: ${value === null ? (reason ?? 'not mentioned').replaceAll('_', ' ') : `${String(value).replace(/[.]$/, '')}, by ${proof}`}`,
    );
  }
  if (transcript)
    display.write(
      '',
      display.paint('bold', 'Stored transcript'),
      ...transcript.split('\n').map((line) => `  ${line}`),
    );
  const record = `GET /v1/calls?id=${call.id}`;
  display.write('', consoleUrl === undefined ? record : `${consoleUrl}/calls/${call.id}`);
}

function findingsOf({ analysis }: ShownCall) {
  const { summary, success, sentiment, extracted } = analysis ?? {};
  return Object.entries({ summary, success, sentiment, ...extracted }).flatMap(([name, found]) =>
    found ? [[name, found] as const] : [],
  );
}

/** Each segment's character in a bar, and its label in the legend. */
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

/** A bar for each answer: its segments since the caller's last word, at a common scale. */
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
  const seen = new Set<string>(answers.flatMap(({ latency }) => latency.segments.map(({ name }) => name)));
  const legend = Object.entries(SEGMENTS).flatMap(([name, [sign, text]]) =>
    seen.has(name) ? [`${sign} ${text}`] : [],
  );
  return [...rows, `    ${legend.join('  ')}`];
}

/** A segment that took any time gets at least one column. */
function part(name: string, columns: number): string {
  const [sign] = SEGMENTS[name] ?? ['?'];
  return sign.repeat(columns > 0 ? Math.max(1, Math.round(columns)) : 0);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
