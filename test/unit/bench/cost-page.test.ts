import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { priceTable, usdOf } from '../../../bench/prices.ts';
import { renderTable } from '../../../bench/table.ts';
import { deliveryCost } from '../../../bench/webhooks/delivery-cost.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'cost.md'), 'utf8');

/** The printed rows of a table. */
const rowsOf = (table: Parameters<typeof renderTable>[0]) =>
  renderTable(table)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

it('the page on cost has the prices of the measurement', () => {
  expect(page).toContain(rowsOf(priceTable()));
});

it('the page on cost has the cost of deliveries at these prices', () => {
  expect(page).toContain(rowsOf(deliveryCost()));
});

it('units are priced by the million', () => {
  expect(usdOf({ restRequests: 1_000_000, lambdaRequests: 500_000 })).toBeCloseTo(3.6);
});
