import { createHash } from 'node:crypto';
import { namesOfModels } from '../../agents/language-models.ts';
import { type AnalysisSettings, extractedFields } from '../../agents/model/analysis-settings.ts';
import { languagesOf } from '../../agents/model/languages.ts';
import { ANSWER_SCHEMA, analysisMessages } from '../../calls/model/analysis/ask-analysis.ts';
import { provenFindings } from '../../calls/model/analysis/proven-findings.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import { type Conversation, isSpoken, type Session } from '../../conversation/model/session.ts';
import { valuesOfCall } from '../../conversation/model/steps/call-steps.ts';
import type { LanguageModel } from '../../vendors/llm/language-model.ts';
import type { ModelMessage } from '../../vendors/model/llm-message.ts';
import type { AgentTest } from '../model/agent-test.ts';
import type { ExpectationAtEnd } from '../model/expectation-schema.ts';
import { type EvidenceAtEnd, expectedIn } from '../model/judge-expectations.ts';
import {
  JUDGE_SCHEMA,
  type Judge,
  type JudgedRecord,
  judgedRecord,
  judgeKey,
  judgeMessages,
  judgementOf,
  MAX_RECORD,
  readJudgeAnswer,
} from '../model/model-judge.ts';
import type { PlayedTurn } from '../model/turns/played-turn.ts';
import { type Judgement, notChecked } from '../model/verdict.ts';
import type { AnswerCache } from '../store/answer-cache.ts';
import { askModels } from './ask-models.ts';

/** Judges asked at the same time. */
const MAX_JUDGES = 5;

interface Examination {
  readonly test: Pick<AgentTest, 'greeting' | 'turns' | 'finally'>;
  /** Those of the agent, as in analyses of calls. */
  readonly models: (session: Session) => readonly LanguageModel[];
  /** @default none is known */
  readonly cache?: AnswerCache;
  /** Skips questions whose answer is not cached. @default false */
  readonly isOffline?: boolean;
  readonly signal?: AbortSignal;
}

type Examined = Pick<EvidenceAtEnd, 'extracted' | 'judged' | 'isOffline'>;

/** Extracts the fields and judges the criteria that a test has. Throws TestError if no model can. */
export const examineWith =
  ({ test, ...asking }: Examination) =>
  async (conversation: Conversation, played: readonly PlayedTurn[]): Promise<Examined> => {
    const { finally: atEnd = [] } = test;
    const extracted = atEnd.some(({ extract }) => extract) && (await extract(conversation, asking));
    const ofTurns = played.map(({ turn, transcript }) => ({
      expected: expectedIn(test, turn),
      turn,
      turns: conversation.turns.filter(({ number }) => transcript.includes(number)),
    }));
    const parts = [{ expected: atEnd, turn: undefined, turns: conversation.turns }, ...ofTurns];
    const judged = await judgeAll(parts, conversation.session, asking);
    return { judged, ...(extracted && { extracted }), ...(asking.isOffline && { isOffline: true }) };
  };

type Asking = Omit<Examination, 'test'>;

async function extract({ session, turns }: Conversation, asking: Asking): Promise<Examined['extracted']> {
  const { analysis, language } = session.settings;
  if (!analysis || extractedFields(analysis).size === 0) return undefined;
  const settings: AnalysisSettings = { summary: false, sentiment: false, extract: analysis.extract };
  const judging = { messages: turns.filter(isSpoken), language, languages: languagesOf(session.settings) };
  const answered = await ask(session, asking, {
    who: 'extraction of fields',
    messages: analysisMessages(settings, { ...judging, values: valuesOfCall(session) }),
    answer: { name: 'analysis', schema: ANSWER_SCHEMA },
    read: (text) => provenFindings(settings, text, judging).extracted ?? {},
    isKept: () => true,
  });
  if (!answered || answered.isPart) return undefined;
  return Object.fromEntries(Object.entries(answered.value).map(([name, { value }]) => [name, value]));
}

async function judgeAll(
  parts: readonly (Pick<Conversation, 'turns'> & {
    readonly expected: readonly Pick<ExpectationAtEnd, 'judge'>[];
    /** Undefined for the whole conversation. */
    readonly turn: number | undefined;
  })[],
  session: Session,
  asking: Asking,
): Promise<ReadonlyMap<string, Judgement>> {
  const tools = toolsOf(session.agent, session.settings);
  const toolOf = (actionId: string) => tools.find(({ action }) => action.id === actionId)?.name;
  const all = parts.flatMap(({ expected, turn, turns }) => {
    const record = judgedRecord(turns, languagesOf(session.settings), toolOf);
    return expected.flatMap(({ judge }) =>
      judge ? [[judgeKey(judge, turn), { judge, record }] as const] : [],
    );
  });
  const judges = [...new Map(all)];
  const judged = new Map<string, Judgement>();
  for (let first = 0; first < judges.length; first += MAX_JUDGES)
    await Promise.all(
      judges.slice(first, first + MAX_JUDGES).map(async ([key, { judge, record }]) => {
        const judgement = await judgeOne(judge, session, record, asking);
        if (judgement) judged.set(key, judgement);
      }),
    );
  return judged;
}

async function judgeOne(
  judge: Judge,
  session: Session,
  record: JudgedRecord,
  asking: Asking,
): Promise<Judgement | undefined> {
  const tooLong = notChecked('The conversation is too long for a judge.');
  if (JSON.stringify(record.lines).length > MAX_RECORD) return tooLong;
  const answered = await ask(session, asking, {
    who: 'judge',
    messages: judgeMessages(judge, record),
    answer: { name: 'verdict', schema: JUDGE_SCHEMA },
    read: (text) => judgementOf(readJudgeAnswer(text), judge, record),
    // Another answer may prove what this one did not.
    isKept: ({ verdict }) => verdict !== 'invalid',
  });
  return answered?.isPart ? tooLong : answered?.value;
}

interface Question<Value> {
  readonly who: string;
  readonly messages: readonly ModelMessage[];
  readonly answer: { readonly name: string; readonly schema: Record<string, unknown> };
  read(text: string): Value;
  isKept(value: Value): boolean;
}

interface Answered<Value> {
  readonly value: Value;
  /** The model was given only the end of the record. */
  readonly isPart: boolean;
}

/** Asks the agent's models, unless the cache has their answer. Returns undefined if the run is offline and it has none. */
async function ask<Value>(
  session: Session,
  { models, cache, isOffline = false, signal }: Asking,
  { isKept, ...question }: Question<Value>,
): Promise<Answered<Value> | undefined> {
  const { messages, read } = question;
  const hash = createHash('sha256')
    .update(JSON.stringify([namesOfModels(session), messages]))
    .digest('hex');
  const known = await cache?.get(hash);
  if (known !== undefined) return { value: read(known), isPart: false };
  if (isOffline) return undefined;
  const { answer: value, text, usage } = await askModels(models(session), { ...question, signal });
  const isPart = (usage?.leftOut ?? 0) > 0;
  if (!isPart && isKept(value)) await cache?.put(hash, text);
  return { value, isPart };
}
