import { type FormEvent, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { same } from '../../form/changes.ts';
import { contextOf as writtenContext } from '../../format/context.ts';
import { agentChoices } from '../../format/label.ts';
import { VersionField } from '../../parts/controls/version-field.tsx';
import { AreaField, Faults, SelectField } from '../../parts/controls.tsx';
import { useDraft, useRestoredDraft } from '../../parts/drafts.ts';
import { Section } from '../../parts/page.tsx';
import { FaultNote, RestoredNote } from '../../parts/query-state.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { useVariables, type Variable } from '../../parts/use-variables.ts';
import { ValueFields } from '../../parts/value-fields.tsx';

/** What the address says of the choice. */
interface Chosen {
  readonly agent: string | undefined;
  readonly version: string | undefined;
}

/** What is entered: values of the agent's variables by their names, and further ones as they are written. */
type Entered = {
  readonly given: Readonly<Record<string, string>>;
  readonly values: string;
};

const NOTHING: Entered = { given: {}, values: '' };

/** Starts a rehearsal with an agent, a version and a context. */
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
  // The values of the last rehearsal stay here for the next one.
  const [begun, setBegun] = useState(NOTHING);
  const restored = useRestoredDraft('begin');
  const [entered, setEntered] = useState<Entered>({ ...begun, ...restored });
  const isEntered = !same(entered, begun);
  useDraft('begin', isEntered ? entered : undefined);
  const change = (changed: Partial<Entered>) => setEntered((now) => ({ ...now, ...changed }));
  const context = contextOf(entered, asked.variables);
  const begin = useAct({
    act: (_: Entered) => {
      const agent_version = version === undefined ? null : Number(version);
      const body = { agent, agent_version, context: context.values };
      return api.post('/v1/rehearsals/create', { body });
    },
    changes: [],
    showsFault: true,
    onDone: (rehearsal, sent) => {
      setBegun(sent);
      onBegun(rehearsal);
    },
  });
  useUnsaved(isEntered && !begin.isPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (context.fault === undefined) begin.mutate(entered);
  };
  return (
    <Section title="Agent">
      {restored && isEntered && <RestoredNote />}
      <form className="playground-begin stack" onSubmit={submit}>
        <SelectField
          label="Agent"
          faults={messagesAt(begin.error, 'agent')}
          options={agentChoices(agents)}
          value={agent}
          onChange={(id) => onChoose({ agent: id, version: undefined })}
        />
        <VersionField
          agent={agent}
          version={version ?? ''}
          faults={messagesAt(begin.error, 'agent_version')}
          onChange={(next) => onChoose({ agent, version: next || undefined })}
        />
        {asked.error && <FaultNote error={asked.error} onRetry={asked.retry} />}
        <ValueFields
          variables={asked.variables}
          given={entered.given}
          onChange={(given) => change({ given })}
        />
        <AreaField
          label={asked.variables.length > 0 ? 'More context' : 'Context'}
          help="Values for the prompt and the greeting, one per line, such as name=Ada."
          faults={context.fault === undefined ? messagesAt(begin.error, 'context') : [context.fault]}
          rows={2}
          value={entered.values}
          onChange={(values) => change({ values })}
        />
        <Faults faults={messagesElsewhere(begin.error, ['agent', 'agent_version', 'context'])} />
        <div className="actions">
          <button type="submit" className="primary" disabled={begin.isPending}>
            {begin.isPending ? 'Starting …' : 'Start a test conversation'}
          </button>
        </div>
      </form>
    </Section>
  );
}

/** The context of a rehearsal: the values typed line by line, and those of the agent's variables. */
function contextOf({ given, values }: Entered, variables: readonly Variable[]) {
  const written = writtenContext(values);
  const named = variables.flatMap(({ name }) => (given[name] ? [[name, given[name]] as const] : []));
  return named.length === 0
    ? written
    : { ...written, values: { ...written.values, ...Object.fromEntries(named) } };
}
