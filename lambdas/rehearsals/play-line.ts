import { changeSession } from '../conversation/change-session.ts';
import type { FrameContext } from '../conversation/frame-context.ts';
import { handleFrame } from '../conversation/handle-frame.ts';
import { conversationModels } from '../conversation/llm/accounts.ts';
import type { Session } from '../conversation/model/session.ts';
import { conversationClosed } from '../conversation/model/session-events.ts';
import { answerKeys } from '../conversation/on-prompt.ts';
import { tableStore } from '../conversation/store/conversation-store.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { rehearsalConnection } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { tokenReserve } from '../usage/store/day-use.ts';
import { lookUpKnowledge } from '../vector-databases/look-up.ts';
import { TokenMeter } from '../vendors/llm/model-usage.ts';
import type { OutgoingFrame } from '../vendors/telephony/relay-frames.ts';
import { isLine, type StoredRehearsal } from './model/rehearsal.ts';
import { loadRehearsal, putNote } from './store/rehearsals.ts';

export type Line = { readonly text: string } | { readonly keys: string };

/** A silence in a rehearsal is a person who thinks, so nothing watches it. */
const unwatched = async () => {};

/** Plays the vendor's part for one line of a rehearsal; a transfer never begins. Returns undefined if it expired. */
export async function playLine(
  before: StoredRehearsal,
  line: Line,
  table: Table,
): Promise<StoredRehearsal | undefined> {
  const { user_id: userId, call_id: rehearsalId, turns, language, holding } = before.session;
  const passages: string[] = [];
  const sentFrames: OutgoingFrame[] = [];
  const context = contextOf(before.session, { table, passages, sent: sentFrames });
  await say(line, context);
  await handleFrame({ type: 'info', name: 'agentSpeaking', value: 'off' }, context);
  if (sentFrames.some(({ type }) => type === 'end')) await changeSession(context, conversationClosed);
  const after = await loadRehearsal(table, { userId, rehearsalId });
  const turn = after?.turns.find((one) => one.number > turns && isLine(one))?.number;
  if (!after || turn === undefined) return after;
  const turnNote = { turn, ...(passages.length > 0 && { passages }) };
  const note = { ...turnNote, ...(language !== undefined && { language }), ...(holding && { holding }) };
  if (Object.keys(note).length > 1) await putNote(table, before.session, { note, now: systemClock() });
  return passages.length > 0 ? { ...after, notes: [...after.notes, turnNote] } : after;
}

async function say(line: Line, context: FrameContext): Promise<void> {
  if ('text' in line) return handleFrame({ type: 'prompt', voicePrompt: line.text, last: true }, context);
  for (const digit of line.keys) await handleFrame({ type: 'dtmf', digit }, { ...context, frameId: newId() });
  // The line has no further keys.
  await answerKeys(context);
}

interface Played {
  readonly table: Table;
  readonly passages: string[];
  readonly sent: OutgoingFrame[];
}

function contextOf({ user_id, call_id }: Session, { table, passages, sent }: Played): FrameContext {
  const meter = new TokenMeter(tokenReserve(table, user_id));
  return {
    table,
    store: tableStore(table, rehearsalConnection(user_id, call_id)),
    // Not the request's time, which stands still: the handlers wait.
    now: systemClock,
    arrivedAt: systemClock(),
    meter,
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
    watchSilence: unwatched,
    watchKeys: unwatched,
    watchVoicemail: unwatched,
  };
}
