import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { synthesizedEnvironments } from '../../support/run/templates.ts';

const fault = z.strictObject({
  loc: z.array(z.string()),
  msg: z.string().min(1),
  type: z.string().regex(/^[a-z_]+$/),
});
const errorBody = z.strictObject({ detail: z.tuple([fault]) });

const { stacks } = (await synthesizedEnvironments()).Production;
const responses = stacks.Api.ofType('AWS::ApiGateway::GatewayResponse').map(({ Properties }) => Properties);

describe('an answer of API Gateway itself', () => {
  it.each(responses)('has the body of the API’s errors: $ResponseType', ({ ResponseTemplates }) => {
    // As API Gateway fills it: its message includes quotes, and there is no other variable of the body.
    const body = ResponseTemplates['application/json'].replaceAll(
      '$context.error.messageString',
      '"Said \\"by\\" API Gateway."',
    );

    expect(errorBody.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  it('has the request’s id, with 401 the authentication scheme, and with 429 the time of the next try', () => {
    for (const { StatusCode, ResponseParameters } of responses)
      expect(ResponseParameters).toEqual({
        'gatewayresponse.header.x-request-id': 'context.requestId',
        ...(StatusCode === '401' && { 'gatewayresponse.header.www-authenticate': "'Bearer'" }),
        ...(StatusCode === '429' && { 'gatewayresponse.header.retry-after': "'1'" }),
      });
  });
});
