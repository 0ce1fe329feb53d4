import { useState } from 'react';
import { AreaField } from '../../../parts/controls/input-field.tsx';
import { Segmented } from '../../../parts/controls/segmented.tsx';
import { linesOf, triggerOf } from './trigger.ts';

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
            label="Phrases, one a line"
            help="Once the contact has heard the agent say one of them."
            faults={faults}
            rows={2}
            value={lines.phrases}
            onChange={(text) => put({ ...lines, phrases: text })}
          />
          <AreaField
            label="Keys, one entry a line"
            help="Once the contact has pressed them, such as 0 or *9."
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
