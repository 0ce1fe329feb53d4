import { askActionService } from '../actions/ask-action-service.ts';
import { conversationModels } from '../agents/language-models.ts';
import type { Session } from '../conversation/model/session.ts';
import { withoutSecureValues } from '../conversation/model/steps/session-steps.ts';
import type { FrameContext } from '../conversation/ports.ts';
import { tableStore } from '../conversation/store/conversations.ts';
import { take } from '../conversation/take.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Table } from '../platform/table/table.ts';
import { countTurnTokens, tokenReserve } from '../usage/store/day-use.ts';
import { lookUpKnowledge } from '../vector-databases/look-up.ts';
import { TokenMeter } from '../vendors/llm/model-usage.ts';
import type { OutgoingFrame } from '../vendors/telephony/relay-frames.ts';
import { isLine, type StoredRehearsal } from './model/rehearsal.ts';
import { rehearsalConnection } from './store/keys.ts';
import { loadRehearsal, putNote } from './store/rehearsals.ts';

export type Line = { readonly text: string } | { readonly keys: string };

/** A silent person in a rehearsal is thinking, so there is no silence check. */
const ignoreSilence = async () => {};

/** Plays the vendor's part for one line of a rehearsal; transfers don't start. Returns undefined if it expired. */
export async function playLine(
  before: StoredRehearsal,
  line: Line,
  table: Table,
): Promise<StoredRehearsal | undefined> {
  const {
    user_id: userId,
    call_id: rehearsalId,
    turns,
    language,
    holding,
    steps,
    handed_to,
  } = before.session;
  const passages: string[] = [];
  const sentFrames: OutgoingFrame[] = [];
  const context = contextOf(before.session, { table, passages, sent: sentFrames });
  await take({ type: 'steps_due' }, context);
  await say(line, context);
  await take({ type: 'info', name: 'agentSpeaking', value: 'off' }, context);
  if (sentFrames.some(({ type }) => type === 'end')) await take({ type: 'closed' }, context);
  const after = await loadRehearsal(table, { userId, rehearsalId });
  const turn = after?.turns.find((one) => one.number > turns && isLine(one))?.number;
  if (!after || turn === undefined) return after;
  const turnNote = { turn, ...(passages.length > 0 && { passages }) };
  const note = {
    ...turnNote,
    ...(language !== undefined && { language }),
    ...(holding && { holding }),
    ...(steps && { steps: withoutSecureValues(steps) }),
    ...(handed_to && { handed_to }),
  };
  if (Object.keys(note).length > 1) await putNote(table, before.session, { note, now: systemClock() });
  return passages.length > 0 ? { ...after, notes: [...after.notes, turnNote] } : after;
}

async function say(line: Line, context: FrameContext): Promise<void> {
  if ('text' in line)
    return void (await take({ type: 'prompt', voicePrompt: line.text, last: true }, context));
  for (const digit of line.keys) await take({ type: 'dtmf', digit }, { ...context, frameId: newId() });
  // The line has no further keys.
  await take({ type: 'keys_end' }, context);
}

interface Played {
  readonly table: Table;
  readonly passages: string[];
  readonly sent: OutgoingFrame[];
}

function contextOf({ user_id, call_id }: Session, { table, passages, sent }: Played): FrameContext {
  const meter = new TokenMeter(tokenReserve(table, user_id));
  return {
    store: tableStore(table, rehearsalConnection(user_id, call_id)),
    // Not the request's time, which stands still: the handlers wait.
    now: systemClock,
    arrivedAt: systemClock(),
    countTokens: ({ user_id: userId }) => countTurnTokens(table, { userId, now: systemClock() }, meter),
    askService: askActionService,
    connection: {
      async send(frame) {
        sent.push(frame);
        return true;
      },
    },
    models: (session) => conversationModels(table, session, meter),
    knowledge: async (session, words) => {
      const foundPassages = await lookUpKnowledge(table, session, words);
      passages.push(...foundPassages.map(({ text }) => text));
      return foundPassages;
    },
    watchSilence: ignoreSilence,
    watchKeys: ignoreSilence,
    watchVoicemail: ignoreSilence,
  };
}
