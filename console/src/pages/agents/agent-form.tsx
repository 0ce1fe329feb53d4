import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { sendForJson } from '../../api/client.ts';
import { curlOf } from '../../api/curl.ts';
import type { Document } from '../../api/document-types.ts';
import { messagesElsewhere } from '../../api/fault.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useDraft, useKept } from '../../parts/drafts.ts';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { changesOf, same } from '../../schema-form/changes.ts';
import { FormFields } from '../../schema-form/form-fields.tsx';
import { SchemaForm, type Values } from '../../schema-form/schema-form.tsx';
import { withoutSecrets } from '../../schema-form/secrets.ts';
import { isUnfinished } from '../../schema-form/unfinished.ts';
import { type AgentValues, agentFields, FIRST, requestOf } from './agent-fields.ts';

/**
 * The agent that is edited and its values. What others change meanwhile is taken over if nothing is edited; if
 * something is, what to send is told from the agent as it was when editing began.
 */
function useEdited(agent: AgentValues | undefined) {
  const restored = useKept('agent');
  const [base, setBase] = useState(agent);
  const [values, setValues] = useState<Values>({ ...agent, ...restored });
  // Controls that hold what is not a value yet, such as half a line of JSON, begin anew with each generation.
  const [generation, setGeneration] = useState(0);
  const begin = (next: AgentValues | undefined) => {
    setBase(next);
    setValues(next ?? {});
    setGeneration(generation + 1);
  };
  const isOld = agent !== undefined && !same(agent, base);
  const isEdited = !same(base ?? {}, values);
  if (isOld && !isEdited) begin(agent);
  return {
    isRestored: restored !== undefined && isEdited,
    base,
    values,
    setValues,
    isOld: isOld && isEdited,
    generation,
    undo: () => begin(agent),
    saved: () => agent && setBase({ ...agent, ...values, id: agent.id }),
  };
}

/** The form of an agent. Leaving it with unsaved changes asks first. */
export function AgentForm({
  document,
  agent,
}: {
  readonly document: Document;
  readonly agent: AgentValues | undefined;
}) {
  const fields = useMemo(() => agentFields(document, agent === undefined), [document, agent]);
  const { base, values, setValues, isOld, isRestored, undo, saved, generation } = useEdited(agent);
  const navigate = useNavigate();
  const body = requestOf(base, values);
  const target = agent ? `/v1/agents/update?id=${agent.id}` : '/v1/agents/create';
  const save = useAct({
    act: async () =>
      (await sendForJson('POST', target, { body: JSON.stringify(body) })) as { readonly id: string },
    done: agent
      ? 'The agent is saved. Calls that are open keep the agent they began with.'
      : 'The agent is created.',
    changes: [['agents'], ['prompt'], ['choices']],
    showsFault: true,
    onDone: ({ id }) => {
      saved();
      if (!agent) void navigate({ to: '/agents/$id', params: { id }, ignoreBlocker: true });
    },
  });
  const dirty = Object.keys(body).length > 0 && !save.isPending && !save.isSuccess;
  useUnsaved(dirty, 'Your changes of this agent are lost.');
  // A save that finds the session over is under way still.
  const isEntered = Object.keys(body).length > 0 && !save.isSuccess;
  useDraft('agent', isEntered ? withoutSecrets(fields, changesOf(base ?? {}, values)) : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnfinished(event.currentTarget)) return;
    save.mutate(undefined);
  };
  const elsewhere = messagesElsewhere(
    save.error,
    fields.map(({ name }) => name),
  );
  const change = (changed: Values) => {
    setValues(changed);
    if (save.isSuccess) save.reset();
  };

  return (
    <form onSubmit={submit} noValidate aria-label="Agent">
      <FormFields busy={save.isPending}>
        {isRestored && dirty && <RestoredNote />}
        {isOld && (
          <p className="note" role="status">
            The agent was changed elsewhere while you edit it. Saving sends only the fields that you changed.
          </p>
        )}
        <div className="card">
          <SchemaForm
            key={generation}
            fields={fields.slice(0, FIRST.length)}
            values={values}
            onChange={change}
            error={save.error}
          />
        </div>
        <details className="card" open={agent !== undefined || save.isError}>
          <summary>
            <h2>All settings</h2>
          </summary>
          <SchemaForm
            key={generation}
            fields={fields.slice(FIRST.length)}
            values={values}
            onChange={change}
            error={save.error}
          />
        </details>
        <div className="save-bar">
          <span role="status">{dirty ? 'There are unsaved changes.' : ''}</span>
          {elsewhere.length > 0 && (
            <p className="fault" role="alert">
              {elsewhere.join(' ')}
            </p>
          )}
          {save.isError && elsewhere.length === 0 && (
            <p className="fault" role="alert">
              Nothing was saved: see the marked fields.
            </p>
          )}
          <div className="actions">
            <CopyButton text={() => curlOf(location.origin, { method: 'POST', target, body })}>
              Copy as curl
            </CopyButton>
            {dirty && (
              <button type="button" onClick={undo}>
                Undo changes
              </button>
            )}
            <button type="submit" className="primary" disabled={agent !== undefined && !dirty}>
              {save.isPending ? 'Saving …' : agent ? 'Save' : 'Create the agent'}
            </button>
          </div>
        </div>
      </FormFields>
    </form>
  );
}
