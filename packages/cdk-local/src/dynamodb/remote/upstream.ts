import type { Answer } from '../store/answer.ts';

/** Sends one operation to a DynamoDB endpoint. */
export type Send = (operation: string, input: unknown) => Promise<Answer>;

/** A client of a local DynamoDB endpoint, which requires a signature without verifying it. */
export function createUpstream(url: string, region: string): Send {
  return async (operation, input) => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const credential = `local/${date.slice(0, 8)}/${region}/dynamodb/aws4_request`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'x-amz-date': date,
        authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=0`,
      },
      body: JSON.stringify(input),
    }).catch((error: unknown) => {
      throw new Error(`The DynamoDB endpoint ${url} does not answer.`, { cause: error });
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
}
