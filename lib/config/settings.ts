import { PLATFORM_MODELS } from '../../lambdas/agents/model/platform-models.ts';
import * as configured from '../../lambdas/platform/variables/settings.ts';
import { QUOTAS } from '../../lambdas/platform/variables/settings.ts';
import type { Variable } from '../../lambdas/platform/variables/variable.ts';
import { PRICES } from '../../lambdas/usage/model/prices.ts';
import type { EnvironmentConfig } from './environment-config.ts';

const variables = { ...configured, PLATFORM_MODELS, PRICES, QUOTAS };

type Settings = {
  readonly [Name in keyof typeof variables]: (typeof variables)[Name] extends Variable<infer Value>
    ? Value
    : never;
};

/** Deliveries that one run of a replay restarts. */
const DELIVERIES_A_PART = 1000;

/** The only place that maps values of the configuration to variables. */
function settingsOf({
  requestLimit,
  calls,
  telephony,
  languageModel,
  webhooks,
  ...config
}: EnvironmentConfig) {
  const { testsPerMinute, retriesPerMinute, replaysAtOnce } = webhooks.requestsPerUser;
  const { model, platformModels, bedrock, models: traits } = languageModel;
  return {
    ANALYSES_PER_MINUTE: calls.analysesPerMinute,
    CALLS_PER_SECOND: calls.perSecondPerAccount,
    DELIVERIES_A_PART,
    DETECT_MACHINES: telephony.detectMachines,
    DISABLE_AFTER_SECONDS: webhooks.disableAfterHours * 3600,
    FAILED_CHECKS_PER_MINUTE: telephony.failedChecksPerMinute,
    LLM_BASE_URL: languageModel.baseUrl,
    LLM_MODEL: model,
    LLM_VENDOR_B_BASE_URL: languageModel.vendorBBaseUrl,
    MAX_CALL_SECONDS: telephony.maxCallSeconds,
    MAX_MENU_SILENCE_SECONDS: calls.maxMenuSilenceSeconds,
    MAX_OPEN_CALLS: calls.concurrentPerUser,
    MAX_SILENCE_SECONDS: calls.maxSilenceSeconds,
    NOISE_REDUCTION: telephony.noiseReduction ?? '',
    NUMBER_SEARCHES_PER_MINUTE: telephony.numberSearchesPerMinute.ofUser,
    OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowedNetworks,
    // The usual model is always permitted.
    PLATFORM_MODELS: {
      llm_vendor_a: [...new Set([model, ...platformModels.llm_vendor_a])],
      llm_vendor_b: [...platformModels.llm_vendor_b],
      ...(bedrock && { bedrock: bedrockSettings(bedrock, config) }),
      ...(traits && { traits: traitsOf(traits) }),
    },
    PLATFORM_NUMBER_SEARCHES_PER_MINUTE: telephony.numberSearchesPerMinute.ofPlatform,
    PRICES: config.prices,
    QUOTAS: config.quotas,
    RECONCILIATIONS_AT_ONCE: telephony.reconcileConcurrency,
    RECONCILE_SECONDS: telephony.reconcileSeconds,
    REHEARSALS_PER_HOUR: calls.rehearsalsPerUser.perHour,
    REHEARSAL_TURNS_AT_ONCE: calls.rehearsalsPerUser.turnsAtOnce,
    RECORDING_DAYS: config.recordings.days,
    RECORD_CALLS: config.recordings.enabled,
    REFUSAL: telephony.refusal,
    REPLAYS_AT_ONCE: replaysAtOnce,
    RETRIES_PER_MINUTE: retriesPerMinute,
    RETRY_SECONDS: webhooks.retrySeconds,
    RING_SECONDS: telephony.ringSeconds,
    TELEPHONY_API_URL: telephony.apiUrl,
    TESTS_PER_MINUTE: testsPerMinute,
    TEST_CASES_PER_HOUR: calls.testCasesPerHour,
    TIMEZONE: calls.timezone,
    USER_REQUESTS_AT_ONCE: requestLimit.burst,
    USER_REQUESTS_PER_SECOND: requestLimit.rate,
    VECTOR_DATABASE_API_URL: config.vectorDatabase.apiUrl,
  } satisfies Settings;
}

type LanguageModelConfig = EnvironmentConfig['languageModel'];

const bedrockSettings = (
  { region, models, usualModel: usual }: NonNullable<LanguageModelConfig['bedrock']>,
  config: Pick<EnvironmentConfig, 'region'>,
) => ({ region: region ?? config.region, models: [...models], ...(usual && { usual }) });

const traitsOf = (models: NonNullable<LanguageModelConfig['models']>) =>
  Object.fromEntries(
    Object.entries(models).map(([name, { window, refuses }]) => [
      name,
      { ...(window && { window }), ...(refuses && { refuses: [...refuses] }) },
    ]),
  );

const typed: { readonly [Name in keyof Settings]: Variable<Settings[Name]> } = variables;

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(typed, name);

/** The text of a setting in this environment. Returns undefined if the variable does not come from the configuration. */
export function settingText({ name }: Variable<unknown>, config: EnvironmentConfig): string | undefined {
  return isSetting(name) ? textOfSetting(name, settingsOf(config)) : undefined;
}

function textOfSetting<Name extends keyof Settings>(name: Name, settings: Settings): string {
  return typed[name].codec.encode(settings[name]);
}
