import { SendHorizontal } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { messagesAt } from '../../api/fault.ts';
import { Hint } from '../../parts/controls/hint.tsx';
import { Button, InputField } from '../../parts/controls.tsx';
import { FaultNote, RestoredNote } from '../../parts/query-state.tsx';
import { lineOf } from './script.ts';

const TalkButton = lazy(() =>
  import('../../parts/speech/talk-button.tsx').then(({ TalkButton: button }) => ({ default: button })),
);

/** Longest line in characters: the API takes no longer one. */
const MAX_LINE = 2_000;

const HINT = (
  <Hint label="lines">
    <code>(press 1 2 #)</code> presses keys, if the agent listens for them.
  </Hint>
);

/** The field for the contact's next line, typed or spoken, or for a replacement of an earlier line. */
export function LineForm({
  written,
  isRestored,
  editing,
  focused,
  busy,
  error,
  language,
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
  /** ISO 639-1 code of what the contact speaks. */
  readonly language: string | undefined;
  readonly onWrite: (text: string) => void;
  readonly onSay: (words: string) => void;
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
    onSay(written);
  };
  const faults = messagesAt(error, 'keys' in lineOf(written) ? 'keys' : 'text');
  const label =
    editing === undefined ? 'What the contact says' : `The contact says instead of turn ${editing}`;
  return (
    <form className="line-form row" onSubmit={submit}>
      {isRestored && <RestoredNote />}
      <InputField
        label={label}
        hint={HINT}
        faults={faults}
        ref={input}
        value={written}
        maxLength={MAX_LINE}
        autoComplete="off"
        // A replaced turn continues in another rehearsal, so nothing more can be typed here.
        readOnly={busy && editing !== undefined}
        onChange={onWrite}
      />
      <div className="actions">
        <Button icon={SendHorizontal} type="submit" className="primary" disabled={busy}>
          {busy ? 'The agent is answering …' : 'Send'}
        </Button>
        <Suspense>
          <TalkButton
            // Speech during an answer waits to be sent, as typed text does.
            onWords={(words) => (busy ? onWrite(`${written} ${words}`.trim()) : onSay(words))}
            language={language}
            isDisabled={busy}
          />
        </Suspense>
        {editing !== undefined && (
          <button type="button" onClick={onCancel} disabled={busy}>
            Cancel
          </button>
        )}
      </div>
      {error !== null && error !== undefined && faults.length === 0 && <FaultNote error={error} />}
    </form>
  );
}
