import { ExternalLink, RotateCcw } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { same } from '../../form/changes.ts';
import type { Values } from '../../form/field.ts';
import { objectOf } from '../../form/field.ts';
import type { MenuEntry } from '../../parts/controls/menu-popover.tsx';
import { Button } from '../../parts/controls.tsx';
import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { useAct } from '../../parts/use-act.ts';
import { type Given, namesOf } from '../../parts/use-variables.ts';
import { ValueFields } from '../../parts/value-fields.tsx';
import { useLines } from '../playground/use-lines.ts';
import type { AgentValues } from './agent-fields.ts';

// What a conversation needs is loaded when there is one.
const Rehearsal = lazy(async () => ({ default: (await import('../playground/rehearsal.tsx')).Rehearsal }));
const RehearsalTools = lazy(() => import('../playground/rehearsal-tools.tsx'));

/** A started conversation, and the agent as it was at the start. */
interface Begun {
  readonly id: string;
  readonly values: Values;
  readonly isDraft: boolean;
}

interface Form {
  /** The agent as it is in the form. */
  readonly values: Values;
  /** What of it is not saved. */
  readonly body: Values;
}

/** A conversation by text or voice with the agent as it is in the form, saved or not. */
export function TestChat({
  agent,
  ...form
}: Form & {
  /** Undefined for a new agent. */
  readonly agent: AgentValues | undefined;
}) {
  if (!agent)
    return (
      <Aside>
        <p className="faint">Create the agent, then talk to it here.</p>
      </Aside>
    );
  return <ChatWith agent={agent} {...form} />;
}

const Aside = ({ tools, children }: { readonly tools?: ReactNode; readonly children: ReactNode }) => (
  <aside className="test-chat" id="test-chat" aria-label="Test chat" tabIndex={-1}>
    <div className="section-head">
      <h2>Test chat</h2>
      {tools}
    </div>
    {children}
  </aside>
);

function ChatWith({ agent, values, body }: Form & { readonly agent: AgentValues }) {
  const lines = useLines();
  const version = typeof agent.version === 'number' ? agent.version : undefined;
  const [given, setGiven] = useState<Given>({});
  const [begun, setBegun] = useState<Begun>();
  const variables = namesOf([textsOf(values)]);
  const isDraft = Object.keys(body).length > 0;
  const begin = useAct({
    act: () => {
      const context = variables.flatMap(({ name }) => (given[name] ? [[name, given[name]]] : []));
      return beginRehearsal({
        agent: agent.id,
        // The form shows the latest version; calls may get an older one. A draft is of the agent as it is now.
        agent_version: isDraft ? null : version,
        draft: isDraft ? body : null,
        context: variables.length > 0 ? Object.fromEntries(context) : null,
      });
    },
    changes: [],
    showsFault: true,
    onDone: ({ id }) => setBegun({ id, values, isDraft }),
  });
  const start = () => begin.mutate(undefined);
  const isOld = begun !== undefined && !same(begun.values, values);
  const restart: MenuEntry = {
    label: variables.length > 0 ? 'Restart with other values' : 'Restart',
    icon: RotateCcw,
    onAction: () => (variables.length > 0 ? setBegun(undefined) : start()),
  };
  return (
    <Aside tools={begun && <Tools id={begun.id} agent={agent.id} version={version} restart={restart} />}>
      <ModelNote />
      {begun?.isDraft && isDraft && !isOld && <p className="badge busy">Uses your unsaved changes</p>}
      {isOld && (
        <div className="row" role="status">
          <span className="faint">The agent has changed since this conversation started.</span>
          <Button icon={RotateCcw} onClick={start} disabled={begin.isPending}>
            Restart with your changes
          </Button>
        </div>
      )}
      {begin.error !== null && <FaultNote error={begin.error} />}
      {begun ? (
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
      ) : (
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
    </Aside>
  );
}

const beginRehearsal = async (body: Values) =>
  (await api.request<Schema<'Rehearsal'>>('POST', '/v1/rehearsals/create', { body })).data;

/** What can be done with the conversation that has begun. */
function Tools({
  id,
  agent,
  version,
  restart,
}: {
  readonly id: string;
  readonly agent: string;
  readonly version: number | undefined;
  readonly restart: MenuEntry;
}) {
  const playground = {
    label: 'Open in the playground',
    icon: ExternalLink,
    href: `/playground?agent=${agent}&rehearsal=${id}`,
  };
  return (
    <div className="actions">
      <Suspense>
        <RehearsalTools key={id} id={id} draftOf={version} items={[restart, playground]} />
      </Suspense>
    </div>
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
