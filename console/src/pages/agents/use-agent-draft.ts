import type { Issue } from 'phone-call-agents-client';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { adviceOn } from '../../api/fault.ts';
import { changesOf, same } from '../../form/changes.ts';
import { type Values, withoutSecrets } from '../../form/field.ts';
import { useDraft, useRestoredDraft } from '../../parts/drafts.ts';
import { useToast } from '../../parts/toasts.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { createTest, type TestBody } from '../tests/test-api.ts';
import { type AgentValues, ofFields, type ReadAgent, requestOf } from './agent-fields.ts';

/**
 * The agent that is edited and its values. What others change meanwhile is taken over if nothing is edited; if
 * something is, the changes to send are the differences from the agent as it was when editing began.
 */
function useEdited(agent: AgentValues | undefined, revision: string | undefined, template: Values) {
  const restored = useRestoredDraft('agent');
  const [base, setBase] = useState(agent);
  const [values, setValues] = useState<Values>({ ...template, ...agent, ...restored });
  // Controls with incomplete input, such as half a line of JSON, reset with each generation.
  const [generation, setGeneration] = useState(0);
  const [read, setRead] = useState({ agent, revision });
  const [baseRevision, setBaseRevision] = useState(revision);
  const [isOld, setIsOld] = useState(false);
  const isEdited = !same(base ?? template, values);
  const begin = (next: AgentValues | undefined) => {
    setBase(next);
    setBaseRevision(revision);
    setIsOld(false);
    if (same(next ?? template, values)) return;
    setValues(next ?? template);
    setGeneration(generation + 1);
  };
  if (agent !== read.agent || revision !== read.revision) {
    setRead({ agent, revision });
    if (!isEdited) begin(agent);
    else if (same(agent, base)) setBaseRevision(revision);
    if (isEdited) setIsOld(!same(agent, base));
  }
  return {
    isRestored: restored !== undefined && isEdited,
    isEdited,
    base,
    baseRevision,
    values,
    setValues,
    isOld: isOld && isEdited,
    generation,
    undo: () => begin(agent),
    saved: (sent: Values, now: string | undefined) => {
      if (agent) setBase({ ...agent, ...sent, id: agent.id });
      setBaseRevision(now);
    },
  };
}

/** What is used of a saved agent. */
interface SavedAgent {
  readonly id: string;
  readonly warnings?: readonly Issue[];
}

/** The values to save, and the revision that the agent must have. */
interface Saving {
  readonly sent: Values;
  readonly ifMatch: string | undefined;
}

const withMessage = (target: string, message: string) =>
  message === '' ? target : `${target}&message=${encodeURIComponent(message)}`;

/** What is edited of an agent on all tabs, and its saving. Leaving it with unsaved changes asks first. */
export function useAgentDraft({
  agent,
  template,
  tests,
  onCreated,
}: {
  /** Undefined for a new agent. */
  readonly agent: ReadAgent | undefined;
  /** What a new agent begins with. */
  readonly template: Values;
  /** Created for a new agent. */
  readonly tests: readonly TestBody[];
  readonly onCreated: (id: string) => void;
}) {
  const known = useMemo(() => agent && { ...ofFields(agent), id: agent.id }, [agent]);
  const { base, baseRevision, values, setValues, saved, isEdited, ...edited } = useEdited(
    known,
    agent?.revision,
    template,
  );
  /** What saving sends, and what a rehearsal takes as a draft. */
  const body = requestOf(base, values);
  const target = agent ? `/v1/agents/update?id=${agent.id}` : '/v1/agents/create';
  const [message, setMessage] = useState('');
  const say = useToast();
  const addTests = useAct({
    act: async (id: string) => {
      try {
        for (const test of tests) await createTest({ ...test, agent: id });
      } catch (error) {
        say(`Not all tests of the template were created. ${adviceOn(error).text}`, true);
      }
    },
    changes: [['tests']],
  });
  const save = useAct({
    act: ({ sent, ifMatch }: Saving) =>
      api.request<SavedAgent>('POST', withMessage(target, message), {
        body: requestOf(base, sent),
        ifMatch,
      }),
    done: agent
      ? 'The agent is saved. Calls in progress keep the version they started with.'
      : 'The agent is created.',
    changes: [['agents'], ['prompt'], ['choices'], ['version']],
    showsFault: true,
    onDone: ({ data: { id }, revision }, { sent }) => {
      saved(sent, revision);
      setMessage('');
      if (agent) return;
      if (tests.length > 0) addTests.mutate(id);
      onCreated(id);
    },
  });
  // A new agent has nothing to lose once it is created.
  const isChanged = isEdited && Object.keys(body).length > 0 && (agent !== undefined || !save.isSuccess);
  const isDirty = isChanged && !save.isPending;
  useUnsaved(isDirty, 'Your changes to this agent will be lost.');
  // A save that finds the session over is under way still.
  useDraft('agent', isChanged ? withoutSecrets(changesOf(base ?? {}, values)) : undefined);
  return {
    ...edited,
    values,
    body,
    target,
    message,
    setMessage,
    base,
    /** The agent as it was read last, without what is edited. */
    latest: known,
    save,
    submit: () => save.mutate({ sent: values, ifMatch: baseRevision }),
    /** Saves the changes on top of what others changed, as it was read last. */
    submitOver: () => save.mutate({ sent: values, ifMatch: agent?.revision }),
    isDirty,
    change: (changed: (before: Values) => Values) => setValues(changed),
  };
}

export type AgentDraft = ReturnType<typeof useAgentDraft>;
