import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from '../platform/header.ts';
import type { ExpectedRevisions } from '../records/store/revisions.ts';

/** The revisions that a request expects, by RFC 9110. Undefined if it expects none. */
export function ifMatchOf({ headers }: APIGatewayProxyEvent): ExpectedRevisions | undefined {
  const given = header(headers, 'if-match');
  // A proxy that compresses answers makes their tags weak.
  return given?.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}
