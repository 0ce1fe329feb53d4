import { IconButton } from '../../parts/controls.tsx';
import './playground.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { rehearsalOf, useAgentOf } from '../../api/lists.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { turnEntries } from '../conversation/entries.ts';
import { namesOfActions, presentStep, shownTurn } from '../conversation/record-of-turn.ts';
import type { ShownTurn } from '../conversation/transcript.ts';
import { LineForm } from './line-form.tsx';
import { isStored, lineOf, writtenLine } from './script.ts';
import { type Lines, SAY } from './use-lines.ts';
import { editedTurn, NEXT, placeOf, type Said } from './written.ts';

/** Milliseconds between two looks at an answer that is under way. */
const LOOK_MS = 700;

/** A line that is being said. */
interface Saying extends Said {
  /** The turn of the line in whose place it is said, in another rehearsal. */
  readonly before: number | undefined;
  /** The number of the last turn before it. */
  readonly after: number;
}

/** One rehearsal: what was said, and what the contact says next. */
export function Rehearsal({
  id,
  lines,
  draftOf,
  isFocused,
  onFork,
}: {
  readonly id: string;
  /** The version whose draft it rehearses. */
  readonly draftOf?: number | undefined;
  readonly lines: Lines;
  /** Whether its field gets the focus: the button that began it, or the field of an edit, is gone. */
  readonly isFocused: boolean;
  /** Gets the id of another rehearsal that goes on from this one. */
  readonly onFork: (id: string) => void;
}) {
  // What was written in the place of a turn is there again after a look at another rehearsal.
  const [edited, setEdited] = useState(() => editedTurn(lines.places, id));
  const [focused, setFocused] = useState(isFocused);
  const say = useSay(id, (said, saying) => {
    lines.dropSaid(saying);
    setEdited(undefined);
    if (said.id !== id) onFork(said.id);
  });
  const isAnswering = say.isPending && say.variables.before === undefined;
  const found = useQuery({ ...rehearsalOf(id), refetchInterval: isAnswering ? LOOK_MS : false });
  const asItWas = useAgentOf(found.data, draftOf);
  const turn = found.data?.turns.find(({ number }) => number === edited);
  const highlighted = useMemo(() => turn && { turn: String(turn.number) }, [turn]);
  const saying = say.isPending && !turn ? say.variables : undefined;
  const entries = useMemo(
    () => entriesOf(found.data, asItWas?.actions ?? [], saying),
    [found.data, asItWas, saying],
  );

  if (!found.data) return <QueryState query={found} what="the rehearsal" />;
  const { data } = found;
  const place = turn ? placeOf(id, turn.number) : NEXT;
  const before = turn ? writtenLine(turn) : '';
  const written = lines.at(place) ?? before;
  return (
    <div className="rehearsal stack">
      {entries.length === 0 && <p className="faint">The agent waits for the contact to speak.</p>}
      <Conversation
        entries={entries}
        start={data.created_at}
        highlighted={highlighted}
        isLive
        tools={({ key, speaker }) =>
          speaker === 'human' &&
          !say.isPending && (
            <IconButton
              icon={Pencil}
              size={14}
              id={editButton(Number(key))}
              label={`Edit turn ${key} and continue from there`}
              onClick={() => {
                setEdited(Number(key));
                // From now on this button gets the focus again.
                setFocused(false);
              }}
            />
          )
        }
      />
      <State rehearsal={data} />
      {data.status === 'ended' && !turn && <Over rehearsal={data} focused={focused} />}
      {(data.status === 'open' || turn) && (
        <LineForm
          key={place}
          written={written}
          isRestored={lines.isRestored(place)}
          editing={turn?.number}
          focused={focused}
          busy={say.isPending}
          error={say.error}
          language={asItWas?.language}
          onWrite={(text) => (text === before ? lines.drop(place) : lines.write(place, text))}
          onCancel={() => {
            say.reset();
            lines.drop(place);
            document.getElementById(editButton(turn?.number))?.focus();
            setEdited(undefined);
          }}
          onSay={(words) => {
            const after = data.turns.at(-1)?.number ?? 0;
            say.mutate({ place, written: words, before: turn?.number, after });
          }}
        />
      )}
    </div>
  );
}

/** Says a line, in the place of an earlier one in another rehearsal that goes on from there. */
function useSay(id: string, onSaid: (said: Schema<'Rehearsal'>, saying: Saying) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: SAY,
    mutationFn: async ({ written, before }: Saying) => {
      const at = before === undefined ? id : await forked(id, before);
      const body = lineOf(written);
      const said = await api.post('/v1/rehearsals/say', { query: { id: at }, body });
      // A look that began before the answer was whole must not overwrite it.
      await queries.cancelQueries({ queryKey: rehearsalOf(at).queryKey });
      queries.setQueryData(rehearsalOf(at).queryKey, said);
      return said;
    },
    onSuccess: onSaid,
    onError: () => queries.invalidateQueries({ queryKey: rehearsalOf(id).queryKey }),
  });
}

/** What was said, and the line that is being said with the answer so far. */
function entriesOf(
  rehearsal: Schema<'Rehearsal'> | undefined,
  actions: Parameters<typeof namesOfActions>[0],
  saying: Saying | undefined,
) {
  if (!rehearsal) return [];
  const { turns, knowledge, answering } = rehearsal;
  const names = namesOfActions(actions);
  const shown: ShownTurn[] = turns.map((turn) => ({
    ...shownTurn(turn, names),
    passages: knowledge.find((one) => one.turn === turn.number)?.passages,
  }));
  if (saying && !isStored(turns, saying)) shown.push({ key: 'line', speaker: 'human', text: saying.written });
  if (saying) shown.push({ key: 'answer', speaker: 'agent', text: answering ?? '…' });
  return turnEntries(shown);
}

/** The id of the button that edits a turn. */
const editButton = (turn: number | undefined): string => `edit-${turn}`;

const forked = async (id: string, before: number) =>
  (await api.post('/v1/rehearsals/fork', { query: { id }, body: { before } })).id;

/** The step that an open rehearsal is in, and whether the agent is on hold. */
function State({
  rehearsal: { turns, status, on_hold: isOnHold },
}: {
  readonly rehearsal: Schema<'Rehearsal'>;
}) {
  const step = presentStep(turns);
  return (
    <>
      {step !== undefined && (
        <p className="faint" role="status">
          Present step: <bdi>{step}</bdi>
        </p>
      )}
      {isOnHold && status === 'open' && (
        <p className="note" role="status">
          The agent is on hold. Greet it to continue.
        </p>
      )}
    </>
  );
}

function Over({
  rehearsal: { handed_to: handedTo },
  focused,
}: {
  readonly rehearsal: Schema<'Rehearsal'>;
  readonly focused: boolean;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (focused) note.current?.focus();
  }, [focused]);
  return (
    <p className="note" role="status" ref={note} tabIndex={-1}>
      {handedTo === null
        ? 'The agent ended the call.'
        : 'The agent would transfer the call here. Nothing was dialed.'}{' '}
      Edit a line to continue from there, or start another conversation.
    </p>
  );
}
