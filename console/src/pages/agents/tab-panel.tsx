import { useQuery } from '@tanstack/react-query';
import type { Issue } from 'phone-call-agents-client';
import { type ReactNode, useMemo, useState } from 'react';
import { testsList } from '../../api/lists.ts';
import { Choices, Control } from '../../form/control.tsx';
import { type ControlOf, type FormField, objectOf, type Values } from '../../form/field.ts';
import { More } from '../../form/help.tsx';
import { variablesOf } from '../../format/context.ts';
import { count } from '../../format/numbers.ts';
import { Button, Faults, Label, Switch } from '../../parts/controls.tsx';
import { TextEditor } from '../../parts/editor/text-editor.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { isOf } from '../tests/matrix.ts';
import { type Group, type Tab, valueAt, withValueAt } from './settings/group.ts';
import { GROUPS } from './settings/settings.ts';

/** What all panels have of the one form. */
export interface PanelOf {
  readonly values: Values;
  readonly change: (changed: (before: Values) => Values) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
  /** Why the agent could not be saved. */
  readonly error: unknown;
  /** What the API said of it when it was saved. */
  readonly warnings: readonly Issue[] | undefined;
  /** The id of the agent; undefined for a new one. */
  readonly agent: string | undefined;
  readonly generation: number;
  /** Whether it is being saved, which disables it. */
  readonly isBusy: boolean;
}

/** The settings of one tab: the common ones, then the others, folded by subject. */
export function TabPanel({
  name,
  title,
  isOpen,
  generation,
  isBusy,
  ...panel
}: PanelOf & { readonly name: Tab; readonly title: string; readonly isOpen: boolean }) {
  return (
    <section className="tab-panel" hidden={!isOpen} inert={isBusy} aria-label={`${title}, settings`}>
      {GROUPS.filter(({ tab }) => tab === name).map((group) => (
        <Part key={group.title ?? ''} group={group}>
          {Object.entries(group.fields).map(([path, field]) => (
            // What is open of the steps stays so.
            <Setting
              key={path === 'steps' ? path : `${path} ${generation}`}
              tab={name}
              name={path}
              {...{ field, generation }}
              {...panel}
            />
          ))}
        </Part>
      ))}
    </section>
  );
}

function Part({
  group: { title, folded },
  children,
}: {
  readonly group: Group;
  readonly children: ReactNode;
}) {
  if (folded === undefined)
    return (
      <div className="setting-group">
        {title && <h2>{title}</h2>}
        {children}
      </div>
    );
  return (
    <details className="setting-group">
      <summary>
        <h2>{title}</h2>
        <span className="help">{folded}</span>
      </summary>
      <div className="inner">{children}</div>
    </details>
  );
}

const AgentActions = onDemand(() => import('./actions/agent-actions.tsx'), 'actions');
const StepsControl = onDemand(() => import('./steps/steps-control.tsx'), 'steps');
const VoicePicker = onDemand(() => import('../voices/voice-picker.tsx'), 'voice');

/** What a control of its own gets: what its panel has, and what changes the value as it is then, which may be later. */
type OfAgent = ControlOf &
  Omit<PanelOf, 'isBusy' | 'change'> & {
    readonly change: (changed: (before: unknown) => unknown) => void;
    readonly changeAgent: PanelOf['change'];
  };

/** Controls of their own. */
const OWN: Readonly<Record<string, (control: OfAgent) => ReactNode>> = {
  'prompt.content': (control) => <PromptControl {...control} />,
  actions: ({ change, ...control }) => <AgentActions {...control} onChange={change} />,
  steps: ({ values: { actions }, ...control }) => <StepsControl {...control} actions={actions} />,
  voice: ({ path, faultsAt, values, ...control }) => (
    <VoicePicker {...control} language={String(values.language ?? 'en')} faults={faultsAt(path)} />
  ),
  publish_requires: (control) => <TestsControl {...control} />,
};

function Setting({
  tab,
  name,
  field,
  ...panel
}: Omit<PanelOf, 'isBusy'> & {
  readonly tab: Tab;
  /** The names that lead to the field. */
  readonly name: string;
  readonly field: FormField;
}) {
  const path = name.split('.');
  const put = (changed: (before: unknown) => unknown) =>
    panel.change((before) => withValueAt(before, path, changed(valueAt(before, path))));
  const control: ControlOf = {
    ...{ field, path, faultsAt: panel.faultsAt, value: valueAt(panel.values, path) },
    onChange: (value) => put(() => value),
  };
  return (
    <div className="setting" data-setting={name} data-tab={tab} tabIndex={-1}>
      {OWN[name]?.({ ...panel, ...control, change: put, changeAgent: panel.change }) ?? (
        <Control {...control} />
      )}
    </div>
  );
}

