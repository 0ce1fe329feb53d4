import { conversationClosed } from '../../domain/conversations/conversation.ts';
import type { Session } from '../../domain/conversations/session.ts';
import { isLine, type StoredRehearsal } from '../../domain/rehearsals/rehearsal.ts';
import { lookUpKnowledge } from '../../knowledge/look-up.ts';
import { conversationModels } from '../../llm/accounts.ts';
import { TokenMeter } from '../../llm/token-meter.ts';
import { systemClock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { getRehearsal, putNote } from '../../store/rehearsals/rehearsals.ts';
import { rehearsalConnection } from '../../store/table/keys.ts';
import type { Table } from '../../store/table/table.ts';
import type { OutgoingFrame } from '../../telephony/relay-frames.ts';
import { changeSession } from '../change-session.ts';
import type { FrameContext } from '../frame-context.ts';
import { answerKeys, handleTalk } from '../handle-frame.ts';

export type Line = { readonly text: string } | { readonly keys: string };

/** A silence in a rehearsal is a person who thinks, so nothing watches it. */
const unwatched = async () => {};

/** Plays the vendor's part for one line of a rehearsal; a transfer never begins. Returns undefined if it expired. */
export async function playLine(
  before: StoredRehearsal,
  line: Line,
  table: Table,
): Promise<StoredRehearsal | undefined> {
  const { user_id: userId, call_id: rehearsalId } = before.session;
  const passages: string[] = [];
  const sent: OutgoingFrame[] = [];
  const context = contextOf(before.session, { table, passages, sent });
  await say(line, context);
  await handleTalk({ type: 'info', name: 'agentSpeaking', value: 'off' }, context);
  if (sent.some(({ type }) => type === 'end')) await changeSession(context, conversationClosed);
  const after = await getRehearsal(table, { userId, rehearsalId });
  await note(before, after, { table, now: systemClock(), passages });
  return after && withPassages(after, before, passages);
}

async function say(line: Line, context: FrameContext): Promise<void> {
  if ('text' in line) return handleTalk({ type: 'prompt', voicePrompt: line.text, last: true }, context);
  for (const digit of line.keys) await handleTalk({ type: 'dtmf', digit }, { ...context, frameId: newId() });
  // The caller presses no further key, as far as the line says.
  await answerKeys(context);
}

function contextOf(
  { user_id, call_id }: Session,
  {
    table,
    passages,
    sent,
  }: {
    readonly table: Table;
    readonly passages: string[];
    readonly sent: OutgoingFrame[];
  },
): FrameContext {
  const meter = new TokenMeter();
  return {
    table,
    connectionId: rehearsalConnection(user_id, call_id),
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
    knowledge: async (session, said) => {
      const found = await lookUpKnowledge(table, session, said);
      passages.push(...found.map(({ text }) => text));
      return found;
    },
    watchSilence: unwatched,
    watchKeys: unwatched,
    watchVoicemail: unwatched,
  };
}

const lineSince = (before: StoredRehearsal, { turns }: StoredRehearsal) =>
  turns.find((turn) => turn.number > before.session.turns && isLine(turn))?.number;

async function note(
  before: StoredRehearsal,
  after: StoredRehearsal | undefined,
  {
    table,
    now,
    passages,
  }: { readonly table: Table; readonly now: Date; readonly passages: readonly string[] },
): Promise<void> {
  const turn = after && lineSince(before, after);
  if (turn === undefined) return;
  const { language, holding } = before.session;
  const isPlain = passages.length === 0 && language === undefined && !holding;
  if (isPlain) return;
  const found = {
    turn,
    ...(passages.length > 0 && { passages: [...passages] }),
    ...(language !== undefined && { language }),
    ...(holding && { holding }),
  };
  await putNote(table, before.session, { note: found, now });
}

function withPassages(
  after: StoredRehearsal,
  before: StoredRehearsal,
  passages: readonly string[],
): StoredRehearsal {
  const turn = lineSince(before, after);
  if (turn === undefined || passages.length === 0) return after;
  return { ...after, notes: [...after.notes, { turn, passages: [...passages] }] };
}
