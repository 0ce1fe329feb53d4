import { ApiError } from 'phone-call-agents-client';
import { type ReactNode, useMemo, useState } from 'react';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { Form } from '../../form/form.tsx';
import { InputField } from '../../parts/controls/input-field.tsx';
import { JsonText } from '../../parts/json/json-field.tsx';
import { lineOfPath } from '../../parts/json/line-of-path.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import type { TestBody } from './test-api.ts';

/** A test as its name and the rest of it as JSON. What the API finds wrong stands at its line. */
export function TestForm({
  test: { name: given = '', ...content },
  submit,
  isNew = false,
  busy,
  error,
  onSave,
  actions,
}: {
  readonly test: TestBody;
  readonly submit: string;
  /** Whether it is saved even if nothing was changed. */
  readonly isNew?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  /** `saved` is to be called when it is saved. */
  readonly onSave: (body: TestBody, saved: () => void) => void;
  /** What else can be done with what is saved. */
  readonly actions?: ReactNode;
}) {
  const [saved, setSaved] = useState(() => ({ name: given, text: JSON.stringify(content, null, 2) }));
  const [name, setName] = useState(given);
  const [text, setText] = useState(saved.text);
  const [isWrong, setWrong] = useState<string>();
  const isChanged = text !== saved.text || name !== saved.name;
  useUnsaved(isChanged && !busy, 'Your changes to the test will be lost.');
  const issues = useMemo(() => issuesIn(text, error), [text, error]);
  const submitted = () => {
    const parsed = parsedTest(text);
    setWrong(typeof parsed === 'string' ? parsed : undefined);
    // A file that is pasted has its own name.
    if (typeof parsed !== 'string') onSave({ name, ...parsed }, () => setSaved({ name, text }));
  };
  const elsewhere = messagesElsewhere(error, ['name', ...issues.map(({ field }) => field)]);
  const shown = isWrong === undefined ? [...issues.map(issueText), ...elsewhere] : [isWrong];
  return (
    <Form label="Test" busy={busy} className="test-form" noValidate onSubmit={submitted}>
      <InputField label="Name" faults={messagesAt(error, 'name')} value={name} onChange={setName} />
      <div className="field">
        <span className="label">The test as JSON, in the form of a test file</span>
        <JsonText
          label="Test as JSON"
          text={text}
          isWrong={isWrong !== undefined}
          issues={issues}
          onChange={setText}
        />
      </div>
      {shown.length > 0 && (
        <ul className="fault" role="alert">
          {shown.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={!isNew && !isChanged ? true : undefined}>
          {busy ? 'Saving …' : submit}
        </button>
        {!isChanged && actions}
        {isChanged && !isNew && (
          <span className="faint" role="status">
            Unsaved changes
          </span>
        )}
      </div>
    </Form>
  );
}

/** The fields of a test, or why it has none. */
function parsedTest(text: string): TestBody | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    return 'A test is a JSON object.';
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Something that is wrong with a line of a test. */
interface TestIssue {
  readonly line: number;
  readonly text: string;
  /** Where it is, such as `turns.0.contact`. */
  readonly path: string;
  /** The field of the test that has it. */
  readonly field: string;
}

const issueText = ({ line, path, text }: TestIssue) => `Line ${line}, ${path}: ${text}`;

/** Issues that are shown: each is looked up in the text. */
const MOST_ISSUES = 50;

/** What the API finds wrong, but with the name, with the lines of the text that it is about now. */
function issuesIn(text: string, error: unknown): readonly TestIssue[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues.slice(0, MOST_ISSUES).flatMap(({ loc: [place, ...path], msg }) => {
    const [field] = path;
    if (place !== 'body' || field === undefined || field === 'name') return [];
    return [{ line: lineOfPath(text, path), text: msg, path: path.join('.'), field }];
  });
}
