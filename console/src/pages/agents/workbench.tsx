import './agents.css';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from 'phone-call-agents-client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { curlOf } from '../../api/curl.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { passFocusOn } from '../../focus.ts';
import { isInner, type Values } from '../../form/field.ts';
import { FormFields } from '../../form/form.tsx';
import { useAddress } from '../../parts/address.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Button } from '../../parts/controls.tsx';
import { firstUnfinished, reveal } from '../../parts/editor/unfinished.ts';
import { onDemand } from '../../parts/on-demand.tsx';
import { RestoredNote } from '../../parts/query-state.tsx';
import type { TestBody } from '../tests/test-api.ts';
import { AGENT_FIELDS, type ReadAgent } from './agent-fields.ts';
import { TABS, type Tab } from './settings/group.ts';
import { GROUPS } from './settings/settings.ts';
import { TabList } from './tab-list.tsx';
import { type PanelOf, TabPanel } from './tab-panel.tsx';
import { TestChat } from './test-chat.tsx';
import { type AgentDraft, useAgentDraft } from './use-agent-draft.ts';

const TestMatrix = onDemand(() => import('../tests/test-matrix.tsx'), 'tests');
const ConflictDialog = onDemand(() => import('./conflict-dialog.tsx'));
const Interruptions = onDemand(() => import('../review/interruptions.tsx'), 'interruptions');
const AgentVersions = onDemand(() => import('./agent-versions.tsx'), 'versions');

