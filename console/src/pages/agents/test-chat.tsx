import { ExternalLink, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Schema, sendForJson } from '../../api/client.ts';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { useAct } from '../../parts/use-act.ts';
import { type Given, namesOf } from '../../parts/use-variables.ts';
import { same } from '../../schema-form/changes.ts';
import { objectOf } from '../../schema-form/object-of.ts';
import type { Values } from '../../schema-form/schema-form.tsx';
import { useLines } from '../playground/use-lines.ts';
import { ValueFields } from '../playground/value-fields.tsx';
import type { AgentValues } from './agent-fields.ts';

// What a conversation needs is loaded when there is one.
const Rehearsal = lazy(async () => ({ default: (await import('../playground/rehearsal.tsx')).Rehearsal }));
const RehearsalTools = lazy(async () => ({
  default: (await import('../playground/rehearsal-tools.tsx')).RehearsalTools,
}));

/** A conversation that has begun, and the agent as it was then. */
interface Begun {
  readonly id: string;
  readonly values: Values;
  readonly isDraft: boolean;
}

/** A conversation by text or voice with the agent as it is in the form, saved or not. */
export function TestChat({
  agent,
  values,
  body,
}: {
  /** Undefined for a new agent. */
  readonly agent: AgentValues | undefined;
  /** The agent as it is in the form. */
  readonly values: Values;
  /** What of it is not saved. */
  readonly body: Values;
}) {
  const lines = useLines();
  const version = typeof agent?.version === 'number' ? agent.version : undefined;
  const [given, setGiven] = useState<Given>({});
  const [begun, setBegun] = useState<Begun>();
  const variables = namesOf([textsOf(values)]);
  const isDraft = Object.keys(body).length > 0;
  const context = Object.fromEntries(
    variables.flatMap(({ name }) => (given[name] ? [[name, given[name]]] : [])),
  );
  const begin = useAct({
    act: async (id: string) => {
      const input = {
        agent: id,
        // The form shows the latest version; calls may get an older one. A draft is of the agent as it is now.
        agent_version: isDraft ? null : version,
        draft: isDraft ? body : null,
        context: variables.length > 0 ? context : null,
      };
      const begunAs = await sendForJson('POST', '/v1/rehearsals/create', { body: JSON.stringify(input) });
      return begunAs as Schema<'Rehearsal'>;
    },
    changes: [],
    showsFault: true,
    onDone: ({ id }) => setBegun({ id, values, isDraft }),
  });
  const start = () => agent && begin.mutate(agent.id);
  const isOld = begun !== undefined && !same(begun.values, values);
  return (
    <aside className="test-chat" id="test-chat" aria-label="Test chat" tabIndex={-1}>
      <div className="section-head">
        <h2>Test chat</h2>
        {begun && (
          <div className="actions">
            <Suspense>
              <RehearsalTools
                key={begun.id}
                id={begun.id}
                draftOf={version}
                items={[
                  {
                    id: 'restart',
                    label: variables.length > 0 ? 'Restart with other values' : 'Restart',
                    icon: <RotateCcw size={16} aria-hidden="true" />,
                    onAction: () => (variables.length > 0 ? setBegun(undefined) : start()),
                  },
                  {
                    id: 'playground',
                    label: 'Open in the playground',
                    icon: <ExternalLink size={16} aria-hidden="true" />,
                    href: `/playground?agent=${agent?.id}&rehearsal=${begun.id}`,
                  },
                ]}
              />
            </Suspense>
          </div>
        )}
      </div>
      {agent && <ModelNote />}
      {!agent && <p className="faint">Create the agent, then talk to it here.</p>}
      {begun?.isDraft && isDraft && !isOld && <p className="badge busy">Talks with your unsaved changes</p>}
      {isOld && (
        <div className="row" role="status">
          <span className="faint">The agent has changed since.</span>
          <button type="button" onClick={start} disabled={begin.isPending}>
            <RotateCcw size={16} aria-hidden="true" /> Restart with your changes
          </button>
        </div>
      )}
      {begin.error !== null && <FaultNote error={begin.error} />}
      {agent && !begun && (
        <>
          <p className="faint">
            Talk to the agent as it is in the form, saved or not. Nobody is called, but your services are.
          </p>
          <ValueFields variables={variables} given={given} onChange={setGiven} />
          <div className="actions">
            <button type="button" className="primary" onClick={start} disabled={begin.isPending}>
              {begin.isPending ? 'Starting …' : 'Start talking'}
            </button>
          </div>
        </>
      )}
      {begun && (
        <Suspense fallback={<Loading what="the conversation" />}>
          <Rehearsal
            key={begun.id}
            id={begun.id}
            draftOf={version}
            lines={lines}
            isFocused
            onFork={(id) => setBegun({ ...begun, id })}
          />
        </Suspense>
      )}
    </aside>
  );
}

/** The texts that ask for values of the call. */
function textsOf({ prompt, initial_message: greeting }: Values) {
  const { content, prompt_template: template } = objectOf(prompt);
  const { required_context_keys: keys } = objectOf(template);
  return {
    prompt: {
      content: String(content ?? ''),
      prompt_template: { required_context_keys: Array.isArray(keys) ? keys.map(String) : [] },
    },
    initial_message: typeof greeting === 'string' ? greeting : null,
  };
}

/** A service on this machine has a scripted model, unless it was started with another one. Its name does not tell. */
function ModelNote() {
  if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return null;
  return (
    <p className="help">
      On your own machine a scripted model answers, unless you start the service with{' '}
      <code>npm start -- --llm URL</code>.
    </p>
  );
}
