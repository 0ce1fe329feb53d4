import { fromLocalInput, toLocalInput } from '../../format/date-time.ts';
import { rangeOf, TIME_RANGES, type Time } from '../../format/time-range.ts';
import { type Options, Segmented, Select } from '../controls.tsx';

/** Chooses a time: a range, or one with a beginning and an end of its own. */
export function TimeRange({
  time,
  onChange,
  none,
  control,
}: {
  readonly time: Time;
  /** Gets all of it, also what is not chosen. */
  readonly onChange: (time: Time) => void;
  /** The name of no choice. @default one is always chosen */
  readonly none?: string;
  /** Makes it a control of a filter bar, with these properties. @default a bar of its own */
  readonly control?: object;
}) {
  const { when, after, before } = time;
  const isCustom = (after ?? before) !== undefined;
  const value = isCustom ? 'custom' : (when ?? '');
  const choose = (chosen: string) => {
    const { from = rangeOf({ when: '7' }, Date.now()).from, until } = rangeOf(time, Date.now());
    const own = chosen === 'custom' ? { after: from, before: until } : { when: chosen || undefined };
    onChange({ when: undefined, after: undefined, before: undefined, ...own });
  };
  const options: Options = [...TIME_RANGES, ['custom', 'Custom']];
  const all: Options = none === undefined ? options : [['', none], ...options];
  return (
    <>
      {control ? (
        <Select {...control} options={all} value={value} onChange={choose} />
      ) : (
        <Segmented label="Time" options={all} value={value} onChange={choose} />
      )}
      {isCustom &&
        (['after', 'before'] as const).map((name) => (
          <input
            key={name}
            type="datetime-local"
            aria-label={name === 'after' ? 'From' : 'Until'}
            value={toLocalInput(time[name])}
            onChange={({ target }) => onChange({ ...time, [name]: fromLocalInput(target.value) })}
          />
        ))}
    </>
  );
}
