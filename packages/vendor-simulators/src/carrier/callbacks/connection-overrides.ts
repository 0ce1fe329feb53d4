/** A failure of a request after which the vendor may send it again: an answer's class, no connection, or no answer. */
export type RequestFailure = '4xx' | '5xx' | 'ct' | 'rt';

const FAILURES: readonly RequestFailure[] = ['4xx', '5xx', 'ct', 'rt'];

/** Milliseconds that all attempts of a request may take together. */
const MAX_TOTAL_MS = 15_000;
const MAX_RETRIES = 5;

/** The URL of a webhook as it is requested and signed, and the number of attempts. */
export interface WebhookUrl {
  /** Without the fragment, which is neither sent nor signed. */
  readonly url: string;
  readonly retries: number;
  readonly retryAfter: readonly RequestFailure[];
  readonly totalMs: number;
}

/**
 * Reads the connection overrides in a URL's fragment, such as `#rc=2&rp=5xx,ct,rt`. Without them, the vendor tries once
 * more, and only if it got no connection: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export function readConnectionOverrides(webhook: string): WebhookUrl {
  const [url = '', fragment = ''] = webhook.split('#', 2);
  const overrides = new URLSearchParams(fragment);
  const named = (overrides.get('rp') ?? 'ct').split(',');
  return {
    url,
    retries: numberIn(overrides.get('rc'), { fallback: 1, most: MAX_RETRIES }),
    retryAfter: named.includes('all') ? FAILURES : FAILURES.filter((failure) => named.includes(failure)),
    totalMs: numberIn(overrides.get('tt'), { fallback: MAX_TOTAL_MS, most: MAX_TOTAL_MS }),
  };
}

function numberIn(
  value: string | null,
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number {
  return value !== null && /^\d+$/.test(value) && Number(value) <= most ? Number(value) : fallback;
}
