import { curlOf } from '../../api/curl.ts';
import { messagesElsewhere } from '../../api/fault.ts';
import { passFocusOn } from '../../focus.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Button } from '../../parts/controls.tsx';
import { RestoredNote } from '../../parts/query-state.tsx';
import type { AgentDraft } from './use-agent-draft.ts';

/** What there is to know about the draft before one edits it. */
export function DraftNotes({ draft: { isRestored, isOld, isDirty } }: { readonly draft: AgentDraft }) {
  return (
    <>
      {isRestored && isDirty && <RestoredNote />}
      {isOld && (
        <p className="note" role="status">
          The agent was changed elsewhere while you were editing. Saving shows both versions before it changes
          anything.
        </p>
      )}
    </>
  );
}

/** Saves the draft of all tabs, or takes it back. */
export function SaveBar({
  draft: { isDirty, save, target, body, undo, message, setMessage },
  isNew,
  known,
}: {
  readonly draft: AgentDraft;
  readonly isNew: boolean;
  /** The fields that show their faults themselves. */
  readonly known: readonly string[];
}) {
  const elsewhere = messagesElsewhere(save.error, known);
  const isIdle = !isNew && !isDirty && !save.isPending;
  return (
    <div className={isIdle ? 'save-bar row idle' : 'save-bar row'}>
      {save.isError ? (
        <p className="fault" role="alert">
          {elsewhere.length > 0 ? elsewhere.join(' ') : 'Not saved. See the highlighted fields.'}
        </p>
      ) : (
        <span className="faint" role="status">
          {isIdle ? 'All changes saved' : isNew ? 'Not created yet' : 'Unsaved changes'}
        </span>
      )}
      <div className="actions">
        {isDirty && !isNew && (
          <input
            aria-label="What changed (optional)"
            placeholder="What changed (optional)"
            maxLength={200}
            value={message}
            onChange={({ target: { value } }) => setMessage(value)}
          />
        )}
        {!isIdle && (
          <CopyButton text={() => curlOf(location.origin, { method: 'POST', target, body })}>
            Copy as curl
          </CopyButton>
        )}
        {isDirty && !isNew && (
          <Button ref={passFocusOn} onClick={undo}>
            Discard changes
          </Button>
        )}
        {/* A button that is disabled would lose the focus that it has after saving. */}
        <button type="submit" className="primary" aria-disabled={isIdle || undefined}>
          {save.isPending ? 'Saving …' : isNew ? 'Create the agent' : 'Save'}
        </button>
      </div>
    </div>
  );
}
