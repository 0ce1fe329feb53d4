import './steps.css';
import '../../../parts/json/json.css';
import type { Issue } from 'phone-call-agents-client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { TextEditor } from '../../../parts/editor/text-editor.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { readYaml } from '../../../parts/yaml/read-yaml.ts';
import { EXAMPLE, outlineOf, stepIssues } from './outline.ts';

const StepPicture = lazy(async () => ({ default: (await import('./step-picture.tsx')).StepPicture }));
const loadEditor = async () => (await import('../../../parts/yaml/yaml-editor.ts')).editYaml;

/** The steps of an agent as YAML, beside a picture of them. What the API finds wrong stands at its line. */
export function StepsControl({
  value,
  onChange,
  error,
  warnings,
}: {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Why the agent could not be saved. */
  readonly error: unknown;
  /** What the API said of the steps when they were saved. */
  readonly warnings: readonly Issue[] | undefined;
}) {
  const [initial] = useState(() => ({ value, text: outlineOf(value) }));
  const [text, setText] = useState(initial.text);
  // An editor takes its text only once.
  const [editor, setEditor] = useState(0);
  const read = useMemo(() => readYaml(text), [text]);
  const isWrong = read.issues.length > 0;
  const issues = useMemo(
    () => (isWrong ? read.issues : stepIssues(error, read, warnings)),
    [isWrong, read, error, warnings],
  );
  const isRefused = issues.some(({ isWarning }) => !isWarning);
  const change = (written: string) => {
    setText(written);
    const now = readYaml(written);
    // The API adds defaults, which the text lacks: without changes, the value is what it was.
    if (now.issues.length === 0) onChange(written === initial.text ? initial.value : (now.value ?? null));
  };
  const insert = () => {
    change(EXAMPLE);
    setEditor(editor + 1);
  };
  return (
    <>
      <p className="help">
        Each step has one job and exits to others: code decides <code>when</code>, the model <code>if</code>,
        and one exit has neither. Comments are not saved. An empty outline removes the steps.
      </p>
      {text.trim() === '' && (
        <button type="button" onClick={insert}>
          Start with an example
        </button>
      )}
      <div className="steps">
        <div className="field">
          <span className="label">Outline as YAML</span>
          <TextEditor
            key={editor}
            className="json-editor code"
            load={loadEditor}
            label="Steps as YAML"
            {...{ text, isWrong: isRefused, issues, isUnfinished: isWrong, onChange: change }}
          />
          {issues.length > 0 && (
            <ul className={isRefused ? 'fault' : 'note'} role={isRefused ? 'alert' : 'status'}>
              {issues.map(({ line, text: why }) => (
                <li key={`${line} ${why}`}>
                  Line {line}: {why}
                </li>
              ))}
            </ul>
          )}
        </div>
        <Suspense fallback={<Loading what="the picture" />}>
          <StepPicture steps={value} />
        </Suspense>
      </div>
    </>
  );
}
