import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { percentile } from '../statistics.ts';
import { ruleFrom, textAt } from '../svg/svg.ts';
import type { Box } from './draw-graph.ts';

/** A line of the API's access log, with the fields that the dashboard's query reads. */
const logged = z.object({
  httpMethod: z.string(),
  resourcePath: z.string().min(1),
  status: z.coerce.number(),
  responseLatency: z.coerce.number(),
});

/** What the query tells of an operation. */
export interface OperationRow {
  readonly operation: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

/** Does on an access log what the dashboard's query does: counts by operation, with the failing and slow ones first. */
export function operationsIn(accessLog: string): readonly OperationRow[] {
  const byOperation = new Map<string, z.infer<typeof logged>[]>();
  for (const text of readFileSync(accessLog, 'utf8').split('\n').filter(Boolean)) {
    const line = logged.parse(JSON.parse(text));
    const operation = `${line.httpMethod} ${line.resourcePath}`;
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), line]);
  }
  return [...byOperation]
    .map(([operation, lines]) => {
      const latencies = lines.map(({ responseLatency }) => responseLatency);
      return {
        operation,
        requests: lines.length,
        refused: lines.filter(({ status }) => status >= 400 && status < 500).length,
        failed: lines.filter(({ status }) => status >= 500).length,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
      };
    })
    .sort((one, other) => other.failed - one.failed || other.p99 - one.p99);
}

const COLUMNS = ['operation', 'requests', 'refused', 'failed', 'p50', 'p99'] as const;
const ROW = 20;
const HEAD = 52;
/** The share of the width that the operation's name takes. */
const NAME = 0.4;

/** Draws as many rows as fit. */
export function drawTable(title: string, rows: readonly OperationRow[], box: Box): readonly string[] {
  const fitting = Math.floor((box.height - HEAD) / ROW);
  const atColumn = (column: number) =>
    column === 0 ? box.x + 10 : box.x + box.width * (NAME + ((1 - NAME) * column) / COLUMNS.length);
  const cell = (column: number, y: number, text: string, attributes = '') =>
    textAt([atColumn(column), y], text, `${column === 0 ? '' : 'text-anchor="end" '}${attributes}`);
  return [
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#fff" stroke="#ccc"/>`,
    textAt([box.x + 10, box.y + 20], title, 'font-size="13" font-weight="bold"'),
    ...COLUMNS.map((name, column) => cell(column, box.y + 42, name, 'fill="#555"')),
    ruleFrom([box.x + 10, box.y + 47], [box.x + box.width - 10, box.y + 47], 'stroke="#ddd"'),
    ...rows.slice(0, fitting).flatMap((row, index) => {
      const y = box.y + HEAD + (index + 0.7) * ROW;
      return COLUMNS.map((name, column) => cell(column, y, String(row[name])));
    }),
  ];
}
