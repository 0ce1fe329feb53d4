import { useQuery } from '@tanstack/react-query';
import { CopyPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { agentsList } from '../../../api/lists.ts';
import { agentChoices } from '../../../format/label.ts';
import { ChoiceCard } from '../../../parts/controls/choice-card.tsx';
import { Faults } from '../../../parts/controls/faults.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { FaultNote } from '../../../parts/fault-note.tsx';
import { useToast } from '../../../parts/toasts.tsx';
import { ActionRow } from './action-row.tsx';
import { actionsList } from './actions-list.ts';
import { emptyAction, entryOf, idOf, itemsOf, withItemBack } from './entry.ts';
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
  readonly onChange: (changed: (before: unknown) => readonly unknown[]) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}) {
  const stored = useQuery(actionsList);
  const agents = useQuery(agentsList);
  const [shown, setShown] = useState<Shown>();
  const say = useToast();
  const items = itemsOf(value);
  const change = (changed: (now: readonly unknown[]) => readonly unknown[]) =>
    onChange((before) => changed(itemsOf(before)));
  const all = stored.data ?? [];
  const entries = items.map((item) => entryOf(item, all));
  const others = (agents.data ?? []).filter(({ id }) => id !== agent);
  const names = new Map(agentChoices(others));
  const isFull = items.length >= MOST;
  const remove = (at: number) => {
    const item = items[at];
    change((now) => now.toSpliced(at, 1));
    // It comes later, when the list may be another one.
    const putBack = () => change((now) => withItemBack(now, at, item));
    say('The agent no longer has the action, once it is saved.', false, {
      label: 'Put it back',
      act: putBack,
    });
  };
  const faults = faultsAt(['actions']).filter((text) => !/^\d/.test(text));

  return (
    <div className="agent-actions stack">
      {stored.error && <FaultNote error={stored.error} onRetry={() => void stored.refetch()} />}
      {agents.error && <FaultNote error={agents.error} onRetry={() => void agents.refetch()} />}
      {stored.isPending && items.some((item) => idOf(item)) ? (
        <Loading what="the actions" />
      ) : (
        <ul className="action-list" aria-label="Actions of the agent">
          {entries.map((entry, at) => (
            <ActionRow
              key={entry.id ?? at}
              entry={entry}
              faults={faultsAt(['actions', String(at)])}
              // A stored action may be one of other agents, too, which its form tells.
              onEdit={entry.id === undefined || agents.data ? () => setShown({ at }) : undefined}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      <Faults faults={faults} />
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
        <button
          type="button"
          className="quiet"
          disabled={isFull || !agents.data || !stored.data}
          onClick={() => setShown('reuse')}
        >
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
          agents={others.map(({ id, actions }) => ({
            id,
            name: names.get(id) ?? id,
            actions: all.filter((action) => actions.includes(action.id) && isFree(action)),
          }))}
          unused={all.filter((action) => !ids.has(action.id) && isFree(action))}
          onChoose={(id) => change((now) => [...now, id])}
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
          .map(({ id: other }) => names.get(other) ?? other)}
        faultsAt={(path) => faultsAt(['actions', String(at), ...path])}
        onPut={(next) => change((now) => now.toSpliced(at, 1, next))}
        onClose={onClose}
      />
    );
  }
}
