import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api, type Schema } from '../../../api/client.ts';
import { ConfirmAct } from '../../../parts/controls/confirm.tsx';
import Dialog from '../../../parts/controls/dialog.tsx';
import { SearchField } from '../../../parts/controls/search-field.tsx';
import { Button } from '../../../parts/controls.tsx';
import { entryOf } from './entry.ts';
import { KINDS, sentenceOf, titleOf } from './kinds.ts';

/** Actions that an agent, or none, has. */
interface Group {
  /** The id of the agent, if any. */
  readonly id?: string;
  readonly name: string;
  readonly actions: readonly Schema<'Action'>[];
}

/** The actions of other agents, by agent, to be used by this one as well; those of none can be deleted. */
export default function ReuseDialog({
  agents,
  unused,
  onChoose,
  onClose,
}: {
  readonly agents: readonly Group[];
  readonly unused: readonly Schema<'Action'>[];
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}) {
  const [sought, setSought] = useState('');
  const isSought = (agent: string, action: Schema<'Action'>) => {
    const { action: known } = entryOf(action.id, [action]);
    return `${agent} ${known ? titleOf(known) : ''}`.toLowerCase().includes(sought.trim().toLowerCase());
  };
  const all: readonly Group[] = [...agents, { name: 'Unused', actions: unused }];
  const groups = all
    .map((group) => ({ ...group, actions: group.actions.filter((action) => isSought(group.name, action)) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <Dialog title="Reuse an action" isOpen onClose={onClose}>
      <SearchField label="Find an action or agent" value={sought} onChange={setSought} />
      {groups.length === 0 && <p>No actions found</p>}
      {groups.map(({ id, name, actions }) => (
        <section key={id ?? ''} aria-label={name}>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <ul className="action-list">
            {actions.map((action) => (
              <Row
                key={action.id}
                stored={action}
                isUnused={id === undefined}
                onChoose={() => onChoose(action.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

function Row({
  stored,
  isUnused,
  onChoose,
}: {
  readonly stored: Schema<'Action'>;
  readonly isUnused: boolean;
  readonly onChoose: () => void;
}) {
  const { action } = entryOf(stored.id, [stored]);
  if (!action) return null;
  const title = titleOf(action);
  const { icon: Icon } = KINDS[action.type];
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <div>
        <bdi>{title}</bdi>
        <p className="help">
          <bdi>{sentenceOf(action)}</bdi>
        </p>
      </div>
      {isUnused && (
        <ConfirmAct
          act={() => api.post('/v1/actions/delete', { query: { id: stored.id } })}
          done="The action is deleted."
          changes={[['choices']]}
          button="Delete"
          name={`Delete ${title}`}
          title="Delete this action?"
          confirm="Delete the action"
          danger
        >
          <p>
            <bdi>{title}</bdi> will be deleted permanently. No agent uses it.
          </p>
        </ConfirmAct>
      )}
      <Button icon={Plus} aria-label={`Use ${title}`} onClick={onChoose}>
        Use
      </Button>
    </li>
  );
}
