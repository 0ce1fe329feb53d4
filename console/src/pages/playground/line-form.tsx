import { type FormEvent, useEffect, useRef } from 'react';
import { messagesAt } from '../../api/fault.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Field } from '../../parts/field.tsx';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { lineOf } from './script.ts';

/** Longest line in characters: the API takes no longer one. */
const MAX_LINE = 2_000;

/** Where the caller's next line is written, or another one in the place of an earlier line. */
export function LineForm({
  written,
  isRestored,
  editing,
  focused,
  busy,
  error,
  onWrite,
  onSay,
  onCancel,
}: {
  readonly written: string;
  /** Whether it was written before the session ended. */
  readonly isRestored: boolean;
  /** The number of the turn that is edited. */
  readonly editing: number | undefined;
  /** Whether it gets the focus when it is shown; an edit always does. */
  readonly focused: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onWrite: (text: string) => void;
  readonly onSay: () => void;
  readonly onCancel: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (editing !== undefined || focused) input.current?.focus();
  }, [editing, focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || written.trim() === '') return;
    // Its button is disabled meanwhile.
    input.current?.focus();
    onSay();
  };
  const faults = messagesAt(error, 'keys' in lineOf(written) ? 'keys' : 'text');
  return (
    <form className="line-form" onSubmit={submit}>
      {isRestored && <RestoredNote />}
      <Field
        label={
          editing === undefined ? 'What the caller says' : `In place of turn ${editing}, the caller says`
        }
        help="(press 1 2 #) presses keys, for an agent that listens for them."
        faults={faults}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            value={written}
            maxLength={MAX_LINE}
            autoComplete="off"
            // What is said in the place of a turn leads to another rehearsal: nothing more can be written here.
            readOnly={busy && editing !== undefined}
            onChange={({ currentTarget }) => onWrite(currentTarget.value)}
          />
        )}
      </Field>
      <div className="actions">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? 'The agent answers …' : 'Say it'}
        </button>
        {editing !== undefined && (
          <button type="button" onClick={onCancel} disabled={busy}>
            Leave the line as it was
          </button>
        )}
      </div>
      {error !== null && error !== undefined && faults.length === 0 && <FaultNote error={error} />}
    </form>
  );
}