/** A choice among the tests of an agent, and of those that are chosen. They need drafts, which can be switched on here. */
function TestsControl({ agent: id, values: { name, drafts }, changeAgent, ...control }: OfAgent) {
  const { data: tests = [] } = useQuery(testsList);
  const chosen: readonly unknown[] = Array.isArray(control.value) ? control.value : [];
  const own = tests.filter(
    (test) => chosen.includes(test.id) || (id !== undefined && isOf(test, { id, name: String(name ?? '') })),
  );
  const isRefused = drafts !== true && control.faultsAt(control.path).length > 0;
  return (
    <>
      <Choices
        {...control}
        faultsAt={isRefused ? () => ['Switch on “Require publishing”, or choose no test.'] : control.faultsAt}
        options={own.map((test) => [test.id, test.name])}
      />
      {chosen.length > 0 && (
        <Switch
          label="Require publishing"
          help="Tests can only be required if changes wait to be published."
          isSelected={drafts === true}
          onChange={(isOn) => changeAgent((before) => ({ ...before, drafts: isOn }))}
        />
      )}
    </>
  );
}

/** Characters of a token, about, in European languages. */
const CHARACTERS_OF_TOKEN = 4;

const loadEditor = async () => (await import('./prompt/prompt-editor.ts')).editPrompt;

/** The prompt in an editor that takes the height it needs. Its values lead to where they stand. */
function PromptControl({
  field,
  value,
  onChange,
  path,
  faultsAt,
  values,
}: ControlOf & { /** The agent as it is in the form. */ readonly values: Values }) {
  const text = String(value ?? '');
  const faults = faultsAt(path);
  const issues = useMemo(() => unknownValues(text, values), [text, values]);
  const [selected, select] = useState<readonly [from: number, to: number]>();
  const uses = Map.groupBy(text.matchAll(/\$\{([^${}]+)\}/g), ([, used = '']) => used.trim());
  // Another click leads to the next place.
  const go = (places: readonly RegExpExecArray[]) => {
    const next = places.find(({ index }) => index > (selected?.[0] ?? -1)) ?? places[0];
    if (next) select([next.index, next.index + next[0].length]);
  };
  return (
    <div className="field prompt">
      <div className="prompt-head row">
        <span className="label">
          <strong>
            <Label name={field.label} isRequired />
          </strong>
          <More field={field} />
        </span>
        {[...uses].map(([name, places]) => (
          <Button key={name} className="quiet" title="Go to where it stands" onClick={() => go(places)}>
            {`\${${name}}`} <span className="faint">{places.length} ×</span>
          </Button>
        ))}
        <span className="faint">about {count(Math.ceil(text.length / CHARACTERS_OF_TOKEN))} tokens</span>
      </div>
      <TextEditor
        className="prompt-editor"
        load={loadEditor}
        label={field.label}
        text={text}
        isWrong={faults.length > 0}
        issues={issues}
        names={knownValues(values)}
        selected={selected}
        onChange={onChange}
      />
      <Faults faults={faults} />
    </div>
  );
}

/** Values of the text that neither calls must have nor steps give, by the first line of each. */
function unknownValues(text: string, { prompt, context_endpoint: endpoint, steps }: Values) {
  const { context_endpoint: own } = objectOf(prompt);
  // What an address answers isn’t known.
  if (endpoint || own) return [];
  const known = Object.keys(knownValues({ prompt, steps }));
  const lines = text.split('\n');
  return variablesOf([text], [])
    .filter((name) => !known.includes(name))
    .map((name) => ({
      line: lines.findIndex((line) => variablesOf([line], []).includes(name)) + 1,
      text: `\${${name}} stays empty if a call lacks it: require it under Values for the prompt`,
      isWarning: true,
    }));
}

/** Values that calls must have or steps give, with what they are. */
function knownValues({ prompt, steps: graph }: Values): Readonly<Record<string, string>> {
  const { values, steps } = objectOf(graph);
  const collected = Object.values(objectOf(steps)).map((step) => objectOf(objectOf(step).collect));
  const required = [objectOf(objectOf(prompt).prompt_template).required_context_keys ?? []].flat();
  return Object.fromEntries([
    ...[values, ...collected]
      .flatMap((some) => Object.keys(objectOf(some)))
      .map((name) => [name, 'of a step']),
    ...required.map((name) => [name, 'required']),
  ]);
}
