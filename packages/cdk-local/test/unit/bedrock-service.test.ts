import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createBedrockService } from '../../src/aws/bedrock/bedrock-service.ts';
import { listen, serveService } from '../support/serve-service.ts';

const PROFILE = 'arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-lite-v1:0';
const ACTION = 'bedrock:InvokeModelWithResponseStream';

/** What a function may ask: a profile with its model behind it, and a model. */
const STATEMENTS = [
  {
    Effect: 'Allow',
    Action: ACTION,
    Resource: [PROFILE, 'arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-micro-v1:0'],
  },
  {
    Effect: 'Allow',
    Action: ACTION,
    Resource: 'arn:aws:bedrock:*::foundation-model/amazon.nova-lite-v1:0',
    Condition: { StringEquals: { 'bedrock:InferenceProfileArn': PROFILE } },
  },
];

/** Starts the service before a server with models. Returns how to ask it. */
async function prepare(models: RequestListener | undefined) {
  const bedrockUrl = models && (await listen(models));
  const { url, reported } = await serveService(
    createBedrockService({ resources: [], bedrockUrl }),
    STATEMENTS,
  );
  const ask = (model: string, path = `/model/${encodeURIComponent(model)}/converse-stream`) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: 'Credential=key/20260101/us-east-1/bedrock/aws4_request' },
      body: '{"a":1}',
    });
  return { ask, reported };
}

describe('the models of Amazon Bedrock', () => {
  it.each([
    'us.amazon.nova-lite-v1:0',
    'amazon.nova-micro-v1:0',
  ])('are asked if the function may: %s', async (model) => {
    const { ask } = await prepare((message, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      message.pipe(response.write(`${message.url} `) ? response : response);
    });

    const answer = await ask(model);

    expect(answer.headers.get('content-type')).toBe('application/vnd.amazon.eventstream');
    expect(await answer.text()).toBe(`/model/${encodeURIComponent(model)}/converse-stream {"a":1}`);
  });

  it.each([
    ['another model', 'amazon.nova-pro-v1:0'],
    ['another profile', 'eu.amazon.nova-lite-v1:0'],
    ['a model without its profile', 'amazon.nova-lite-v1:0'],
  ])('are not asked if the function may not: %s', async (_, model) => {
    const { ask, reported } = await prepare(() => expect.unreachable());

    const answer = await ask(model);

    expect(answer.status).toBe(403);
    expect(answer.headers.get('x-amzn-errortype')).toBe('AccessDeniedException');
    expect(reported).toEqual([expect.stringContaining(ACTION)]);
  });

  it('refuse as their server does', async () => {
    const { ask } = await prepare((_, response) =>
      response.writeHead(429, { 'x-amzn-errortype': 'ThrottlingException' }).end('{}'),
    );

    const answer = await ask('amazon.nova-micro-v1:0');

    expect(answer.status).toBe(429);
    expect(answer.headers.get('x-amzn-errortype')).toBe('ThrottlingException');
  });

  it('fail if their server breaks off, before an answer or within it', async () => {
    const before = await prepare((_, response) => response.destroy());
    const within = await prepare((_, response) => {
      response.writeHead(200).write('half');
      setImmediate(() => response.destroy());
    });

    expect((await before.ask('amazon.nova-micro-v1:0')).status).toBe(500);
    await expect((await within.ask('amazon.nova-micro-v1:0')).text()).rejects.toThrow();
  });

  it('let Amazon Polly speak only if the function may', async () => {
    const { ask, reported } = await prepare(() => expect.unreachable());

    const answer = await ask('', '/v1/speech');

    expect(answer.status).toBe(403);
    expect(reported).toEqual([expect.stringContaining('polly:SynthesizeSpeech')]);
  });

  it('are none without a server, and leave other services alone', async () => {
    const { ask } = await prepare(undefined);

    expect((await ask('amazon.nova-micro-v1:0')).status).toBe(404);
    expect((await ask('', '/model/x/invoke')).status).toBe(418);
  });
});
