import { normalizedWords } from '../lambdas/conversation/model/words/normalized-phrase.ts';
import { addModelRules, makeAgent } from '../test/support/scene.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { answerTo, holdCall, type ModelRequest, modelRequestsOf } from './turns/logged-call.ts';

const CALLS = 6;
/** Few at once, because silences include the service's own time. */
const PAIRS_AT_ONCE = 2;
const TURNS = 10;
const FIRST_TOKEN_MS = 500;
const END_POINTING_MS = 800;
/** Milliseconds that a callee waits for an answer at most. */
const PATIENCE_MS = 30_000;
const MIN_SAVED_MS = 450;
const MAX_WASTED_PERCENT = 40;

/** Of every ten turns, those with a pause within the sentence, and those whose last word changes at the end. */
const PAUSING = new Set([2, 5]);
const CHANGING = new Set([7]);
/** Long enough for a request, but too short and uncertain to end the turn. */
const PAUSE = { pause_ms: 600, confidence: 0.4 };

/** The results of one kind of agent. */
interface Behaviour {
  /** Milliseconds from the callee's last word to the first text of the answer at the carrier. */
  readonly silences: readonly number[];
  readonly tokens: number;
  readonly wasted: number;
  /** Answers based on words that were not final. */
  readonly wrong: number;
}

/** Measures the silence before answers, with and without speculative model requests. */
export async function measureTurnTaking(): Promise<Table> {
  const service = await startMeasuredService();
  try {
    const reply = `I heard: \${last_user}. That is all I have to say about it, my friend.`;
    await addModelRules(service.connection, [
      { when: { system: 'SILENCES' }, reply, first_token_ms: FIRST_TOKEN_MS },
    ]);
    // Starts the functions.
    await converse(service, 0, true);
    const pairs: (readonly [Behaviour, Behaviour])[] = [];
    for (let call = 1; call <= CALLS; call += PAIRS_AT_ONCE) {
      const some = Array.from({ length: PAIRS_AT_ONCE }, (_, index) =>
        Promise.all([converse(service, call + index, false), converse(service, call + index, true)]),
      );
      pairs.push(...(await Promise.all(some)));
    }
    return tableOf(together(pairs.map(([one]) => one)), together(pairs.map(([, other]) => other)));
  } finally {
    await service.close();
  }
}

function tableOf(without: Behaviour, ahead: Behaviour): Table {
  const saved = percentile(without.silences, 0.5) - percentile(ahead.silences, 0.5);
  const wasted = ({ wasted: some, tokens }: Behaviour) => (100 * some) / tokens;
  const row = (name: string, of: (behaviour: Behaviour) => Cell, goal = ''): readonly Cell[] => [
    ...[name, of(without), of(ahead)],
    goal,
  ];
  return {
    title: 'Speculation',
    note:
      `${CALLS} calls of ${TURNS} turns with and without speculation, side by side, ${PAIRS_AT_ONCE} pairs at once. The model's first token takes ${FIRST_TOKEN_MS} ms, end-pointing ${END_POINTING_MS} ms. ` +
      `Of ten turns, ${PAUSING.size} have a pause of ${PAUSE.pause_ms} ms in the sentence, and in ${CHANGING.size} the last word changes at the end. Silence is from the callee's last word to the first text at the carrier; a token is a word.`,
    columns: ['', 'without', 'speculation', 'goal'],
    rows: [
      row(
        'silence p50, ms',
        ({ silences }) => number(percentile(silences, 0.5)),
        `${MIN_SAVED_MS} ms shorter: ${verdict(-saved, -MIN_SAVED_MS)}`,
      ),
      row('silence p90, ms', ({ silences }) => number(percentile(silences, 0.9))),
      row('tokens a turn', ({ tokens, silences }) => number(tokens / silences.length)),
      row(
        'wasted tokens, %',
        (behaviour) => number(wasted(behaviour), 1),
        verdict(wasted(ahead), MAX_WASTED_PERCENT),
      ),
      row('answers to words that were not final', ({ wrong }) => number(wrong), verdict(ahead.wrong, 0)),
    ],
  };
}

async function converse(service: MeasuredService, call: number, asksAhead: boolean): Promise<Behaviour> {
  const prompt = `SILENCES ${call} ${asksAhead ? 'ahead' : 'as ever'}. You are patient, and you speak of nothing but the weather of the day.`;
  const lines = Array.from({ length: TURNS }, (_, turn) => lineOf(turn, call));
  const { agent } = await makeAgent(service.api, {
    settings: { prompt: { content: prompt }, turn_taking: { ask_ahead: asksAhead } },
  });
  const events = await holdCall(service, agent.id, {
    script: lines.map(({ line }) => line),
    patience_ms: PATIENCE_MS,
    end_pointing_ms: END_POINTING_MS,
  });
  const requests = await modelRequestsOf(service, prompt);
  const answers = lines.map(({ final }) => {
    const { first, silentAt = Number.NaN, texts } = answerTo(final, events, 'clientSpeaking');
    const text = normalizedWords(texts.map(({ frame }) => frame?.token ?? '').join(''));
    return { final, silenceMs: first.at.getTime() - silentAt, text };
  });
  const isUsed = ({ sent_text: sent }: ModelRequest) =>
    sent !== '' && answers.some(({ text }) => text.includes(normalizedWords(sent)));
  return {
    silences: answers.map(({ silenceMs }) => silenceMs),
    tokens: tokensOf(requests),
    wasted: tokensOf(requests.filter((request) => !isUsed(request))),
    wrong: answers.filter(({ final, text }) => !text.includes(normalizedWords(final))).length,
  };
}

/** The line of a turn, and the words that become final. */
function lineOf(turn: number, call: number): { readonly line: object; readonly final: string } {
  const end = `on day ${call * TURNS + turn} of this month`;
  const final = `I would like to come ${CHANGING.has(turn) ? end.replace('month', 'year') : end}`;
  if (CHANGING.has(turn)) return { line: { say: `I would like to come ${end}`, final_words: final }, final };
  return { line: { say: PAUSING.has(turn) ? ['I would like to come', PAUSE, end] : final }, final };
}

function tokensOf(requests: readonly ModelRequest[]): number {
  const texts = requests.flatMap(({ body, sent_text }) => [
    sent_text,
    ...body.messages.map(({ content }) => content),
  ]);
  return texts.join(' ').split(/\s+/).filter(Boolean).length;
}

const together = (behaviours: readonly Behaviour[]): Behaviour => ({
  silences: behaviours.flatMap(({ silences }) => silences),
  tokens: behaviours.reduce((sum, { tokens }) => sum + tokens, 0),
  wasted: behaviours.reduce((sum, { wasted }) => sum + wasted, 0),
  wrong: behaviours.reduce((sum, { wrong }) => sum + wrong, 0),
});
