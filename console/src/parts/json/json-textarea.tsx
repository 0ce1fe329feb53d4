import { UNFINISHED } from '../../schema-form/unfinished.ts';

/** What is wrong with a line, counted from 1. */
export interface LineIssue {
  readonly line: number;
  readonly text: string;
}

/** What an input of JSON gets. */
export interface JsonInput {
  readonly label: string;
  readonly text: string;
  /** Whether the text is not JSON. */
  readonly isWrong?: boolean;
  /** What stands at the end of its lines. A plain field does not show it. */
  readonly issues?: readonly LineIssue[];
  readonly describedBy?: string | undefined;
  readonly onChange: (text: string) => void;
}

/** An input of JSON that needs no editor. */
export function JsonTextarea({ label, text, isWrong, describedBy, onChange }: JsonInput) {
  return (
    <textarea
      {...(isWrong && { [UNFINISHED]: true })}
      className="code"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      rows={Math.min(16, text.split('\n').length + 1)}
      spellCheck={false}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