/** An agent on tabs, which are one form, beside a chat that tries out what is not saved yet. */
export function Workbench({
  agent,
  template,
  tests,
}: {
  /** Undefined for a new agent. */
  readonly agent: ReadAgent | undefined;
  /** What a new agent begins with. */
  readonly template: Values;
  /** What a new agent is tested with. */
  readonly tests: readonly TestBody[];
}) {
  const navigate = useNavigate();
  const { form, tab, visited, show } = useTabs();
  const draft = useAgentDraft({
    agent,
    template,
    tests,
    onCreated: (id) =>
      void navigate({ to: '/agents/$id', params: { id }, search: { tab }, ignoreBlocker: true }),
  });
  const { save, values, change, submit: saveDraft } = draft;
  const faultsAt = (path: readonly string[]) => faultsOf(save.error, path);
  const faulty = GROUPS.flatMap(({ tab: on, fields }) =>
    Object.keys(fields).flatMap((name) => (faultsAt(name.split('.')).length > 0 ? [{ tab: on, name }] : [])),
  );
  const [first] = TABS.flatMap(([name]) => faulty.filter(({ tab: on }) => on === name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed save shows its first fault, once.
  useEffect(() => first && show(first.tab, first.name), [save.error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unfinished = firstUnfinished(event.currentTarget)?.closest<HTMLElement>('[data-setting]');
    const { setting, tab: on } = unfinished?.dataset ?? {};
    const known = TABS.find(([name]) => name === on);
    if (setting !== undefined && known) show(known[0], setting);
    else if (!agent || Object.keys(draft.body).length > 0) saveDraft();
  };
  const panel: PanelOf = {
    ...{ values, change, faultsAt, error: save.error, warnings: save.data?.data.warnings },
    agent: agent?.id,
    generation: draft.generation,
    isBusy: save.isPending,
  };

  return (
    <div className="workbench">
      <div className="workbench-main">
        <TabList tab={tab} faulty={faulty.map(({ tab: on }) => on)} isNew={agent === undefined} />
        <form onSubmit={submit} noValidate aria-label="Agent" ref={form}>
          <FormFields busy={save.isPending}>
            <DraftNotes draft={draft} />
            {agent && tab === 'tests' && <TestMatrix agent={{ id: agent.id, name: textOf(agent.name) }} />}
            {TABS.map(([name, title]) =>
              visited.has(name) ? (
                <TabPanel key={name} name={name} title={title} isOpen={name === tab} {...panel} />
              ) : null,
            )}
            {agent && tab === 'interruptions' && <Interruptions agent={agent.id} />}
            {agent && tab === 'versions' && <AgentVersions id={agent.id} />}
            <SaveBar draft={draft} isNew={agent === undefined} known={AGENT_FIELDS} />
          </FormFields>
        </form>
      </div>
      {hasConflict(save.error) && <ConflictDialog draft={draft} />}
      <TestChat agent={agent} values={values} body={draft.body} />
    </div>
  );
}

/** Whether the agent was changed since it was read. */
const hasConflict = (error: unknown) => error instanceof ApiError && error.has('revision_changed');

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The faults of a field. Faults of the whole prompt, such as a missing one, belong to its text. */
function faultsOf(error: unknown, path: readonly string[]): readonly string[] {
  const whole = path.join('.') === 'prompt.content' ? messagesAt(error, 'prompt') : [];
  return [...messagesAt(error, ...path), ...whole.filter((text) => !isInner(text))];
}

/** A field that is to be shown, with the focus. */
interface Wanted {
  readonly tab: Tab;
  readonly name: string;
}

/** The tab in the address, and the tabs opened before, which keep their entries. */
function useTabs() {
  const [search, setSearch] = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const [tab] = TABS.find(([name]) => name === search.tab) ?? TABS[0];
  const [visited, setVisited] = useState<ReadonlySet<Tab>>(new Set([tab]));
  if (!visited.has(tab)) setVisited(new Set([...visited, tab]));
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(() => {
    if (wanted?.tab !== tab) return;
    const setting = form.current?.querySelector<HTMLElement>(`[data-setting="${wanted.name}"]`);
    if (!setting) return;
    reveal(controlOf(setting));
    setWanted(undefined);
  }, [wanted, tab]);
  const show = (on: Tab, name: string) => {
    setWanted({ tab: on, name });
    if (on !== tab) setSearch({ ...search, tab: on });
  };
  return { form, tab, visited, show };
}

/** The control of a setting that is wrong, or its first one. */
function controlOf(setting: HTMLElement): HTMLElement {
  const around = setting.querySelector('.fault')?.closest('.field, .on-off, fieldset') ?? setting;
  const find = (controls: string) => around.querySelector<HTMLElement>(controls);
  return find('[aria-invalid="true"], [data-focus]') ?? find('input, select, textarea, button') ?? setting;
}

/** What there is to know about the draft before one edits it. */
function DraftNotes({ draft: { isRestored, isOld, isDirty } }: { readonly draft: AgentDraft }) {
  return (
    <>
      {isRestored && isDirty && <RestoredNote />}
      {isOld && (
        <p className="note" role="status">
          The agent was changed elsewhere while you were editing. Saving shows both versions before it changes
          anything.
        </p>
      )}
    </>
  );
}

/** Saves the draft of all tabs, or takes it back. */
function SaveBar({
  draft: { isDirty, save, target, body, undo, message, setMessage },
  isNew,
  known,
}: {
  readonly draft: AgentDraft;
  readonly isNew: boolean;
  /** The fields that show their faults themselves. */
  readonly known: readonly string[];
}) {
  const elsewhere = messagesElsewhere(save.error, known);
  const isIdle = !isNew && !isDirty && !save.isPending;
  return (
    <div className={isIdle ? 'save-bar row idle' : 'save-bar row'}>
      {save.isError ? (
        <p className="fault" role="alert">
          {elsewhere.length > 0 ? elsewhere.join(' ') : 'Not saved. See the highlighted fields.'}
        </p>
      ) : (
        <span className="faint" role="status">
          {isIdle ? 'All changes saved' : isNew ? 'Not created yet' : 'Unsaved changes'}
        </span>
      )}
      <div className="actions">
        {isDirty && !isNew && (
          <input
            aria-label="What changed (optional)"
            placeholder="What changed?"
            maxLength={200}
            value={message}
            onChange={({ target: { value } }) => setMessage(value)}
          />
        )}
        {!isIdle && (
          <CopyButton text={() => curlOf(location.origin, { method: 'POST', target, body })}>
            Copy as curl
          </CopyButton>
        )}
        {isDirty && !isNew && (
          <Button ref={passFocusOn} onClick={undo}>
            Discard
          </Button>
        )}
        {/* A button that is disabled would lose the focus that it has after saving. */}
        <button type="submit" className="primary" aria-disabled={isIdle || undefined}>
          {save.isPending ? 'Saving …' : isNew ? 'Create the agent' : 'Save'}
        </button>
      </div>
    </div>
  );
}
