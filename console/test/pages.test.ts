import { afterEach, describe, expect, it, vi } from 'vitest';
import { differencesOf, wordDifference } from '../src/pages/agents/differences.ts';
import { apiFilters, passes, quotationOf, viewsIn } from '../src/pages/calls/filters.ts';
import { merged, patched } from '../src/pages/calls/merge.ts';
import { changeOf, intervalsOf, periodOf } from '../src/pages/overview/summary.ts';
import { isColumnShown } from '../src/parts/table-look.tsx';

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join('');
const rows = (text: string) => [...text].map((id) => ({ id }));

describe('the live list of calls', () => {
  it('puts new calls before those that it has, each once', () => {
    expect(ids(merged(rows('dcb'), rows('cba')))).toBe('dcba');
  });

  it('puts what was read later of a call into its row, and keeps what did not change', () => {
    const pages = ['dc', 'ba'].map((text) => ({
      items: rows(text).map((row) => ({ ...row, status: 'in_progress' })),
    }));
    const [first, second] = patched(pages, [
      { id: 'a', status: 'ended' },
      { id: 'd', status: 'in_progress' },
    ]);

    expect(first).toBe(pages[0]);
    expect(second?.items[0]).toBe(pages[1]?.items[0]);
    expect(second?.items[1]).toEqual({ id: 'a', status: 'ended' });
    expect(patched(pages, [{ id: 'd', status: 'in_progress' }])).toBe(pages);
  });

  it('sends the API’s filters to the API, and ignores unknown ones', () => {
    expect(
      apiFilters({ status: 'ended', direction: 'sideways', after: '2026-01-01T00:00:00Z' }),
    ).toMatchObject({
      status: 'ended',
      direction: undefined,
      created_after: '2026-01-01T00:00:00Z',
    });
  });

  it('begins a range at a midnight of the reader, and leaves the time open without one', () => {
    const noon = new Date(2026, 0, 10, 12).getTime();

    expect(apiFilters({ when: '7' }, noon).created_after).toBe(new Date(2026, 0, 4).toISOString());
    expect(apiFilters({ when: 'yesterday' }, noon)).toMatchObject({
      created_after: new Date(2026, 0, 9).toISOString(),
      created_before: new Date(2026, 0, 10).toISOString(),
    });
    expect(apiFilters({ when: 'ever' }, noon).created_after).toBeUndefined();
    expect(apiFilters({ when: '7', before: '2026-01-02T00:00:00Z' }, noon)).toMatchObject({
      created_after: undefined,
      created_before: '2026-01-02T00:00:00Z',
    });
  });

  it('reads saved views, whatever the browser has kept', () => {
    expect(viewsIn('[{"name":"Failed","search":"?status=error"},{"name":1},null]')).toEqual([
      { name: 'Failed', search: '?status=error' },
    ]);
    expect(viewsIn('{}')).toEqual([]);
    expect(viewsIn('[')).toEqual([]);
  });

  it('filters by text in the browser', () => {
    const call = { transcript: 'HUMAN: The Blue one' };

    expect(passes({ to_number: '+15551230001' }, { text: '(555) 123' })).toBe(true);
    expect(passes({ to_number: '+15551230001' }, { text: '124' })).toBe(false);
    expect(passes(call, { text: ' blue ' })).toBe(true);
    expect(passes(call, { text: 'red' })).toBe(false);
    expect(passes({}, { text: 'a' })).toBe(false);
  });

  it('quotes what a call was found by, unless it is shown anyway', () => {
    const call = { summary: 'They came.', transcript: `HUMAN: The Blue one${'.'.repeat(99)}` };

    expect(quotationOf(call, ' blue ')).toBe(`… Blue one${'.'.repeat(72)} …`);
    expect(quotationOf(call, 'came')).toBeUndefined();
    expect(quotationOf(call, '555')).toBeUndefined();
    expect(quotationOf(call)).toBeUndefined();
  });
});

