import * as z from 'zod/mini';
import type { TelephonyAccount } from '../../lambdas/platform/secrets.ts';
import { TelephonyClient } from '../../lambdas/vendors/telephony/client.ts';
import { VendorRefusal } from '../../lambdas/vendors/telephony/vendor-errors.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { type Checks, Missing, need } from './check.ts';

/** https://www.twilio.com/docs/iam/api/account */
const accountAnswer = z.object({ status: z.string(), type: z.string() });

/** https://www.twilio.com/docs/voice/api/dialingpermissions-country-resource */
const countriesAnswer = z.object({
  content: z.array(z.object({ iso_code: z.string(), high_risk_tollfraud_numbers_enabled: z.boolean() })),
});
const COUNTRIES = '/v1/DialingPermissions/Countries?LowRiskNumbersEnabled=true&PageSize=1000';

/** What the vendor's API reports on the platform's account. Only its console shows calls per second and agreements. */
export function telephonyChecks(
  { calls, telephony: { apiUrl } }: EnvironmentConfig,
  account: () => Promise<TelephonyAccount>,
): Checks {
  const get = async <Answer extends z.ZodMiniType>(answer: Answer, url: string) => {
    const { origin, pathname, search } = new URL(url);
    const client = new TelephonyClient(await account(), { baseUrl: origin, interactive: true });
    try {
      return await client.ask(answer, 'GET', pathname + search);
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 401)) throw error;
      throw new Missing('the vendor refuses the credentials: copy the SID and the token from its console');
    }
  };
  return {
    async 'telephony account'() {
      const sid = encodeURIComponent((await account()).account_sid);
      const { status, type } = await get(accountAnswer, `${apiUrl}/2010-04-01/Accounts/${sid}.json`);
      need(status === 'active', `${status}: ask the vendor`);
      need(type !== 'Trial', 'a trial, which calls verified numbers only: upgrade it');
      return `${type}. Only its console shows whether it permits ${calls.perSecondPerAccount} calls a second, and the AI features addendum`;
    },
    async 'countries to call'() {
      const { content } = await get(
        countriesAnswer,
        new URL(COUNTRIES, apiUrl.replace('//api.', '//voice.')).href,
      );
      const names = (some: typeof content) => some.map(({ iso_code }) => iso_code).join(', ');
      const risky = content.filter((country) => country.high_risk_tollfraud_numbers_enabled);
      need(content.length > 0, "none is permitted: permit those that you call in the vendor's console");
      need(risky.length === 0, `numbers known for toll fraud are permitted in ${names(risky)}: forbid them`);
      return names(content);
    },
  };
}
