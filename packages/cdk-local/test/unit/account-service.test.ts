import { describe, expect, it } from 'vitest';
import { createAccountService } from '../../src/aws/account/account-service.ts';
import { serveService } from '../support/serve-service.ts';

const MAY_READ_BOOTSTRAP = {
  Effect: 'Allow',
  Action: 'ssm:GetParameter',
  Resource: 'arn:aws:ssm:us-east-1:123456789012:parameter/cdk-bootstrap/*',
};

async function prepare() {
  const { url, reported } = await serveService(createAccountService([]), [MAY_READ_BOOTSTRAP]);
  const ask = async (name: string, path: string, request: RequestInit = {}) => {
    const authorization = `Credential=key/20260101/us-east-1/${name}/aws4_request`;
    const response = await fetch(url + path, { ...request, headers: { ...request.headers, authorization } });
    const code = response.headers.get('x-amzn-errortype');
    return { status: response.status, code, text: await response.text() };
  };
  return { ask, reported };
}

const denied = { status: 403, code: 'AccessDeniedException' };

describe('the settings of the local account', () => {
  it('are told to a role that may ask, and to no other', async () => {
    const { ask, reported } = await prepare();
    const headers = { 'x-amz-target': 'AmazonSSM.GetParameter' };
    const parameter = (Name: string) =>
      ask('ssm', '/', { method: 'POST', body: JSON.stringify({ Name }), headers });

    const { text } = await parameter('/cdk-bootstrap/hnb659fds/version');

    expect(JSON.parse(text).Parameter.Value).toBe('30');
    expect(await parameter('/other')).toMatchObject(denied);
    expect(await ask('lambda', '/2016-08-19/account-settings/')).toMatchObject(denied);
    expect(reported[1]).toMatch(/^Denied: User: .* is not authorized to perform: lambda:GetAccountSettings/);
  });

  it('are refused in XML where AWS answers in XML', async () => {
    const { ask } = await prepare();
    const body = new URLSearchParams({ Action: 'DescribeStacks', StackName: 'Data' });

    const { status, text } = await ask('cloudformation', '/', { method: 'POST', body });

    expect(status).toBe(403);
    expect(text).toMatch(/^<ErrorResponse>.*<Code>AccessDeniedException<\/Code>/);
  });

  it('leave requests to other services alone', async () => {
    const { ask } = await prepare();

    expect(await ask('dynamodb', '/')).toMatchObject({ status: 418 });
  });
});