it.each([
  [{ name: 'Cost', isWide: true }, {}, [true, false]],
  [{ name: 'Cost', isWide: true }, { Cost: true }, [true, true]],
  [{ name: 'Tools', isOptional: true }, {}, [false, false]],
  [{ name: 'Tools', isOptional: true }, { Tools: true }, [true, true]],
  [{ name: 'Agent' }, { Agent: false }, [false, false]],
])('a table shows the column %j of which is chosen %j: %j', (column, chosen, shown) => {
  expect([false, true].map((isNarrow) => isColumnShown(column, chosen, isNarrow))).toEqual(shown);
});

describe('the overview', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const figures = (calls: number) => ({ calls }) as never;

  it.each([
    ['America/New_York', ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']],
    ['Asia/Kolkata', ['2026-03-06T18:30', '2026-03-07T18:30', '2026-03-08T18:30']],
    // The clock goes from midnight to one there.
    ['America/Havana', ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']],
  ])('has the days of %s, also when its clocks change, and those without calls', (zone, expected) => {
    vi.stubEnv('TZ', zone);
    const [from = ''] = expected;
    const groups = [{ time: '2026-03-08', figures: figures(2) }];
    const period = periodOf(`${from}:00Z`, undefined, Date.parse('2026-03-09T17:00:00Z'));

    const days = intervalsOf(period, { groups } as never);

    expect(isoOf(days.map((one) => one.from))).toEqual(expected);
    expect(days.map((one) => one.figures?.calls)).toEqual([undefined, 2, undefined]);
  });

  it.each([
    ['2026-03-03T05:00', '2026-02-24T05:00', '2026-03-02T17:00', 'day'],
    ['2026-03-09T04:00', '2026-03-08T05:00', '2026-03-08T16:00', 'hour'],
  ])('compares the days since %s with those before, to the same time of day', (from, before, until, by) => {
    vi.stubEnv('TZ', 'America/New_York');
    const period = periodOf(`${from}:00Z`, undefined, Date.parse('2026-03-09T16:00:00Z'));

    expect(isoOf([period.before.from, period.before.until])).toEqual([before, until]);
    expect(period.by).toBe(by);
  });

  it('tells a change only where there is something to compare with', () => {
    expect(changeOf(3, 2)).toBe(0.5);
    expect(changeOf(3, 0)).toBeUndefined();
  });
});

const isoOf = (times: readonly number[]) => times.map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('two versions of an agent', () => {
  it('differ in the fields that changed, by their paths', () => {
    const before = { name: 'Ada', prompt: { content: 'a' }, actions: [{ id: 1 }], user_id: 'x' };
    const after = { name: 'Ada', prompt: { content: 'b' }, actions: [], user_id: 'y', speed: 2 };

    expect(differencesOf(before, after)).toEqual([
      { path: 'prompt.content', before: 'a', after: 'b' },
      { path: 'actions.0', before: '{\n  "id": 1\n}', after: '' },
      { path: 'speed', before: '', after: '2' },
    ]);
  });

  it.each([
    ['Be kind and brief.', 'Be kind, and very brief.', 'Be[- kind][+ kind,] and[+ very] brief.'],
    ['a b c', 'a b c', 'a b c'],
    ['', 'new words', '[+new words]'],
    ['one two three', 'three', '[-one two three][+three]'],
    ['a  b\nc', 'a  c', 'a[-  b\nc][+  c]'],
  ])('differ word by word: %j and %j', (before, after, shown) => {
    const pieces = wordDifference(before, after);
    const marks = {
      same: (text: string) => text,
      removed: (t: string) => `[-${t}]`,
      added: (t: string) => `[+${t}]`,
    };

    expect(pieces.map(({ kind, text }) => marks[kind](text)).join('')).toBe(shown);
    expect(textOf(pieces, 'added')).toBe(before);
    expect(textOf(pieces, 'removed')).toBe(after);
  });
});

/** The text of the pieces without one kind. */
const textOf = (pieces: ReturnType<typeof wordDifference>, without: string) =>
  pieces.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
