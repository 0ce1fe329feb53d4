import { addModelRules, makeAgent } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { answerTo, holdCall, type LoggedEvents, type ModelRequest, modelRequestsOf } from './logged-call.ts';

/** An utterance of the callee and its answer; times are epoch milliseconds. */
export interface MeasuredTurn {
  readonly promptAt: number;
  readonly modelAskedAt: number;
  readonly firstTokenAt: number;
  readonly firstTextAt: number;
  readonly lastTextAt: number;
  /** The number of texts in which the answer was sent. */
  readonly texts: number;
  /** When the agent stopped speaking before the prompt; undefined in the first turn of a call without a greeting. */
  readonly silentAt: number | undefined;
}

/** Milliseconds until the model's first token, as of a fast vendor. */
const FIRST_TOKEN_MS = 50;

/** Milliseconds between a prompt and the callee's next words, including more than 400 ms of silence. */
const PAUSE_MS = 620;

/** Milliseconds for a cold start on a busy machine. */
export const COLD_START_MS = 3_000;

const PROMPT = 'BENCH. You book appointments.';

/** Creates the agent of a measurement, with optional settings. */
export async function makeMeasuredAgent(
  { connection, api }: MeasuredService,
  webhookUrl: string,
  settings: object = {},
): Promise<string> {
  const reply = 'That day is free. What time would you like?';
  await addModelRules(connection, [{ when: { system: 'BENCH' }, reply, first_token_ms: FIRST_TOKEN_MS }]);
  const { agent } = await makeAgent(api, {
    initialMessage: 'Hello, who is there?',
    webhookUrl,
    settings: { ...settings, prompt: { content: PROMPT } },
  });
  return agent.id;
}

/**
 * Runs a call with this number of turns, each after a pause, and returns the turns. `openingMs`: milliseconds before
 * the callee's first words.
 */
export async function converse(
  service: MeasuredService,
  agent: string,
  { turns, openingMs = PAUSE_MS }: { readonly turns: number; readonly openingMs?: number },
): Promise<readonly MeasuredTurn[]> {
  const said = Array.from({ length: turns }, (_, index) => `I could come on Tuesday, number ${index + 1}.`);
  // Also pauses at the start for the greeting, and at the end for the last answer.
  const lines = said.flatMap((say, index) => [{ wait_ms: index === 0 ? openingMs : PAUSE_MS }, { say }]);
  const events = await holdCall(service, agent, { script: [...lines, { wait_ms: PAUSE_MS }] });
  const asked = (await modelRequestsOf(service, PROMPT)).slice(-turns);
  return said.map((text) => turnOf(text, events, asked));
}

function turnOf(text: string, events: LoggedEvents, asked: readonly ModelRequest[]): MeasuredTurn {
  const { prompt, first, last, texts, silentAt } = answerTo(text, events, 'agentSpeaking');
  const request = asked.find(({ body }) => body.messages.at(-1)?.content === text);
  if (!request?.first_token_at) throw new Error(`The model did not answer these words: ${text}`);
  return {
    promptAt: prompt.at.getTime(),
    modelAskedAt: request.received_at.getTime(),
    firstTokenAt: request.first_token_at.getTime(),
    firstTextAt: first.at.getTime(),
    lastTextAt: last.at.getTime(),
    texts: texts.length,
    silentAt,
  };
}
