import { stripVTControlCharacters } from 'node:util';
import { structuredPatch } from 'diff';
import { yamlOf } from '../samples/yaml-file.ts';
import { isFields } from './api-document.ts';
import type { Outcome } from './apply.ts';
import { writesOf } from './order.ts';
import type { FieldChange, Plan, PlannedRecord } from './plan.ts';

interface PlanLine {
  readonly text: string;
  readonly is: 'heading' | 'added' | 'removed' | 'context' | 'warning';
}

const VERBS = { create: 'Create', update: 'Change', delete: 'Delete' } as const;

/** The plan for people: what would be written, what was changed elsewhere, and what is wrong. */
export function planLines(plan: Plan): readonly PlanLine[] {
  const records = plan.records.flatMap(recordLines);
  const warnings = [...plan.issues, ...plan.notes].map((text) => warning(clean(text)));
  return [...records, ...warnings, heading(summaryOf(plan))];
}

/** Only what was changed elsewhere. */
export const driftLines = ({ records }: Plan): readonly PlanLine[] =>
  records.flatMap(({ name, drift, conflicts }) => elsewhereLines(name, drift, conflicts));

function recordLines(record: PlannedRecord): PlanLine[] {
  const { name, action, changes, drift, conflicts, publishes, renamedFrom } = record;
  const former = renamedFrom === undefined ? '' : ` (renamed from ${renamedFrom})`;
  return [
    ...(action === 'none' ? [] : [heading(`${VERBS[action]} ${name}${former}`)]),
    ...(action === 'create' || action === 'update' ? changes.flatMap(changeLines) : []),
    ...(publishes ? [heading(`Publish ${name}`)] : []),
    ...elsewhereLines(name, drift, conflicts),
  ];
}

const heading = (text: string): PlanLine => ({ text, is: 'heading' });
const warning = (text: string): PlanLine => ({ text, is: 'warning' });

const elsewhereLines = (
  name: string,
  drift: readonly FieldChange[],
  conflicts: readonly FieldChange[],
): PlanLine[] => [
  ...titled(`${name} was changed elsewhere since the last pull (- there, + in the file). It stays.`, drift),
  ...titled(
    `${name} was changed in the file and elsewhere (- there, + in the file). Choose with --take mine or --take theirs.`,
    conflicts,
  ),
];

const titled = (title: string, changes: readonly FieldChange[]): PlanLine[] =>
  changes.length === 0 ? [] : [warning(title), ...changes.flatMap(changeLines)];

const SIGNS: Readonly<Record<string, PlanLine['is']>> = { '+': 'added', '-': 'removed' };

/** Lines around a change. */
const CONTEXT = 2;

/** The differences of a field, line by line. */
export function changeLines({ field, before, after }: FieldChange): PlanLine[] {
  const texts = [before, after].map(promptText);
  const isText = field === 'prompt' && texts.every((text) => text !== undefined);
  const [from = '', to = ''] = isText ? texts : [before, after].map((value) => textOf(field, value));
  const { hunks } = structuredPatch('', '', from, to, '', '', { context: CONTEXT });
  const indent = isText ? '  ' : '';
  const lines = hunks.flatMap(({ lines: changed }, index): PlanLine[] => [
    ...(index > 0 ? [context('    …')] : []),
    ...changed
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({
        text: clean(`  ${line.slice(0, 1)} ${indent}${line.slice(1)}`.trimEnd()),
        is: SIGNS[line.slice(0, 1)] ?? 'context',
      })),
  ]);
  return isText ? [context('    prompt:'), ...lines] : lines;
}

const context = (text: string): PlanLine => ({ text, is: 'context' });

/** The text of a prompt that has nothing else; undefined if it has. */
const promptText = (value: unknown): string | undefined => {
  if (value === undefined) return '';
  const content = isFields(value) && Object.keys(value).join() === 'content' ? value.content : value;
  return typeof content === 'string' ? `${content}\n` : undefined;
};

const textOf = (field: string, value: unknown): string =>
  value === undefined ? '' : yamlOf({ [field]: value });

/** Words of agents can't control the terminal. */
const clean = (text: string): string => stripVTControlCharacters(text).replace(/[^\P{Cc}\t]/gu, '');

function summaryOf(plan: Plan): string {
  const writes = writesOf(plan);
  const count = (does: string) =>
    new Set(writes.filter((write) => write.does === does).map(({ record }) => record.name)).size;
  const changed = plan.records.filter(({ action }) => action === 'update').length;
  const drifted = plan.records.filter(({ drift, conflicts }) => drift.length + conflicts.length > 0).length;
  if (writes.length === 0 && drifted === 0 && plan.issues.length === 0) return 'No changes.';
  const counts = `${count('create')} to create, ${changed} to change, ${count('publish')} to publish, ${count('delete')} to delete`;
  const elsewhere = drifted > 0 ? `; ${drifted} changed elsewhere` : '';
  return `${counts}${elsewhere}${plan.issues.length > 0 ? `; ${plan.issues.length} to correct first` : ''}.`;
}

const DONE = { create: 'Created', update: 'Changed', publish: 'Published', delete: 'Deleted' } as const;

/** What became of a write, for people. */
export const outcomeLine = ({ write: { does, record }, result, reason = '' }: Outcome): string => {
  if (result === 'done') return `${DONE[does]} ${record.name}`;
  return clean(`${result === 'failed' ? 'Failed' : 'Not done'}: ${does} ${record.name}: ${reason}`);
};

export const outcomeJson = ({ write: { does, record }, result, reason }: Outcome) => ({
  ...{ name: record.name, does, result, reason: reason ?? null },
});

export const planJson = ({ records, issues, notes }: Plan) => ({
  records: records
    .filter((one) => one.action !== 'none' || one.publishes || one.drift.length + one.conflicts.length > 0)
    .map(({ name, action, changes, drift, conflicts, publishes, renamedFrom, remote }) => ({
      ...{ name, id: remote?.id ?? null, action, publishes, renamed_from: renamedFrom ?? null },
      ...{ changes, drift, conflicts },
    })),
  issues,
  notes,
});
