import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestResponse } from './integrate.ts';
import type { RestRequest } from './rest-request.ts';
import { substitute } from './variables.ts';

/** Writes down that a request was answered. */
export type LogAccess = (request: RestRequest, response: RestResponse, latencyMs: number) => void;

/**
 * Writes a line for each request of a stage that has a format for it, into `<name of the API>.access.log`:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html. A variable
 * without a value is empty here, and `-` on AWS.
 */
export function createAccessLogs(directory: string | undefined): LogAccess {
  return ({ api, context, headersByName }, { status, body, integrationError }, latencyMs) => {
    const { accessLogFormat: format, variables } = api.stage;
    if (directory === undefined || format === undefined) return;
    const known = {
      status,
      responseLatency: latencyMs,
      responseLength: Buffer.byteLength(body),
      integrationErrorMessage: insideQuotes(integrationError ?? ''),
    };
    const line = substitute(format, {
      context: { ...context, ...known },
      stageVariables: variables ?? {},
      requestHeaders: headersByName,
    });
    appendFileSync(join(directory, `${api.label}.access.log`), `${line}\n`);
  };
}

/** A text as it stands between the quotes of JSON: formats quote variables, and a message may have quotes and lines. */
const insideQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
