import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from '../platform/header.ts';
import type { ExpectedRevisions } from '../records/store/revisions.ts';

/** The revisions that a request expects, by RFC 9110. Undefined if it expects none, or any (`*`). */
export function ifMatchOf({ headers }: APIGatewayProxyEvent): ExpectedRevisions | undefined {
  const tags = header(headers, 'if-match')
    ?.split(',')
    .map((tag) => tag.trim());
  // A proxy that compresses answers makes their tags weak.
  return tags?.includes('*') ? undefined : tags?.map((tag) => tag.replace(/^(?:W\/)?"(.*)"$/, '$1'));
}
