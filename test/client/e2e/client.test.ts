import {
  createClient,
  InvalidRequest,
  NotFound,
  RevisionChanged,
  Unauthorized,
} from 'phone-call-agents-client';
import { describe, expect, it } from 'vitest';
import { newNumber } from '../../support/scene.ts';
import { connection } from '../../support/service/shared-api.ts';

const baseUrl = connection.base_url;
const client = createClient({ baseUrl, token: connection.access_token });
const id = '0199a5d0-0000-7000-8000-000000000000';

describe.concurrent('the client at the service', () => {
  it('leads from nothing to a call in few lines', async () => {
    const agent = await client.post('/v1/agents/create', {
      body: { prompt: 'You answer.', voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' } },
    });
    const call = await client.post('/v1/calls/create', {
      body: { from_number: connection.phone_number, to_number: newNumber(), agent: agent.id },
    });

    const ids: string[] = [];
    for await (const listed of client.list('/v1/calls/list', { query: { agent: agent.id } }))
      ids.push(listed.id);
    expect(ids).toEqual([call.id]);
    expect((await client.get('/v1/calls', { query: { id: call.id } })).agent).toMatchObject({ id: agent.id });
  });

  it('changes only the revision that was seen', async () => {
    const { data: prompt, revision } = await client.send('POST', '/v1/prompts/create', {
      body: { content: 'Seen.' },
    });
    const update = (content: string, ifMatch: string | undefined) =>
      client.post('/v1/prompts/update', { query: { id: prompt.id }, body: { content }, ifMatch });
    await update('Changed by somebody.', revision);

    const error = await update('Changed by us.', revision).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(RevisionChanged);
    const { revision: present } = error as RevisionChanged;
    expect(present).not.toBe(revision);
    expect((await update('Changed by us.', present)).content).toBe('Changed by us.');
  });

  it('throws an error for each kind of refusal, with its issues', async () => {
    const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown);
    const [invalid, missing, stranger] = await Promise.all([
      refusal(client.request('POST', '/v1/prompts/create', { body: { content: 5 } })),
      refusal(client.get('/v1/calls', { query: { id } })),
      refusal(createClient({ baseUrl, token: 'unknown' }).get('/v1/usage')),
    ]);

    expect(invalid).toBeInstanceOf(InvalidRequest);
    expect(invalid).toMatchObject({ issues: [{ loc: ['body', 'content'], type: 'wrong_type' }] });
    expect(missing).toBeInstanceOf(NotFound);
    expect(missing).toMatchObject({
      message: expect.stringMatching(/^GET \/v1\/calls was refused \(404\): query\.id: No call/),
      requestId: expect.stringMatching(/./),
    });
    expect(stranger).toBeInstanceOf(Unauthorized);
  });
});
