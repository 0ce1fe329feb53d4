import type { DimensionsOf } from '../../platform/metrics/catalogue.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { VendorRefusal, VendorResponseLost, VendorUnreachable } from './vendor-errors.ts';

type Outcome = DimensionsOf<'TelephonyRequests'>['Outcome'];

/** Outcomes caused by the vendor or the network, not by the request. */
const FAILURES: ReadonlySet<Outcome> = new Set(['throttled', 'unreachable', 'answer_lost']);

/** Codes about a number that is invalid, blocked or not permitted: https://www.twilio.com/docs/api/errors */
const ABOUT_NUMBER: ReadonlySet<number | undefined> = new Set([
  13224, 13227, 21202, 21210, 21211, 21212, 21214, 21215, 21216, 21217, 21219, 21408, 21601, 21606, 21610,
  21612, 21614, 21659, 21661,
]);

export async function countRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await request();
    count('ok');
    return answer;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function count(outcome: Outcome | undefined): void {
  if (outcome === undefined) return;
  emitMetrics({ TelephonyRequests: 1 }, { Outcome: outcome });
  emitMetrics({ TelephonyFailed: FAILURES.has(outcome) ? 1 : 0 });
}

/** The class of a failure; undefined if the service itself caused it. */
function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof VendorUnreachable) return 'unreachable';
  if (error instanceof VendorResponseLost) return 'answer_lost';
  if (!(error instanceof VendorRefusal)) return undefined;
  if (ABOUT_NUMBER.has(error.code)) return 'number_refused';
  const classes: Readonly<Record<number, Outcome>> = {
    401: 'not_authorized',
    403: 'not_authorized',
    404: 'not_found',
    429: 'throttled',
  };
  return classes[error.status] ?? 'otherwise_refused';
}
