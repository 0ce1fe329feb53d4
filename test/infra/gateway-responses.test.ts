import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { MockIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addGatewayResponses } from '../../lib/constructs/api/gateway-responses.ts';

const errorBody = z.strictObject({
  detail: z.tuple([
    z.strictObject({ loc: z.array(z.string()), msg: z.string().min(1), type: z.string().regex(/^[a-z_]+$/) }),
  ]),
});

const gatewayResponse = z.object({
  Properties: z.object({
    ResponseType: z.string(),
    StatusCode: z.string().optional(),
    ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
    ResponseParameters: z.record(z.string(), z.string()),
  }),
});

const responses = synthesizeResponses();

describe('an answer of API Gateway itself', () => {
  it.each([
    ['UNAUTHORIZED', '401', 'unauthorized'],
    ['ACCESS_DENIED', '403', 'missing_scope'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'],
    ['RESOURCE_NOT_FOUND', '404', 'not_found'],
    ['INVALID_SIGNATURE', '404', 'not_found'],
    ['REQUEST_TOO_LARGE', '413', 'body_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', '415', 'unsupported_media_type'],
    ['THROTTLED', '429', 'too_many_requests'],
    ['WAF_FILTERED', '403', 'forbidden'],
    ['BAD_REQUEST_BODY', '422', 'invalid_value'],
    ['BAD_REQUEST_PARAMETERS', '422', 'invalid_value'],
    ['INTEGRATION_FAILURE', '502', 'internal_error'],
    ['INTEGRATION_TIMEOUT', '504', 'timeout'],
    ['AUTHORIZER_FAILURE', '500', 'internal_error'],
    ['AUTHORIZER_CONFIGURATION_ERROR', '500', 'internal_error'],
    ['DEFAULT_4XX', undefined, 'bad_request'],
    ['DEFAULT_5XX', '500', 'internal_error'],
  ])('answers %s with the status %s and a fault of type %s', (type, status, fault) => {
    const response = responses.find(({ ResponseType }) => ResponseType === type);

    const body = errorBody.parse(JSON.parse(fill(response!.ResponseTemplates['application/json'])));

    expect(response?.StatusCode).toBe(status);
    expect(body.detail[0].type).toBe(fault);
  });

  it('has the request’s id, with 401 the authentication scheme, and with 429 the time of the next try', () => {
    const expected = { 'gatewayresponse.header.x-request-id': 'context.requestId' };

    for (const { StatusCode, ResponseParameters } of responses) {
      expect(ResponseParameters).toEqual({
        ...expected,
        ...(StatusCode === '401' && { 'gatewayresponse.header.www-authenticate': "'Bearer'" }),
        ...(StatusCode === '429' && { 'gatewayresponse.header.retry-after': "'1'" }),
      });
    }
  });
});

/** Fills a template like API Gateway: its message includes quotes, and there is no other variable. */
const fill = (template: string) =>
  template.replaceAll('$context.error.messageString', '"Said \\"by\\" API Gateway."');

function synthesizeResponses() {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Stack');
  const api = new RestApi(stack, 'Api', { cloudWatchRole: false });
  api.root.addMethod('GET', new MockIntegration());
  addGatewayResponses(api);
  const found = Template.fromStack(stack).findResources('AWS::ApiGateway::GatewayResponse');
  return Object.values(found).map((resource) => gatewayResponse.parse(resource).Properties);
}
