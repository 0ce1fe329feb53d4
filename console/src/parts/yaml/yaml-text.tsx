import '../json/json.css';
import type { EditedText } from '../editor/mount-editor.ts';
import type { LineIssue } from '../editor/remarks.ts';
import { TextEditor } from '../editor/text-editor.tsx';

const loadEditor = async () => (await import('./yaml-editor.ts')).editYaml;

/** A text of YAML, and what is wrong or doubtful with its lines. */
export function YamlText({
  issues,
  ...text
}: Omit<EditedText, 'isWrong' | 'issues'> & {
  readonly issues: readonly LineIssue[];
  /** Whether the text is not a value yet. */
  readonly isUnfinished?: boolean;
}) {
  const isWrong = issues.some(({ isWarning }) => !isWarning);
  return (
    <>
      <TextEditor className="json-editor code" load={loadEditor} {...{ ...text, isWrong, issues }} />
      {issues.length > 0 && (
        <ul className={isWrong ? 'fault' : 'note'} role={isWrong ? 'alert' : 'status'}>
          {issues.map(({ line, text: why }) => (
            <li key={`${line} ${why}`}>
              Line {line}: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
