import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountService } from '../../src/aws/account/account-service.ts';
import type { Caller } from '../../src/aws/protocol/caller.ts';
import { readPolicy } from '../../src/iam/read-policy.ts';

const statements = readPolicy(
  {
    Statement: [
      {
        Effect: 'Allow',
        Action: 'ssm:GetParameter',
        Resource: 'arn:aws:ssm:us-east-1:123456789012:parameter/cdk-bootstrap/*',
      },
    ],
  },
  'the policy of the test',
);
const caller: Caller = {
  ...{ kind: 'function', functionName: 'ask', roleArn: 'arn:aws:iam::123456789012:role/ask' },
  statements,
};
const reported: string[] = [];
const service = createAccountService({
  resources: [],
  callerOf: () => caller,
  report: (line) => reported.push(line),
});
const server = createServer((message, response) => {
  if (!service(message, response)) response.writeHead(418).end();
});
let url = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function ask(name: string, path: string, request: RequestInit = {}) {
  const authorization = `Credential=key/20260101/us-east-1/${name}/aws4_request`;
  const response = await fetch(url + path, { ...request, headers: { ...request.headers, authorization } });
  const code = response.headers.get('x-amzn-errortype');
  return { status: response.status, code, text: await response.text() };
}
const parameter = (Name: string) =>
  ask('ssm', '/', {
    ...{ method: 'POST', body: JSON.stringify({ Name }) },
    headers: { 'x-amz-target': 'AmazonSSM.GetParameter' },
  });

const denied = { status: 403, code: 'AccessDeniedException' };

describe('the settings of the local account', () => {
  it('are told to a role that may ask, and to no other', async () => {
    const { text } = await parameter('/cdk-bootstrap/hnb659fds/version');

    expect(JSON.parse(text).Parameter.Value).toBe('30');
    expect(await parameter('/other')).toMatchObject(denied);
    expect(await ask('lambda', '/2016-08-19/account-settings/')).toMatchObject(denied);
    expect(reported[1]).toMatch(/^Denied: User: .* is not authorized to perform: lambda:GetAccountSettings/);
  });

  it('are refused in XML where AWS answers in XML', async () => {
    const body = new URLSearchParams({ Action: 'DescribeStacks', StackName: 'Data' });

    const { status, text } = await ask('cloudformation', '/', { method: 'POST', body });

    expect(status).toBe(403);
    expect(text).toMatch(/^<ErrorResponse>.*<Code>AccessDeniedException<\/Code>/);
  });

  it('leave requests to other services alone', async () => {
    expect(await ask('dynamodb', '/')).toMatchObject({ status: 418 });
  });
});
