/** Tells that a form has what was entered in it before the session ended. */
export function RestoredNote() {
  return (
    <p className="note" role="status">
      What you entered before your session ended is here again, and not saved yet. Keys and other secrets were
      not kept: enter them again.
    </p>
  );
}
