import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { versionOf } from '../../api/lists.ts';
import { count } from '../../format/numbers.ts';
import { Untrusted } from '../../parts/untrusted.tsx';
import { Legend } from '../call/legend.tsx';
import { namesOfActions, shownTurn } from '../call/record-of-turn.ts';
import { titleOf } from '../call/timeline.ts';
import { Turn } from '../call/turn.tsx';
import { isStored } from './script.ts';

/** The id of the button that edits a turn. */
export const editButton = (turn: number | undefined): string => `edit-${turn}`;

/** What was said in a rehearsal, with the actions, the knowledge and the time of each answer. */
export function Chat({
  rehearsal: { agent, agent_version: version, turns, knowledge, answering },
  saying,
  onEdit,
  edited,
}: {
  readonly rehearsal: Schema<'Rehearsal'>;
  /** The line that is being said, and the number of the last turn before it. */
  readonly saying: { readonly written: string; readonly after: number } | undefined;
  readonly onEdit: ((line: Schema<'CallTurn'>) => void) | undefined;
  /** The number of the turn that is edited: what follows it is about to be left behind. */
  readonly edited: number | undefined;
}) {
  const longestMs = Math.max(0, ...turns.map(({ latency }) => latency?.total_ms ?? 0));
  const { data: asItWas } = useQuery({ ...versionOf(agent, version ?? 0), enabled: version !== undefined });
  const names = namesOfActions(asItWas?.content.actions ?? []);
  const shown = turns.map((turn) => ({ turn, entry: shownTurn(turn, names) }));
  return (
    <>
      {version !== undefined && (
        <p className="help">
          With <bdi>{asItWas?.content.name ?? 'the agent'}</bdi>, version {version}.
        </p>
      )}
      {turns.length === 0 && saying === undefined && (
        <p className="faint">The agent waits for the caller to speak first.</p>
      )}
      {turns.some(({ latency }) => latency) && <Legend />}
      <div role="log" aria-label={`Conversation, ${count(turns.length)} turns`}>
        <ol className="chat">
          {shown.map(({ turn, entry }) => (
            <li
              key={turn.number}
              className={`turn ${turn.sender ?? 'action'}${edited !== undefined && turn.number >= edited ? ' left' : ''}`}
              aria-current={turn.number === edited ? 'true' : undefined}
            >
              <Turn title={titleOf(entry)} turn={entry} longestMs={longestMs} />
              <Knowledge passages={knowledge.find((one) => one.turn === turn.number)?.passages ?? []} />
              {turn.sender === 'human' && onEdit && (
                <button
                  id={editButton(turn.number)}
                  type="button"
                  className="link"
                  onClick={() => onEdit(turn)}
                  aria-label={`Edit turn ${turn.number} and go on from there`}
                >
                  Edit
                </button>
              )}
            </li>
          ))}
          {saying !== undefined && !isStored(turns, saying) && edited === undefined && (
            <li className="turn human">
              <div className="turn-head">
                <strong>Caller</strong>
              </div>
              <Untrusted text={saying.written} />
            </li>
          )}
          {saying !== undefined && edited === undefined && (
            <li className="turn agent">
              <div className="turn-head">
                <strong>Agent</strong>
              </div>
              {answering === null ? <span className="faint">…</span> : <Untrusted text={answering} />}
            </li>
          )}
        </ol>
      </div>
    </>
  );
}

function Knowledge({ passages }: { readonly passages: readonly string[] }) {
  if (passages.length === 0) return null;
  return (
    <details>
      <summary>{count(passages.length)} passages of knowledge</summary>
      <ol>
        {passages.map((passage) => (
          <li key={passage}>
            <Untrusted text={passage} shown={500} />
          </li>
        ))}
      </ol>
    </details>
  );
}
