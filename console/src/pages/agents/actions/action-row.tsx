import { Pencil, X } from 'lucide-react';
import { passFocusOn } from '../../../focus.ts';
import { Faults, IconButton } from '../../../parts/controls.tsx';
import type { Entry } from './entry.ts';
import { hasExampleNumber, KINDS, sentenceOf, titleOf } from './kinds.ts';

/** One action of the agent, with what is wrong with it. */
export function ActionRow({
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
