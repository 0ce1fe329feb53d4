import { useQuery } from '@tanstack/react-query';
import { ApiError } from 'phone-call-agents-client';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { agentsList } from '../../api/lists.ts';
import { same } from '../../form/changes.ts';
import { Form } from '../../form/form.tsx';
import { agentChoices } from '../../format/label.ts';
import { AreaField, Faults, InputField, Segmented, SelectField } from '../../parts/controls.tsx';
import { reveal } from '../../parts/editor/unfinished.ts';
import { Loading } from '../../parts/query-state.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import type { Expectation } from './expectation.ts';
import { ScriptEditor } from './script-editor.tsx';
import type { TestBody } from './test-api.ts';

const YamlEditor = lazy(() => import('./test-yaml.tsx'));

/** A test as a conversation, or as YAML; both are one text to the API. */
export function TestForm({
  test,
  submit,
  isNew = false,
  busy,
  error,
  proposals,
  onSave,
  actions,
  children,
}: {
  readonly test: TestBody;
  readonly submit: string;
  /** Whether it is saved even if nothing was changed. */
  readonly isNew?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly proposals?: readonly (readonly Expectation[])[];
  /** `saved` is to be called when it is saved. */
  readonly onSave: (body: TestBody, saved: () => void) => void;
  /** What else can be done with the test as it is in the form. */
  readonly actions?: (body: TestBody) => ReactNode;
  /** What stands between the test and its buttons. */
  readonly children?: ReactNode;
}) {
  const [saved, setSaved] = useState(test);
  const [body, setBody] = useState(test);
  const [view, setView] = useState<'form' | 'yaml'>('form');
  const [wrong, setWrong] = useState<string>();
  const isChanged = !same(body, saved);
  useUnsaved(isChanged && !busy, 'Your changes to the test will be lost.');
  // A link to a turn leads to it.
  useEffect(() => {
    const turn = location.hash && document.getElementById(location.hash.slice(1));
    if (turn) reveal(turn);
  }, []);
  const shownFields = view === 'form' ? FIELDS : issuedFields(error);
  const elsewhere = wrong === undefined ? messagesElsewhere(error, shownFields) : [wrong];
  return (
    <Form
      label="Test"
      busy={busy}
      className="test-form"
      noValidate
      onSubmit={() => wrong === undefined && onSave(body, () => setSaved(body))}
    >
      <Segmented
        label="Edit as"
        options={[
          ['form', 'Conversation'],
          ['yaml', 'YAML'],
        ]}
        value={view}
        onChange={(chosen) => wrong === undefined && setView(chosen === 'yaml' ? 'yaml' : 'form')}
      />
      {view === 'yaml' ? (
        <Suspense fallback={<Loading what="the editor" lines={8} />}>
          <YamlEditor test={body} onChange={setBody} onWrong={setWrong} error={error} />
        </Suspense>
      ) : (
        <>
          <Head test={body} onChange={setBody} error={error} />
          <ScriptEditor test={body} onChange={setBody} error={error} {...(proposals && { proposals })} />
        </>
      )}
      <Faults faults={elsewhere} />
      {children}
      <div className="save-bar row">
        <span className="faint" role="status">
          {isChanged && !isNew && 'Unsaved changes'}
        </span>
        <div className="actions">
          {wrong === undefined && actions?.(body)}
          <button type="submit" className="primary" aria-disabled={!isNew && !isChanged ? true : undefined}>
            {busy ? 'Saving …' : submit}
          </button>
        </div>
      </div>
    </Form>
  );
}

/** The fields that show their faults themselves. */
const FIELDS = ['name', 'agent', 'greeting', 'turns', 'always', 'finally', 'tools', 'caller'];

const issuedFields = (error: unknown) =>
  error instanceof ApiError ? error.issues.flatMap(({ loc: [, field] }) => field ?? []) : [];

/** The name of a test, its agent, and the simulated contact if it has no script. */
function Head({
  test,
  onChange,
  error,
}: {
  readonly test: TestBody;
  readonly onChange: (test: TestBody) => void;
  readonly error: unknown;
}) {
  const { data: agents = [] } = useQuery(agentsList);
  const caller: TestBody | undefined = test.caller === undefined ? undefined : { ...Object(test.caller) };
  const [pinned = '', version] = String(test.agent ?? '').split('@');
  const named = agents.find(({ id, name }) => [id, name].includes(pinned));
  return (
    <>
      <div className="test-head">
        <InputField
          label="Name"
          faults={messagesAt(error, 'name')}
          value={test.name ?? ''}
          onChange={(name) => onChange({ ...test, name })}
        />
        <SelectField
          label="Agent"
          none="any"
          faults={messagesAt(error, 'agent')}
          options={agentChoices(agents).flatMap(([id, name]) =>
            id === named?.id && version !== undefined
              ? [
                  [`${id}@${version}`, `${name}, version ${version}`],
                  [id, name],
                ]
              : [[id, name]],
          )}
          value={named && version === undefined ? named.id : String(test.agent ?? '')}
          onChange={(agent) => onChange({ ...test, agent: agent || undefined })}
        />
      </div>
      {caller &&
        (['persona', 'goal'] as const).map((name) => (
          <AreaField
            key={name}
            label={name === 'persona' ? 'Who the simulated contact is' : 'What the contact wants'}
            faults={messagesAt(error, 'caller', name)}
            rows={3}
            value={String(caller[name] ?? '')}
            onChange={(text) => onChange({ ...test, caller: { ...caller, [name]: text } })}
          />
        ))}
    </>
  );
}
