import { expect, it } from 'vitest';
import { createAccountService } from '../../src/aws/account/account-service.ts';
import { serveService } from '../support/serve-service.ts';

it('the settings of the local account are told to no function, in XML where AWS answers in XML', async () => {
  const { url } = await serveService(createAccountService([]), []);
  const headers = { authorization: 'Credential=key/20260101/us-east-1/cloudformation/aws4_request' };
  const body = new URLSearchParams({ Action: 'DescribeStacks', StackName: 'Data' });

  const answer = await fetch(url, { method: 'POST', body, headers });

  expect(answer.status).toBe(403);
  expect(await answer.text()).toMatch(/^<ErrorResponse>.*<Code>AccessDeniedException<\/Code>/);
});
