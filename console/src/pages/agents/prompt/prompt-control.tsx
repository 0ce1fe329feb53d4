import { Maximize2, Minimize2 } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { type ControlOf, objectOf, type Values } from '../../../form/field.ts';
import { More } from '../../../form/help.tsx';
import { variablesOf } from '../../../format/context.ts';
import { count } from '../../../format/numbers.ts';
import { Button, Faults, Label } from '../../../parts/controls.tsx';
import { TextEditor } from '../../../parts/editor/text-editor.tsx';

/** Characters of a token, about, in European languages. */
const CHARACTERS_OF_TOKEN = 4;

const loadEditor = async () => (await import('./prompt-editor.ts')).editPrompt;

/** The prompt in an editor that takes the height it needs, and the whole screen on request. */
export function PromptControl({
  field,
  value,
  onChange,
  path,
  faultsAt,
  values,
}: ControlOf & { /** The agent as it is in the form. */ readonly values: Values }) {
  const [isFull, setIsFull] = useState(false);
  const text = String(value ?? '');
  const faults = faultsAt(path);
  const issues = useMemo(() => unknownValues(text, values), [text, values]);
  const leaveScreen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isFull) return;
    event.preventDefault();
    setIsFull(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of keys in the controls within.
    <div
      className={isFull ? 'field prompt full' : 'field prompt'}
      onKeyDown={leaveScreen}
      // Whoever leaves it sees the page again.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsFull(false);
      }}
    >
      <div className="prompt-head row">
        <span className="label">
          <strong>
            <Label name={field.label} isRequired />
          </strong>
          <More field={field} />
        </span>
        <span className="faint">about {count(Math.ceil(text.length / CHARACTERS_OF_TOKEN))} tokens</span>
        <Button
          className="icon-button"
          aria-label={isFull ? 'Leave the full screen' : 'Fill the screen'}
          title={isFull ? 'Leave the full screen (Escape)' : 'Fill the screen'}
          onClick={() => setIsFull(!isFull)}
        >
          {isFull ? <Minimize2 size={16} aria-hidden="true" /> : <Maximize2 size={16} aria-hidden="true" />}
        </Button>
      </div>
      <TextEditor
        className="prompt-editor"
        load={loadEditor}
        label={field.label}
        text={text}
        isWrong={faults.length > 0}
        issues={issues}
        onChange={onChange}
      />
      <Faults faults={faults} />
    </div>
  );
}

/** Values of the text that neither calls must have nor steps give, by the first line of each. */
function unknownValues(text: string, { prompt, context_endpoint: endpoint, steps }: Values) {
  const { prompt_template: template, context_endpoint: own } = objectOf(prompt);
  // What an address answers isn’t known.
  if (endpoint || own) return [];
  const known = [
    ...[objectOf(template).required_context_keys ?? []].flat(),
    ...Object.keys(objectOf(objectOf(steps).values)),
    ...Object.values(objectOf(objectOf(steps).steps)).flatMap((step) =>
      Object.keys(objectOf(objectOf(step).collect)),
    ),
  ];
  const lines = text.split('\n');
  return variablesOf([text], [])
    .filter((name) => !known.includes(name))
    .map((name) => ({
      line: lines.findIndex((line) => variablesOf([line], []).includes(name)) + 1,
      text: `\${${name}} stays empty if a call lacks it: require it under Values for the prompt`,
      isWarning: true,
    }));
}
