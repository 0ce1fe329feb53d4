import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { awsIn } from '../../bin/preflight/ask-aws.ts';
import { Peer, type PeerRequest } from '../support/peer.ts';

let requests: PeerRequest[];
let answer: (response: ServerResponse) => unknown;
beforeEach(() => {
  requests = [];
});
const server = new Peer((request, response) => {
  requests.push(request);
  answer(response);
});
afterAll(() => server.close());
const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
const LOCAL = { endpoint: await server.listen(), credentials };
const ask = awsIn('eu-central-1', LOCAL);
const refuse = (status: number, body: string, headers = {}) => {
  answer = (response) => response.writeHead(status, headers).end(body);
};
const askParameter = () => ask(z.object({ a: z.number() }), 'ssm:GetParameter', { Name: 'n' });

describe('asking AWS', () => {
  it('signs requests in the protocol of each service', async () => {
    refuse(200, '{"a":1}');
    expect(await askParameter()).toEqual({ a: 1 });
    await awsIn('us-east-1', LOCAL)(z.unknown(), 'bedrock:GetFoundationModel', '/foundation-models/m%3A0');
    refuse(200, '<Account>1</Account>');
    expect(await ask(z.string(), 'sts:GetCallerIdentity')).toContain('Account');

    expect(requests.map(({ method, target, text }) => [method, target, text])).toEqual([
      ['POST', '/', '{"Name":"n"}'],
      ['GET', '/foundation-models/m%3A0', ''],
      ['POST', '/', 'Action=GetCallerIdentity&Version=2011-06-15'],
    ]);
    expect(requests[0]?.headers['x-amz-target']).toBe('AmazonSSM.GetParameter');
    const scopes = requests.map(
      ({ headers }) => /operator\/\d+\/(\S+)\/aws4/.exec(headers.authorization ?? '')?.[1],
    );
    expect(scopes).toEqual(['eu-central-1/ssm', 'us-east-1/bedrock', 'eu-central-1/sts']);
  });

  it.each([
    [400, '{"__type":"com.amazon#AccessDeniedException","Message":"not\\n yours"}', 'lack ssm:GetParameter'],
    [
      403,
      '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
      'lack',
    ],
    [400, '{"__type":"ThrottlingException","message":"Rate exceeded"}', 'repeat the command'],
    [403, '{"__type":"UnrecognizedClientException"}', 'wrong or expired'],
    [500, 'oops', 'HTTP 500'],
    [200, '{"a":"one"}', 'UnexpectedAnswer'],
    [200, 'no JSON', 'UnexpectedAnswer'],
  ])('tells in one line what is wrong: %i %s', async (status, body, text) => {
    refuse(status, body);

    const reason = await askParameter().catch(({ message }: Error) => message);

    expect(reason).toContain(text);
    expect(reason).not.toContain('\n');
  });

  it('reads the exception in a header, and tells a service that cannot be reached', async () => {
    refuse(403, '{"message":"no"}', { 'x-amzn-errortype': 'AccessDeniedException:http://aws/' });
    await expect(askParameter()).rejects.toThrow('the credentials lack ssm:GetParameter');

    answer = (response) => response.destroy();
    await expect(askParameter()).rejects.toThrow(/^no answer to ssm:GetParameter of 127.0.0.1:\d+: /);
  });
});
