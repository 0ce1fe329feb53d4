import { onDemand } from '../../../parts/on-demand.tsx';
import './steps.css';
import type { Issue } from 'phone-call-agents-client';
import { useMemo, useState } from 'react';
import { type ControlOf, objectOf } from '../../../form/field.ts';
import { Button, Segmented } from '../../../parts/controls.tsx';
import { readYaml } from '../../../parts/yaml/read-yaml.ts';
import { YamlText } from '../../../parts/yaml/yaml-text.tsx';
import { EXAMPLE, outlineOf, stepIssues } from './outline.ts';

const StepsForm = onDemand(() => import('./steps-form.tsx'), 'the form');
const StepPicture = onDemand(() => import('./step-picture.tsx'), 'the picture');

/** The steps of an agent as forms or as YAML, beside a picture of them. What the API finds wrong stands at its place. */
export default function StepsControl({
  value,
  onChange,
  actions,
  generation,
  faultsAt,
  error,
  warnings,
}: Pick<ControlOf, 'value' | 'onChange' | 'faultsAt'> & {
  /** What the field `actions` of the agent's form holds. */
  readonly actions: unknown;
  /** The value is another one with each. */
  readonly generation: number;
  /** Why the agent could not be saved. */
  readonly error: unknown;
  /** What the API said of the steps when they were saved. */
  readonly warnings: readonly Issue[] | undefined;
}) {
  const [initial, setInitial] = useState(() => ({ generation, value, text: outlineOf(value) }));
  const [text, setText] = useState(initial.text);
  // An editor takes its text only once.
  const [editor, setEditor] = useState(0);
  const [view, setView] = useState<'form' | 'yaml'>('form');
  const [open, setOpen] = useState<number>();
  if (generation !== initial.generation) {
    const next = { generation, value, text: outlineOf(value) };
    setInitial(next);
    setText(next.text);
    setEditor(editor + 1);
  }
  const read = useMemo(() => readYaml(text), [text]);
  const isWrong = read.issues.length > 0;
  const issues = useMemo(
    () => (isWrong ? read.issues : stepIssues(error, read, warnings)),
    [isWrong, read, error, warnings],
  );
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
      {text.trim() === '' && <Button onClick={insert}>Start with an example</Button>}
      <div className="row">
        <Segmented
          label="Edit as"
          options={[
            ['form', 'Form'],
            ['yaml', 'YAML'],
          ]}
          value={view}
          onChange={(chosen) => isWrong || setView(chosen)}
        />
        {isWrong && <span className="help">The form opens once the text is YAML.</span>}
      </div>
      <div className="steps">
        {view === 'form' ? (
          <StepsForm
            key={editor}
            outline={objectOf(read.value)}
            onChange={(next) => change(outlineOf(next))}
            onYaml={() => setView('yaml')}
            {...{ open, setOpen, actions, faultsAt, error, warnings }}
          />
        ) : (
          <div className="field">
            <span className="label">Outline as YAML</span>
            <YamlText
              key={editor}
              label="Steps as YAML"
              {...{ text, issues, isUnfinished: isWrong, onChange: change }}
            />
          </div>
        )}
        <StepPicture steps={value} />
      </div>
    </>
  );
}
