import { describe, expect, it } from 'vitest';
import { METRICS } from '../../../lambdas/platform/metrics/catalogue.ts';
import { countRequest } from '../../../lambdas/vendors/telephony/client.ts';
import {
  VendorRefusal,
  VendorResponseLost,
  VendorUnreachable,
} from '../../../lambdas/vendors/telephony/vendor-errors.ts';
import { writtenMetrics } from '../../support/written-metrics.ts';

const written = writtenMetrics();

const refusal = (status: number, code?: number) => new VendorRefusal(status, { ...(code && { code }) });

const CASES = [
  ['ok', undefined],
  ['throttled', refusal(429, 20429)],
  ['not_authorized', refusal(401, 20003)],
  ['not_authorized', refusal(403)],
  ['not_found', refusal(404, 20404)],
  ['number_refused', refusal(400, 21211)],
  ['otherwise_refused', refusal(400, 21205)],
  ['unreachable', new VendorUnreachable('no connection')],
  ['answer_lost', new VendorResponseLost('no answer')],
] as const;

describe('a request to the telephony vendor', () => {
  it.each(CASES)('counts as %s: %s', async (Outcome, error) => {
    const request = () => (error ? Promise.reject(error) : Promise.resolve('answer'));

    await countRequest(request).catch(() => undefined);

    expect(written('TelephonyRequests')).toEqual([{ Outcome }]);
    expect(written('TelephonyFailed')).toEqual([{}]);
  });

  it('has every outcome of the catalogue', () => {
    expect(new Set(CASES.map(([outcome]) => outcome))).toEqual(
      new Set(METRICS.TelephonyRequests.dimensions.Outcome),
    );
  });

  it('counts as nothing if the service itself failed', async () => {
    const own = countRequest(() => Promise.reject(new TypeError('a fault of ours')));

    await expect(own).rejects.toThrow('a fault of ours');
    expect(written('TelephonyRequests')).toEqual([]);
  });
});
