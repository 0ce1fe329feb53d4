import { lazy, type ReactNode, Suspense } from 'react';
import { Loading } from '../../parts/empty.tsx';
import { Control } from '../../schema-form/control.tsx';
import type { ControlOf } from '../../schema-form/control-of.ts';
import type { Values } from '../../schema-form/schema-form.tsx';
import { PromptControl } from './prompt/prompt-control.tsx';
import type { Tab } from './settings/group.ts';
import { type FormSection, type PlacedField, valueAt, withValueAt } from './settings/sections.ts';

/** What all panels have of the one form. */
export interface PanelOf {
  readonly sections: readonly FormSection[];
  readonly values: Values;
  readonly change: (changed: (before: Values) => Values) => void;
  readonly faultsAt: (path: readonly string[]) => readonly string[];
  /** Why the agent could not be saved. */
  readonly error: unknown;
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
  sections,
  ...panel
}: PanelOf & { readonly name: Tab; readonly title: string; readonly isOpen: boolean }) {
  const own = sections.filter(({ tab, fields }) => tab === name && fields.length > 0);
  return (
    <section
      key={generation}
      className="tab-panel"
      hidden={!isOpen}
      inert={isBusy}
      aria-label={`${title}, settings`}
    >
      {own.map((section) => (
        <Part key={section.title ?? ''} section={section}>
          {section.fields.map((placed) => (
            <Setting key={placed.path.join('.')} tab={name} placed={placed} {...panel} />
          ))}
        </Part>
      ))}
    </section>
  );
}

function Part({
  section: { title, folded },
  children,
}: {
  readonly section: FormSection;
  readonly children: ReactNode;
}) {
  if (title === undefined) return <div className="setting-group">{children}</div>;
  if (folded === undefined) {
    return (
      <div className="setting-group">
        <h2>{title}</h2>
        {children}
      </div>
    );
  }
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

const AgentActions = lazy(async () => ({
  default: (await import('./actions/agent-actions.tsx')).AgentActions,
}));
const StepsControl = lazy(async () => ({
  default: (await import('./steps/steps-control.tsx')).StepsControl,
}));
const VoicePicker = lazy(async () => ({ default: (await import('../voices/voice-picker.tsx')).VoicePicker }));

/** What a control of its own gets besides. */
interface OfAgent extends ControlOf {
  readonly error: unknown;
  /** The id of the agent; undefined for a new one. */
  readonly agent: string | undefined;
  readonly language: string;
  /** Changes the value as it is then, which may be later. */
  readonly change: (changed: (before: unknown) => unknown) => void;
}

/** Controls that know more than a schema says. */
const OWN: Readonly<Record<string, (control: OfAgent) => ReactNode>> = {
  'prompt.content': (control) => <PromptControl {...control} />,
  actions: ({ change, ...control }) => <AgentActions {...control} onChange={change} />,
  steps: ({ value, onChange, error }) => <StepsControl {...{ value, onChange, error }} />,
  voice: ({ path, faultsAt, ...control }) => <VoicePicker {...control} faults={faultsAt(path)} />,
};

function Setting({
  tab,
  placed: { path, field },
  values,
  change,
  faultsAt,
  error,
  agent,
}: Pick<PanelOf, 'values' | 'change' | 'faultsAt' | 'error' | 'agent'> & {
  readonly tab: Tab;
  readonly placed: PlacedField;
}) {
  const name = path.join('.');
  const own = OWN[name];
  const put = (changed: (before: unknown) => unknown) =>
    change((before) => withValueAt(before, path, changed(valueAt(before, path))));
  const control: ControlOf = {
    field,
    path,
    faultsAt,
    value: valueAt(values, path),
    onChange: (value) => put(() => value),
  };
  return (
    <div className="setting" data-setting={name} data-tab={tab} tabIndex={-1}>
      {own ? (
        <Suspense fallback={<Loading what={field.label.toLowerCase()} />}>
          {own({ ...control, error, agent, language: String(values.language ?? 'en'), change: put })}
        </Suspense>
      ) : (
        <Control {...control} />
      )}
    </div>
  );
}
