import type { Quotas } from '../../lambdas/domain/quotas/quotas.ts';

/** What tells one environment from another. No construct asks which environment it is in. */
export interface EnvironmentConfig {
  /** Used in names that people read, such as those of secrets. */
  readonly name: string;
  /** AWS region. */
  readonly region: string;
  /** AWS account; left out: the one of the credentials that deploy. */
  readonly account?: string;

  /** Keep the data when its stack is deleted, and refuse to delete the table and its stack. */
  readonly protectData: boolean;
  /** Days that logs are kept: one of CloudWatch's periods. */
  readonly logRetentionDays: 7 | 14 | 30 | 90 | 365;
  /** Days that events can be replayed from the bus's archive. */
  readonly eventArchiveDays: number;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** Tell the operator's topic when an alarm goes off; otherwise alarms only show in CloudWatch. */
  readonly alarms: boolean;
  /**
   * Requests a second, and at once, that the REST API takes of all its users together: a ceiling, which nobody can reach alone.
   * API Gateway takes 10,000 a second of an account and region, all APIs together.
   */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** The same of the telephony vendor's callbacks: a call has about ten, and one that is refused may cost the call. */
  readonly callbackThrottle: { readonly rate: number; readonly burst: number };
  /** Requests a second, and at once, that each token may make, and each user with all their tokens. */
  readonly budgets: {
    readonly token: { readonly rate: number; readonly burst: number };
    readonly user: { readonly rate: number; readonly burst: number };
  };
  /**
   * Requests a minute that AWS WAF lets through of one address, and with one token. It costs about 13 USD a month, and
   * 0.60 USD a million requests. @default there is no web ACL
   */
  readonly webAcl?: {
    readonly apiPerAddress: number;
    readonly apiPerToken: number;
    /** Of one address of the telephony vendor, which has many. */
    readonly callbacksPerAddress: number;
  };
  /**
   * Messages a second, and at once, that the telephony vendor's WebSockets take in all. A conversation of quick turns has
   * about one a second, and one too many is lost. API Gateway takes 10,000 a second of an account and region, all APIs together.
   */
  readonly relayThrottle: { readonly rate: number; readonly burst: number };

  readonly telephony: {
    /** Base URL of the telephony vendor's REST API. */
    readonly apiUrl: string;
    /** Seconds that the callee's phone rings at most (5 to 600). */
    readonly ringSeconds: number;
    /** Seconds that a call lasts at most (120 to 14400); in the last minute the agent says goodbye. API Gateway closes a WebSocket after two hours: the conversation of a longer call goes on over another. */
    readonly maxCallSeconds: number;
    /** Seconds between checks of an open call against what the vendor knows of it. */
    readonly reconcileSeconds: number;
    /** Checks of credentials with the vendor that a user may have in a minute, and at once, which fail. */
    readonly failedChecksPerMinute: number;
    /** Calls that are dialled at the same time (at least 2). */
    readonly dialConcurrency: number;
    /**
     * In which calls the vendor listens for machines: in all, or where somebody asks for it (the call is to be hung up then, or
     * the webhook wants to know). It costs 0.0075 USD a call at the vendor's list price, half as much as a minute of the call itself.
     */
    readonly detectMachines: 'always' | 'asked';
    /**
     * The vendor's value of `backgroundNoiseReduction` for agents that ask for noise suppression. It is not documented which
     * there are, so try it with an account before it is deployed. @default noise is not suppressed
     */
    readonly noiseReduction?: string;
    /** What somebody hears who calls a number that no agent answers, before the call is hung up. */
    readonly refusal: string;
  };

  readonly recordings: {
    /** Record calls. The law of many places asks for the consent of those who are recorded. */
    readonly enabled: boolean;
    /** Days that a recording is kept. */
    readonly days: number;
  };

  readonly calls: {
    /** Calls that a user may have at once which are not over, whether they were dialled yet or not; scheduled ones from when they are due. */
    readonly concurrentPerUser: number;
    /** Calls that are dialled a second through one telephony account; the others wait. The vendor takes one by default. */
    readonly perSecondPerAccount: number;
    /** Seconds without a word after which a call ends (at least 5). */
    readonly maxSilenceSeconds: number;
    /** The same while the agent finds its way through menus (at most 590: API Gateway closes a silent WebSocket after ten minutes). */
    readonly maxMenuSilenceSeconds: number;
  };

  /**
   * What one user may have at once, and may use in a day (UTC) on the platform's accounts; null for no limit. One that is lowered
   * takes nothing away from who has more. See docs/limits.md.
   */
  readonly quotas: Quotas;

  readonly webhooks: {
    /**
     * Seconds between the attempts to deliver an event, each up to a fifth shorter or longer; the first attempt is made at once,
     * and after the one that follows the last wait a delivery is given up.
     */
    readonly retrySeconds: readonly number[];
    /** Hours of nothing but failures after which a webhook is switched off. */
    readonly disableAfterHours: number;
    /** Deliveries that are being made at the same time (at least 2). */
    readonly concurrency: number;
    /**
     * Deliveries that are being made for one user at the same time, at most half of all. Up to 18 are noted in one write unit: each
     * further 20 make every delivery dearer by two.
     */
    readonly concurrencyPerUser: number;
    /** What a user may ask for: samples and retries in a minute, and replays that are under way at once. */
    readonly requestsPerUser: {
      readonly testsPerMinute: number;
      readonly retriesPerMinute: number;
      readonly replaysAtOnce: number;
    };
  };

  readonly languageModel: {
    /** Base URL of any OpenAI-compatible API: the vendor that agents know as `llm_vendor_a`. */
    readonly baseUrl: string;
    readonly model: string;
    /** Base URL of another one, which agents may name as that of their fallback: `llm_vendor_b`. */
    readonly vendorBBaseUrl: string;
    /**
     * Models that agents may name as their fallback on the platform's accounts, by vendor; the usual one is always among them. Name
     * cheap ones: whoever may make an agent spends on them. Any other model takes an account of the user's own.
     */
    readonly platformModels: {
      readonly llm_vendor_a: readonly string[];
      readonly llm_vendor_b: readonly string[];
    };
  };

  readonly vectorDatabase: {
    /** Base URL of the vector-database vendor's control plane. */
    readonly apiUrl: string;
  };

  /** Networks (CIDR) that webhooks, external actions and context endpoints may reach although they are not public. */
  readonly outboundAllowedNetworks: readonly string[];
}
