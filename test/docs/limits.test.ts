import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QUOTA_DEFAULTS } from '../../lambdas/usage/model/quotas.ts';
import { NOUN_SETTINGS, placesOf } from '../../lib/config/noun-settings.ts';
import production from '../support/environments/production.ts';

const text = readFileSync('docs/limits.md', 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('| '));

/** The row whose last cell, how to raise the limit, has the name of a setting or of its group. */
const rowOf = (path: readonly string[]) =>
  rows.find((row) =>
    path.some((_, index) =>
      row
        .split('|')
        .at(-2)
        ?.includes(`\`${path.slice(0, index + 1).join('.')}\``),
    ),
  );

const numbersIn = (row: string) => row.match(/\d[\d,]*/g)?.map((number) => number.replaceAll(',', ''));

const limits = placesOf(NOUN_SETTINGS).flatMap(([setting, path]) => {
  const row = rowOf(path);
  return row && typeof setting.default === 'number' ? [{ name: path.join('.'), row, setting }] : [];
});

describe('docs/limits.md', () => {
  it('names the settings of most limits', () => {
    expect(limits.length).toBeGreaterThan(15);
  });

  it.each(limits)('has the default of $name', ({ row, setting }) => {
    expect(numbersIn(row)).toContain(String(setting.default));
  });

  it.each(limits.filter(({ row }) => row.includes(', up to ')))('has the most of $name', ({
    row,
    setting,
  }) => {
    expect(row).toContain(`, up to ${setting.most?.toLocaleString('en-US')} |`);
  });

  it('has the attempts of a delivery', () => {
    const { retrySeconds } = production.webhooks;
    const hours = retrySeconds.reduce((sum, wait) => sum + wait, 0) / 3600;

    expect(rowOf(['webhooks.retrySeconds'])).toContain(
      `| ${retrySeconds.length + 1} within about ${Math.round(hours)} hours |`,
    );
  });

  it.each(Object.entries(QUOTA_DEFAULTS))('has the default of the quota %s', (name, usual) => {
    const row = rows.find((each) => each.split('|')[1]?.includes(`\`${name}\``)) ?? '';
    const inProduction = production.quotas[name as keyof typeof QUOTA_DEFAULTS];
    const staging = inProduction === usual ? '' : ` (staging: ${usual.toLocaleString('en-US')})`;

    expect(row).toMatch(new RegExp(`\\| ${inProduction?.toLocaleString('en-US')}( each| a day)?`));
    expect(row).toContain(staging);
  });
});
