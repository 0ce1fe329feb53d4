import { useState } from 'react';
import { AreaField, Segmented } from '../../../parts/controls.tsx';

/** When an action is taken: as the language model decides, or on phrases and keys. */
export function TriggerControl({
  trigger,
  onChange,
  faults,
}: {
  readonly trigger: unknown;
  readonly onChange: (trigger: unknown) => void;
  readonly faults: readonly string[];
}) {
  const [lines, setLines] = useState(() => linesOf(trigger));
  const put = (next: typeof lines) => {
    setLines(next);
    onChange(triggerOf(next));
  };
  return (
    <div className="stack">
      <div className="row">
        <span aria-hidden="true">When</span>
        <Segmented
          label="When"
          options={[
            ['model', 'The agent decides'],
            ['lines', 'On a phrase or keys'],
          ]}
          value={lines ? 'lines' : 'model'}
          onChange={(chosen) => put(chosen === 'lines' ? { phrases: '', keys: '' } : undefined)}
        />
      </div>
      {lines && (
        <div>
          <AreaField
            label="Phrases, one per line"
            help="After the contact has heard the agent say one of them."
            faults={faults}
            rows={2}
            value={lines.phrases}
            onChange={(text) => put({ ...lines, phrases: text })}
          />
          <AreaField
            label="Keys, one entry per line"
            help="After the contact presses them, such as 0 or *9."
            rows={2}
            className="code"
            value={lines.keys}
            onChange={(text) => put({ ...lines, keys: text })}
          />
        </div>
      )}
    </div>
  );
}

/** What a phrase of a trigger is compared with: the agent's words, or the contact's keys. */
const CONDITIONS = {
  phrases: 'phrase_condition_type_contains',
  keys: 'phrase_condition_type_keys',
} as const;

/** The phrases and keys that take an action, one a line. Undefined: the language model decides. */
type TriggerLines = Readonly<Record<keyof typeof CONDITIONS, string>> | undefined;

/** The lines of a trigger of the API. */
export function linesOf(trigger: unknown): TriggerLines {
  const phrases: unknown = Reflect.get(Object(Reflect.get(Object(trigger), 'config')), 'phrase_triggers');
  if (!Array.isArray(phrases)) return undefined;
  const of = (condition: string) =>
    phrases
      .filter(({ conditions }) => conditions?.[0] === condition)
      .map(({ phrase }) => String(phrase))
      .join('\n');
  return { phrases: of(CONDITIONS.phrases), keys: of(CONDITIONS.keys) };
}

/** The trigger of the API for these lines. */
export function triggerOf(lines: TriggerLines) {
  if (!lines) return { type: 'action_trigger_function_call', config: {} };
  const of = (name: keyof typeof CONDITIONS) =>
    lines[name]
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((phrase) => ({ phrase, conditions: [CONDITIONS[name]] }));
  return {
    type: 'action_trigger_phrase_based',
    config: { phrase_triggers: [...of('phrases'), ...of('keys')] },
  };
}
