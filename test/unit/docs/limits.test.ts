import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { production } from '../../../lib/config/production.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'limits.md'), 'utf8');

/** The row of a table that begins with this text. */
const rowOf = (limit: string) => page.split('\n').find((line) => line.startsWith(`| ${limit}`)) ?? '';

/** Numbers as the page writes them. */
const written = (value: number) => value.toLocaleString('en-US');

const { calls, quotas, requestLimit, telephony, throttle, webAcl, webhooks } = production;
const { requestsPerUser } = webhooks;

describe('the page on limits', () => {
  it.each(Object.entries(quotas))('has the default of the quota %s', (name, value) => {
    const row = page.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${name}\``));

    expect(row?.split('|')[2]).toContain(value === null ? 'none' : written(value));
  });

  it.each([
    ['Requests of one user', [requestLimit.rate, requestLimit.burst]],
    ['Requests of the whole API', [throttle.rate]],
    ['Requests from one address', [webAcl?.apiPerAddress ?? 0, webAcl?.apiPerToken ?? 0]],
    ['Open calls of a user', [calls.concurrentPerUser]],
    ['Calls dialled a second', [calls.perSecondPerAccount]],
    ['Further analyses that one user asks for', [calls.analysesPerMinute]],
    ['Rehearsals of a user', [calls.rehearsalsPerUser.perHour, calls.rehearsalsPerUser.turnsAtOnce]],
    ['How long a call lasts', [telephony.maxCallSeconds]],
    ['How long the callee’s phone rings', [telephony.ringSeconds]],
    ['Silence', [calls.maxSilenceSeconds, calls.maxMenuSilenceSeconds]],
    ['Attempts at a delivery', [webhooks.retrySeconds.length + 1]],
    ['Hours of nothing but failures', [webhooks.disableAfterHours]],
    ['`webhooks/test` of one user', [requestsPerUser.testsPerMinute]],
    ['`webhooks/deliveries/retry` of one user', [requestsPerUser.retriesPerMinute]],
    ['`webhooks/replay` of one user', [requestsPerUser.replaysAtOnce]],
  ])('has the default of “%s”', (limit, values) => {
    const defaults = rowOf(limit).split('|')[2];

    for (const value of values)
      expect(defaults).toMatch(new RegExp(`(?<![\\d,])${written(value)}(?![\\d,])`));
  });
});
