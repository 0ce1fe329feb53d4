import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { rehearsalOf, useAgentOf } from '../../api/lists.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { namesOfActions, presentStep } from '../call/record-of-turn.ts';
import { Chat, editButton } from './chat.tsx';
import { LineForm } from './line-form.tsx';
import { lineOf, writtenLine } from './script.ts';
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
  const names = useMemo(() => namesOfActions(asItWas?.actions ?? []), [asItWas]);
  const said = say.isPending ? (found.data?.answering ?? '') : undefined;
  const end = useScrolledEnd(found.data?.turns.length ?? 0, said);

  if (!found.data) return <QueryState query={found} what="the rehearsal" />;
  const { data } = found;
  const turn = data.turns.find(({ number }) => number === edited);
  const place = turn ? placeOf(id, turn.number) : NEXT;
  const before = turn ? writtenLine(turn) : '';
  const step = presentStep(data.turns);
  const written = lines.at(place) ?? before;
  const edit = (line: Schema<'CallTurn'>) => {
    setEdited(line.number);
    // From now on the button that began the edit gets the focus again.
    setFocused(false);
  };
  return (
    <div className="rehearsal">
      <Chat
        rehearsal={data}
        names={names}
        saying={say.isPending ? say.variables : undefined}
        onEdit={say.isPending ? undefined : edit}
        edited={turn?.number}
      />
      <div ref={end} />
      {step !== undefined && (
        <p className="faint" role="status">
          Present step: <bdi>{step}</bdi>
        </p>
      )}
      {data.status === 'ended' && !turn && <Over rehearsal={data} focused={focused} />}
      {data.on_hold && data.status === 'open' && <OnHold />}
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

/** The end of a conversation of so many turns, which is scrolled into view as turns and the words of an answer come. */
function useScrolledEnd(length: number, said: string | undefined): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of an answer scroll, too.
  useEffect(() => {
    // What is there when the page opens is read from its beginning.
    if (shown.current > 0) {
      end.current?.scrollIntoView({ block: 'nearest' });
      // Beside a form, the conversation scrolls in a box of its own.
      const log = end.current?.previousElementSibling;
      log?.scrollTo({ top: log.scrollHeight });
    }
    shown.current = length;
  }, [length, said]);
  return end;
}

const forked = async (id: string, before: number) =>
  (await api.post('/v1/rehearsals/fork', { query: { id }, body: { before } })).id;

const OnHold = () => (
  <p className="note" role="status">
    The agent is on hold. Greet it to continue.
  </p>
);

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
