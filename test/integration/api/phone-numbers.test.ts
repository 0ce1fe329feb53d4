import { beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const from = '+15550002222';
const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);

beforeAll(() => addHeldNumber(functions, from));

/** A North American number as a person may write it; the parser's test has the other ways. */
const write = (number: string) => number.replace(/^\+1(...)(...)/, '+1 ($1) $2-');

const faultsOf = ({ body }: { body: { detail: { loc: string[]; msg: string; type: string }[] } }) =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);

describe('a number as people write it', () => {
  it('is called, stored and answered in E.164', async () => {
    const { agent } = await makeAgent(api);
    const to = newNumber();

    const created = await api.created('/v1/calls/create', {
      from_number: write(from),
      to_number: write(to),
      agent: agent.id,
    });
    const { results } = await api.created('/v1/calls/batch', {
      from_number: write(from),
      recipients: [{ to_number: write(to) }],
      agent: agent.id,
    });
    const got = await api.get(`/v1/calls?id=${created.id}`);

    expect(created).toMatchObject({ from_number: from, to_number: to, agent_phone_number: from });
    expect(results).toEqual([{ to_number: to, id: expect.any(String) }]);
    expect(got.body).toMatchObject({ from_number: from, to_number: to });
  });

  it('is refused without a country code in every field, with a message that says so', async () => {
    const { agent } = await makeAgent(api);
    const number = '(555) 555-0123';
    const requests: [string, object, string][] = [
      ['/v1/calls/create', { from_number: from, to_number: number, agent: agent.id }, 'to_number'],
      ['/v1/calls/create', { from_number: number, to_number: from, agent: agent.id }, 'from_number'],
      [
        '/v1/calls/batch',
        { from_number: number, recipients: [{ to_number: from }], agent: agent.id },
        'from_number',
      ],
      [
        '/v1/actions/create',
        { type: 'action_transfer_call', config: { phone_number: number } },
        'config.phone_number',
      ],
      [
        '/v1/numbers/link',
        { phone_number: number, telephony_account_connection: agent.user_id },
        'phone_number',
      ],
    ];

    const posted = await Promise.all(requests.map(([path, body]) => api.post(path, body)));
    const listed = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`);
    const got = await api.get(`/v1/numbers?phone_number=${encodeURIComponent(number)}`);
    const { results } = await api.created('/v1/calls/batch', {
      from_number: from,
      recipients: [{ to_number: number }],
      agent: agent.id,
    });

    for (const answer of [...posted, listed, got]) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].msg).toContain('The country code is missing');
    }
    posted.forEach((answer, index) => {
      expect(faultsOf(answer)[0]).toBe(`body.${requests[index]?.[2]} wrong_format`);
    });
    expect(faultsOf(listed)).toEqual(['query.to_number wrong_format']);
    expect(results[0]).toMatchObject({ to_number: number, error: { type: 'wrong_format' } });
    expect(results[0].error.msg).toContain('The country code is missing');
  });
});
