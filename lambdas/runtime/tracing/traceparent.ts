/** A span of another system. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
}

/** Version 00, and later ones, which may have more fields: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT =
  /^(?!ff)(?:00|[0-9a-f]{2}(?=.{53}(?:-|$)))-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:$|-)/;

/** Longest header that is read, in characters: version 00 has 55. */
const MAX_LENGTH = 128;

/** The span that a `traceparent` header names. Returns undefined if the header is invalid. */
export function parseTraceparent(text: string | undefined): RemoteSpan | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  const [, traceId, spanId] = TRACEPARENT.exec(text) ?? [];
  const isLongerThanItsVersion = text.startsWith('00-') && text.length !== 55;
  return traceId && spanId && !isLongerThanItsVersion ? { traceId, spanId } : undefined;
}

/** The `traceparent` header of a span that is recorded and whose trace id is random. */
export const traceparentOf = ({ traceId, spanId }: RemoteSpan): string => `00-${traceId}-${spanId}-03`;
