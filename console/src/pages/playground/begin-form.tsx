import { agentChoices } from '../../format/label.ts';
import './playground.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { versionsOf } from '../../api/lists.ts';
import { contextOf } from '../../format/context.ts';
import { Field } from '../../parts/controls/field.tsx';
import { useDraft, useKept } from '../../parts/drafts.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { useVariables } from '../../parts/use-variables.ts';
import { same } from '../../schema-form/changes.ts';
import { ValueFields } from './value-fields.tsx';

/** What the address says of the choice. */
interface Chosen {
  readonly agent: string | undefined;
  readonly version: string | undefined;
}

/** What is entered: values of the agent's variables by their names, and further ones as they are written. */
interface Entered {
  readonly given: Readonly<Record<string, string>>;
  readonly values: string;
}

const NOTHING: Entered = { given: {}, values: '' };

/** Chooses an agent, its version and its context, and begins a rehearsal. */
export function BeginForm({
  agents,
  agent: chosen,
  version,
  onChoose,
  onBegun,
}: Chosen & {
  readonly agents: readonly Schema<'ListedAgent'>[];
  readonly onChoose: (chosen: Chosen) => void;
  readonly onBegun: (rehearsal: Schema<'Rehearsal'>) => void;
}) {
  const shown = agents.find(({ id }) => id === chosen) ?? agents[0];
  const agent = shown?.id ?? '';
  const asked = useVariables(shown, version);
  const { variables } = asked;
  const restored = useKept('begin');
  const [entered, setEntered] = useState<Entered>({ ...NOTHING, ...restored });
  const { given, values } = entered;
  // What a rehearsal has begun with is in it, and stays here for the next one.
  const [begun, setBegun] = useState(NOTHING);
  const context = contextOf(values);
  const named = variables.flatMap(({ name }) => (given[name] ? [[name, given[name]] as const] : []));
  const begin = useAct({
    act: (_: Entered) =>
      bodyOf(
        api.POST('/v1/rehearsals/create', {
          body: {
            agent,
            agent_version: version === undefined ? null : Number(version),
            context: named.length > 0 ? { ...context.values, ...Object.fromEntries(named) } : context.values,
          },
        }),
      ),
    changes: [],
    showsFault: true,
    onDone: (rehearsal, sent) => {
      setBegun(sent);
      onBegun(rehearsal);
    },
  });
  const isEntered = !same(entered, begun);
  useUnsaved(isEntered && !begin.isPending);
  useDraft('begin', isEntered ? { ...entered } : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (context.fault === undefined) begin.mutate(entered);
  };
  const elsewhere = messagesElsewhere(begin.error, ['agent', 'agent_version', 'context']);
  return (
    <Section title="Agent">
      {restored && same(entered, restored) && <RestoredNote />}
      <form className="playground-begin" onSubmit={submit}>
        <Field label="Agent" faults={messagesAt(begin.error, 'agent')}>
          {(control) => (
            <select
              {...control}
              value={agent}
              onChange={({ currentTarget }) => onChoose({ agent: currentTarget.value, version: undefined })}
            >
              {agentChoices(agents).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <VersionField
          agent={agent}
          version={version}
          faults={messagesAt(begin.error, 'agent_version')}
          onChoose={(next) => onChoose({ agent, version: next })}
        />
        {asked.error && <FaultNote error={asked.error} onRetry={asked.retry} />}
        <ValueFields
          variables={variables}
          given={given}
          onChange={(changed) => setEntered({ ...entered, given: changed })}
        />
        <Field
          label={variables.length > 0 ? 'Further context' : 'Context'}
          help="Values for the prompt and the greeting: a line each, such as name=Ada."
          faults={context.fault === undefined ? messagesAt(begin.error, 'context') : [context.fault]}
        >
          {(control) => (
            <textarea
              {...control}
              rows={2}
              value={values}
              onChange={({ currentTarget }) => setEntered({ ...entered, values: currentTarget.value })}
            />
          )}
        </Field>
        {elsewhere.length > 0 && (
          <p className="fault" role="alert">
            {elsewhere.join(' ')}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="primary" disabled={begin.isPending}>
            {begin.isPending ? 'Beginning …' : 'Begin a rehearsal'}
          </button>
        </div>
      </form>
    </Section>
  );
}

function VersionField({
  agent,
  version,
  faults,
  onChoose,
}: {
  readonly agent: string;
  readonly version: string | undefined;
  readonly faults: readonly string[];
  readonly onChoose: (version: string | undefined) => void;
}) {
  const versions = useQuery(versionsOf(agent));
  return (
    <Field label="Version" faults={faults}>
      {(control) => (
        <select
          {...control}
          value={version ?? ''}
          onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
        >
          <option value="">What calls use now</option>
          {(versions.data ?? []).map(({ version: number, is_latest: isLatest }) => (
            <option key={number} value={String(number)}>
              {number}
              {isLatest ? ' (latest)' : ''}
            </option>
          ))}
          {version !== undefined && !versions.data?.some((one) => String(one.version) === version) && (
            <option value={version}>{version}</option>
          )}
        </select>
      )}
    </Field>
  );
}
