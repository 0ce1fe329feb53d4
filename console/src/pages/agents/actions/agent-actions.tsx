import { useQuery } from '@tanstack/react-query';
import { CopyPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { agentsList } from '../../../api/lists.ts';
import { ChoiceCard } from '../../../parts/controls/choice-card.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { FaultNote } from '../../../parts/fault-note.tsx';
import { useToast } from '../../../parts/toasts.tsx';
import { ActionRow } from './action-row.tsx';
import { actionsList } from './actions-list.ts';
import { emptyAction, entryOf, idOf } from './entry.ts';
import { type Action, KINDS } from './kinds.ts';
import './actions.css';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));
const ReuseDialog = lazy(() => import('./reuse-dialog.tsx'));

/** Actions that one agent has at most (`actions` of the API's document). */
const MOST = 32;

/** The dialog that is open: for a new action, for one of the list, or for those of other agents. */
type Shown = { readonly new: Action } | { readonly at: number } | 'reuse';

/** What an agent can do besides talking. Its new actions are saved with it. */
export function AgentActions({
  agent,
  value,
  onChange,
  faultsAt,
}: {
  /** The id of the agent; undefined of a new one. */
  readonly agent: string | undefined;
  /** What the field `actions` of the agent's form holds: ids and new actions. */
  readonly value: unknown;
  readonly onChange: (value: readonly unknown[]) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}) {
  const stored = useQuery(actionsList);
  const agents = useQuery(agentsList);
  const [shown, setShown] = useState<Shown>();
  const say = useToast();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  // An undo comes later, when the list may be another one.
  const latest = useRef(items);
  latest.current = items;
  const all = stored.data ?? [];
  const entries = items.map((item) => entryOf(item, all));
  const others = (agents.data ?? []).filter(({ id }) => id !== agent);
  const isFull = items.length >= MOST;
  const remove = (at: number) => {
    const item = items[at];
    onChange(items.toSpliced(at, 1));
    const putBack = () => onChange(latest.current.toSpliced(at, 0, item));
    say('The agent no longer has the action, once it is saved.', false, {
      label: 'Put it back',
      act: putBack,
    });
  };
  const faults = faultsAt(['actions']).filter((text) => !/^\d/.test(text));

  return (
    <div className="agent-actions stack">
      {stored.error && <FaultNote error={stored.error} onRetry={() => void stored.refetch()} />}
      {stored.isPending && items.some((item) => idOf(item)) ? (
        <Loading what="the actions" />
      ) : (
        <ul className="action-list" aria-label="Actions of the agent">
          {entries.map((entry, at) => (
            <ActionRow
              key={entry.id ?? at}
              entry={entry}
              faults={faultsAt(['actions', String(at)])}
              onEdit={() => setShown({ at })}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {faults.length > 0 && (
        <p className="fault" role="alert">
          {faults.join(' ')}
        </p>
      )}
      <section aria-label="Add an action">
        <h2>Add an action</h2>
        {isFull && <p className="help">An agent has at most {MOST} actions.</p>}
        <div className="choice-cards">
          {Object.entries(KINDS).map(([type, { name, icon, text }]) => (
            <ChoiceCard
              key={type}
              icon={icon}
              title={name}
              isDisabled={isFull}
              onChoose={() => setShown({ new: emptyAction(type as Action['type']) })}
            >
              {text}
            </ChoiceCard>
          ))}
        </div>
      </section>
      <div>
        <button type="button" className="quiet" disabled={isFull} onClick={() => setShown('reuse')}>
          <CopyPlus size={16} aria-hidden="true" />
          Reuse from another agent …
        </button>
      </div>
      {shown !== undefined && <Suspense>{dialogOf(shown)}</Suspense>}
    </div>
  );

  function dialogOf(open: Shown) {
    const onClose = () => setShown(undefined);
    if (open === 'reuse') {
      const isFree = ({ id }: { readonly id: string }) => !items.some((item) => idOf(item) === id);
      const ids = new Set((agents.data ?? []).flatMap(({ actions }) => actions));
      return (
        <ReuseDialog
          agents={others.map(({ id, name, actions }) => ({
            id,
            name: name ?? id,
            actions: all.filter((action) => actions.includes(action.id) && isFree(action)),
          }))}
          unused={all.filter((action) => !ids.has(action.id) && isFree(action))}
          onChoose={(id) => onChange([...items, id])}
          onClose={onClose}
        />
      );
    }
    const at = 'at' in open ? open.at : items.length;
    const { id, action } = 'at' in open ? (entries[at] ?? { action: undefined }) : { action: open.new };
    if (!action) return null;
    return (
      <ActionDialog
        id={id}
        action={action}
        isNew={'new' in open}
        others={others
          .filter(({ actions }) => id && actions.includes(id))
          .map(({ name, id: other }) => name ?? other)}
        faultsAt={(path) => faultsAt(['actions', String(at), ...path])}
        onPut={(next) => onChange(items.toSpliced(at, 1, next))}
        onClose={onClose}
      />
    );
  }
}
