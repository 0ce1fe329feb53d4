import type { ShownCall, ShownTurn } from './api-client.ts';
import { CONCLUDED_WITHIN_MS, type Conclusion } from './await-conclusion.ts';
import { clock } from './clock.ts';
import type { Display } from './display.ts';
import { turnBars } from './turn-bars.ts';
import type { Delivery } from './webhook-receiver.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  human_unanswered: 'nobody answered',
  call_did_not_connect: 'the call did not connect',
  human_disconnected: 'the callee hung up',
  bot_disconnected: 'the agent hung up',
  transfer_unanswered: 'nobody took the transferred call',
  transfer_disconnected: 'the transferred call was hung up',
};

const DETECTED: Readonly<Record<string, string>> = { human: 'a human', no_human: 'no human' };

/** Prints where the time of each answer went. */
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
    human_detection_result: detected,
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
    row('Webhooks', `${deliveries.length} deliveries, ${verified} with a good signature`);
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
  if (detected) row('Answered by', DETECTED[detected] ?? detected);
  for (const { phone_number: number, failure_reason: reason } of attempts)
    row('Transfer', `${number}: ${reason?.replaceAll('_', ' ') ?? 'connected'}`);
  for (const [name, value] of Object.entries(collected ?? {}))
    row('Collected', `${name}: ${value ?? 'not said'}`);
  for (const [name, { value, reason, quotations }] of findingsOf(call)) {
    const proof = quotations.map(({ text }) => `“${text}”`).join(', ');
    row(
      'Analysis',
      `${name}: ${value === null ? (reason ?? 'not said').replaceAll('_', ' ') : `${String(value).replace(/[.]$/, '')}, by ${proof}`}`,
    );
  }
  if (transcript)
    display.write(
      '',
      display.paint('bold', 'Transcript, as it is stored'),
      ...transcript.split('\n').map((line) => `  ${line}`),
    );
  const record = `GET /v1/calls?id=${call.id}`;
  display.write('', consoleUrl === undefined ? record : `${consoleUrl}/calls/${call.id}`);
}

/** The values of the analysis, by name. */
function findingsOf({ analysis }: ShownCall) {
  const { summary, success, sentiment, extracted } = analysis ?? {};
  return Object.entries({ summary, success, sentiment, ...extracted }).flatMap(([name, found]) =>
    found ? [[name, found] as const] : [],
  );
}
