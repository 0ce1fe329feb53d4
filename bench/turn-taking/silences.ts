import { normalizedWords } from '../../lambdas/conversation/model/words/normalized-phrase.ts';
import { addModelRules } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { percentile } from '../statistics.ts';
import { type Cell, number, type Table, verdict } from '../table.ts';
import type { LoggedEvents } from '../turns/converse.ts';
import { forEachAtOnce, holdCall, type ModelRequest, numbersTo, requestsOf } from './calls.ts';

const CALLS = 6;
/** Few at once: the silences contain the service's own time. */
const PAIRS_AT_ONCE = 2;
const TURNS = 10;
const FIRST_TOKEN_MS = 500;
const END_POINTING_MS = 800;
const MIN_SAVED_MS = 450;
const MAX_WASTED_PERCENT = 40;

/** Of ten turns, those with a pause within the sentence, and those whose last word changes at the end. */
const PAUSING = new Set([2, 5]);
const CHANGING = new Set([7]);
/** Long enough for a request, too short and too unsure for the end of a turn. */
const PAUSE = { pause_ms: 600, confidence: 0.4 };

/** What one kind of agent did. */
interface Behaviour {
  /** Milliseconds from the callee's last word to the first text of the answer at the carrier. */
  readonly silences: readonly number[];
  readonly tokens: number;
  readonly wasted: number;
  /** Answers that did not repeat the final words. */
  readonly wrong: number;
}

/** Measures the silence of the same calls with and without asking ahead, side by side. */
export async function measureSilences(service: MeasuredService): Promise<Table> {
  const reply = `I heard: \${last_user}. That is all I have to say about it, my friend.`;
  await addModelRules(service.connection, [
    { when: { system: 'SILENCES' }, reply, first_token_ms: FIRST_TOKEN_MS },
  ]);
  await converse(service, 0, true);
  const pairs = await forEachAtOnce(numbersTo(CALLS), PAIRS_AT_ONCE, (call) =>
    Promise.all([converse(service, call, false), converse(service, call, true)]),
  );
  const [without, ahead] = [together(pairs.map(([one]) => one)), together(pairs.map(([, other]) => other))];
  const saved = percentile(without.silences, 0.5) - percentile(ahead.silences, 0.5);
  const wasted = (100 * ahead.wasted) / ahead.tokens;
  const row = (name: string, of: (behaviour: Behaviour) => Cell, goal = ''): readonly Cell[] => [
    name,
    of(without),
    of(ahead),
    goal,
  ];
  return {
    title: 'Asking ahead',
    note:
      `${CALLS} calls of ${TURNS} turns with and without asking ahead, side by side, ${PAIRS_AT_ONCE} pairs at once: a model of ${FIRST_TOKEN_MS} ms, end-pointing of ${END_POINTING_MS} ms. ` +
      `Of ten turns, ${PAUSING.size} have a pause of ${PAUSE.pause_ms} ms in the sentence, and in ${CHANGING.size} the last word changes at the end. Silence is from the callee's last word to the first text at the carrier; a token is a word.`,
    columns: ['', 'without', 'asking ahead', 'goal'],
    rows: [
      row(
        'silence p50, ms',
        ({ silences }) => number(percentile(silences, 0.5)),
        `${MIN_SAVED_MS} ms shorter: ${saved >= MIN_SAVED_MS ? 'kept' : '**MISSED**'}`,
      ),
      row('silence p90, ms', ({ silences }) => number(percentile(silences, 0.9))),
      row('tokens a turn', ({ tokens, silences }) => number(tokens / silences.length)),
      row(
        'wasted of them, %',
        (behaviour) => number((100 * behaviour.wasted) / behaviour.tokens, 1),
        verdict(wasted, MAX_WASTED_PERCENT),
      ),
      row('answers to words that were not final', ({ wrong }) => number(wrong), verdict(ahead.wrong, 0)),
    ],
  };
}

async function converse(service: MeasuredService, call: number, asksAhead: boolean): Promise<Behaviour> {
  const prompt = `SILENCES ${call} ${asksAhead ? 'ahead' : 'as ever'}. You are patient, and you speak of nothing but the weather of the day.`;
  const lines = Array.from({ length: TURNS }, (_, turn) => lineOf(turn, call));
  const events = await holdCall(service, {
    prompt,
    script: lines.map(({ line }) => line),
    settings: { turn_taking: { ask_ahead: asksAhead } },
    callee: { end_pointing_ms: END_POINTING_MS },
  });
  const requests = await requestsOf(service, prompt);
  const answers = lines.map(({ final }) => answerTo(final, events));
  return {
    silences: answers.map(({ silenceMs }) => silenceMs),
    tokens: requests.reduce((sum, request) => sum + tokensOf(request), 0),
    wasted: requests
      .filter(({ sent_text }) => !answers.some(({ text }) => isUsed(sent_text, text)))
      .reduce((sum, request) => sum + tokensOf(request), 0),
    wrong: answers.filter(({ text }, turn) => !text.includes(wordsOf(lines[turn]?.final ?? '?'))).length,
  };
}

/** The line of a turn, and the words that become final. */
function lineOf(turn: number, call: number): { readonly line: object; readonly final: string } {
  const end = `on day ${call * TURNS + turn} of this month`;
  if (CHANGING.has(turn)) {
    const final = `I would like to come ${end.replace('month', 'year')}`;
    return { line: { say: `I would like to come ${end}`, final_words: final }, final };
  }
  const say = PAUSING.has(turn) ? ['I would like to come', PAUSE, end] : `I would like to come ${end}`;
  return { line: { say }, final: `I would like to come ${end}` };
}

const wordsOf = (text: string) => normalizedWords(text);

/** Whether the answer that was heard is what the model sent in this request. */
const isUsed = (sent: string, heard: string) => sent !== '' && heard.includes(wordsOf(sent));

function answerTo(
  final: string,
  events: LoggedEvents,
): { readonly silenceMs: number; readonly text: string } {
  const end = events.findIndex(
    ({ direction, frame }) => direction === 'sent' && frame?.last === true && frame.voicePrompt === final,
  );
  const lastWord = events
    .slice(0, end)
    .findLast(({ frame }) => frame?.name === 'clientSpeaking' && frame.value === 'off');
  const rest = events.slice(end + 1);
  const next = rest.findIndex(({ direction, frame }) => direction === 'sent' && frame?.type === 'prompt');
  const texts = rest
    .slice(0, next < 0 ? undefined : next)
    .filter(({ direction, frame }) => direction === 'received' && frame?.type === 'text');
  const [first] = texts;
  if (!lastWord || !first) throw new Error(`These words were not answered: ${final}`);
  return {
    silenceMs: first.at.getTime() - lastWord.at.getTime(),
    text: wordsOf(texts.map(({ frame }) => frame?.token ?? '').join('')),
  };
}

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;

function tokensOf({ body, sent_text }: ModelRequest): number {
  return body.messages.reduce((sum, { content }) => sum + wordCount(content), wordCount(sent_text));
}

function together(behaviours: readonly Behaviour[]): Behaviour {
  const sum = (of: (behaviour: Behaviour) => number) =>
    behaviours.reduce((total, behaviour) => total + of(behaviour), 0);
  return {
    silences: behaviours.flatMap(({ silences }) => silences),
    tokens: sum(({ tokens }) => tokens),
    wasted: sum(({ wasted }) => wasted),
    wrong: sum(({ wrong }) => wrong),
  };
}
