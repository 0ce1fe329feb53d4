import { describe, expect, it } from 'vitest';
import { synthesizedEnvironments } from '../../support/run/templates.ts';

const { Production } = await synthesizedEnvironments();

describe.each(
  Production.ofType('AWS::WAFv2::WebACL').map(({ id, Properties }) => [id, Properties] as const),
)('the web ACL %s', (_, { Rules, CustomResponseBodies }) => {
  // biome-ignore lint/suspicious/noExplicitAny: as in templates
  const refusalOf = (rule: any) => {
    const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = rule.Action.Block.CustomResponse;
    return [ResponseCode, ResponseHeaders, JSON.parse(CustomResponseBodies[CustomResponseBodyKey].Content)];
  };

  it('refuses a body whose declared length no function takes, as the functions do', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as in templates
    const rule = Rules.find(({ Name }: any) => Name === 'BodySize');
    const length = new RegExp(rule.Statement.RegexMatchStatement.RegexString);

    expect(['0', '2', '299999', '300000', '309999'].filter((text) => length.test(text))).toEqual([]);
    expect(['310000', '400000', '1000000', '0310000', '99999999999'].every((text) => length.test(text))).toBe(
      true,
    );
    expect(refusalOf(rule)).toEqual([
      413,
      undefined,
      { detail: [{ loc: ['body'], msg: expect.stringContaining('300000'), type: 'body_too_large' }] },
    ]);
  });

  it('refuses with 429 in the form of the API’s errors, with the time of the next try', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as in templates
    const rated = Rules.filter(({ Statement }: any) => Statement.RateBasedStatement);

    expect(rated.length).toBeGreaterThan(0);
    for (const rule of rated)
      expect(refusalOf(rule)).toEqual([
        429,
        [{ Name: 'retry-after', Value: '60' }],
        { detail: [{ loc: [], msg: expect.stringMatching(/./), type: 'too_many_requests' }] },
      ]);
  });
});
