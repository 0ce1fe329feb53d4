import './actions.css';
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/client.ts';
import { actionsList, agentsList } from '../../../api/lists.ts';
import { passFocusOn } from '../../../focus.ts';
import { agentChoices } from '../../../format/label.ts';
import { ChoiceCard } from '../../../parts/controls/choice-card.tsx';
import { Button, Faults, IconButton } from '../../../parts/controls.tsx';
import { onDemand } from '../../../parts/on-demand.tsx';
import { FaultNote, Loading } from '../../../parts/query-state.tsx';
import { useToast } from '../../../parts/toasts.tsx';
import { type Entry, emptyAction, entryOf, idOf, itemsOf, withItemBack } from './entry.ts';
import { type Action, hasExampleNumber, KINDS, sentenceOf, titleOf } from './kinds.ts';

const ActionDialog = onDemand(() => import('./action-dialog.tsx'));
const ReuseDialog = onDemand(() => import('./reuse-dialog.tsx'));

/** Actions that one agent has at most (`actions` of the API's document). */
const MOST = 32;

/** The dialog that is open: for a new action, for one of the list, or for those of other agents. */
type Opened = { readonly new: Action } | { readonly at: number } | 'reuse';

type Change = (changed: (now: readonly unknown[]) => readonly unknown[]) => void;

/** What an agent can do besides talking. Its new actions are saved with it. */
export default function AgentActions({
  agent,
  value,
  onChange,
  faultsAt,
}: {
  /** The id of the agent; undefined for a new one. */
  readonly agent: string | undefined;
  /** What the field `actions` of the agent's form holds: ids and new actions. */
  readonly value: unknown;
  readonly onChange: (changed: (before: unknown) => readonly unknown[]) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}) {
  const stored = useQuery(actionsList);
  const agents = useQuery(agentsList);
  const [opened, setOpened] = useState<Opened>();
  const say = useToast();
  const items = itemsOf(value);
  const isFull = items.length >= MOST;
  const change: Change = (changed) => onChange((before) => changed(itemsOf(before)));
  const remove = (at: number) => {
    change((now) => now.toSpliced(at, 1));
    // It comes later, when the list may be another one.
    const act = () => change((now) => withItemBack(now, at, items[at]));
    say('Action removed. Save the agent to apply this.', false, { label: 'Undo', act });
  };
  return (
    <div className="agent-actions stack">
      {stored.error && <FaultNote error={stored.error} onRetry={() => void stored.refetch()} />}
      {agents.error && <FaultNote error={agents.error} onRetry={() => void agents.refetch()} />}
      {stored.isPending && items.some((item) => idOf(item)) ? (
        <Loading what="the actions" />
      ) : (
        <ul className="action-list" aria-label="Actions of the agent">
          {items.map((item, at) => (
            <ActionRow
              key={idOf(item) ?? at}
              entry={entryOf(item, stored.data ?? [])}
              faults={faultsAt(['actions', String(at)])}
              // A stored action may be one of other agents, too, which its form tells.
              onEdit={idOf(item) === undefined || agents.data ? () => setOpened({ at }) : undefined}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      <Faults faults={faultsAt(['actions']).filter((text) => !/^\d/.test(text))} />
      <AddAction isFull={isFull} onChoose={(type) => setOpened({ new: emptyAction(type) })} />
      <div>
        <Button
          icon={CopyPlus}
          className="quiet"
          disabled={isFull || !agents.data || !stored.data}
          onClick={() => setOpened('reuse')}
        >
          Reuse from another agent …
        </Button>
      </div>
      {opened !== undefined && (
        <OpenedDialog
          opened={opened}
          items={items}
          stored={stored.data ?? []}
          others={(agents.data ?? []).filter(({ id }) => id !== agent)}
          onChange={change}
          faultsAt={faultsAt}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

function AddAction({
  isFull,
  onChoose,
}: {
  readonly isFull: boolean;
  readonly onChoose: (type: Action['type']) => void;
}) {
  return (
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
            onChoose={() => onChoose(type as Action['type'])}
          >
            {text}
          </ChoiceCard>
        ))}
      </div>
    </section>
  );
}

function OpenedDialog({
  opened,
  items,
  stored,
  others,
  onChange,
  faultsAt,
  onClose,
}: {
  readonly opened: Opened;
  readonly items: readonly unknown[];
  readonly stored: readonly Schema<'Action'>[];
  /** The other agents. */
  readonly others: readonly Schema<'ListedAgent'>[];
  readonly onChange: Change;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
  readonly onClose: () => void;
}) {
  const names = new Map(agentChoices(others));
  const nameOf = (id: string) => names.get(id) ?? id;
  if (opened === 'reuse') {
    const own = new Set(items.map(idOf));
    const free = stored.filter(({ id }) => !own.has(id));
    const used = new Set(others.flatMap(({ actions }) => actions));
    return (
      <ReuseDialog
        agents={others.map(({ id, actions }) => ({
          id,
          name: nameOf(id),
          actions: free.filter((action) => actions.includes(action.id)),
        }))}
        unused={free.filter(({ id }) => !used.has(id))}
        onChoose={(id) => onChange((now) => [...now, id])}
        onClose={onClose}
      />
    );
  }
  const isNew = 'new' in opened;
  const at = isNew ? items.length : opened.at;
  const { id, action }: Entry = isNew ? { action: opened.new } : entryOf(items[at], stored);
  if (!action) return null;
  return (
    <ActionDialog
      id={id}
      action={action}
      isNew={isNew}
      others={others.filter(({ actions }) => id && actions.includes(id)).map((other) => nameOf(other.id))}
      faultsAt={(path) => faultsAt(['actions', String(at), ...path])}
      onPut={(next) => onChange((now) => now.toSpliced(at, 1, next))}
      onClose={onClose}
    />
  );
}

/** One action of the agent, with what is wrong with it. */
function ActionRow({
  entry: { id, action },
  faults,
  onEdit,
  onRemove,
}: {
  readonly entry: Entry;
  readonly faults: readonly string[];
  /** Undefined until it can be edited. */
  readonly onEdit: (() => void) | undefined;
  readonly onRemove: () => void;
}) {
  const title = action ? titleOf(action) : `An action that no longer exists (${id})`;
  const Icon = action && KINDS[action.type].icon;
  return (
    <li>
      {Icon && <Icon size={16} aria-hidden="true" />}
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        {id === undefined && <span className="badge">new</span>}
        {action && (
          <p className="help">
            <bdi>{sentenceOf(action)}</bdi>
          </p>
        )}
        {action && hasExampleNumber(action) && (
          <p className="fault">This is an example number. Replace it with yours.</p>
        )}
        <Faults faults={faults} />
      </div>
      {action && (
        <IconButton
          icon={Pencil}
          label={`Edit ${title}`}
          data-focus={faults.length > 0 || undefined}
          disabled={!onEdit}
          onClick={onEdit}
        />
      )}
      <IconButton icon={X} ref={passFocusOn} label={`Remove ${title} from the agent`} onClick={onRemove} />
    </li>
  );
}
