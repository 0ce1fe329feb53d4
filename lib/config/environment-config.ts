import type { Quotas } from '../../lambdas/domain/quotas/quotas.ts';

/** The values that differ between environments. Constructs never ask for the environment's name. */
export interface EnvironmentConfig {
  /** Part of names that people read, such as those of secrets. */
  readonly name: string;
  /** AWS region. */
  readonly region: string;
  /** AWS account; by default the one of the deploying credentials. */
  readonly account?: string;

  /** Retain the data when its stack is deleted, and protect the table and its stack from deletion. */
  readonly protectData: boolean;
  /** Days of log retention: one of CloudWatch's periods. */
  readonly logRetentionDays: 7 | 14 | 30 | 90 | 365;
  /** Days of events in the bus's archive. */
  readonly eventArchiveDays: number;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** Send alarms to the operator's topic; otherwise they show in CloudWatch only. */
  readonly alarms: boolean;
  /**
   * Requests a second, and at once, for all users of the REST API together: a ceiling that no user reaches alone. API
   * Gateway permits 10,000 a second per account and region, for all APIs together.
   */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** The same for the telephony vendor's callbacks. A call has about ten, and a refused one may fail the call. */
  readonly callbackThrottle: { readonly rate: number; readonly burst: number };
  /** Requests a second, and at once, for each token, and for each user with all their tokens. */
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
   * Messages a second, and at once, for all WebSockets of the telephony vendor. A conversation of quick turns has about
   * one a second, and a refused message is lost. API Gateway permits 10,000 a second per account and region, for all
   * APIs together.
   */
  readonly relayThrottle: { readonly rate: number; readonly burst: number };

  /**
   * Concurrent invocations that are reserved for functions that a caller waits for; such a function can have no more. A
   * turn takes one while the model answers: about a quarter of the time of a conversation. @default none is reserved
   */
  readonly concurrency?: {
    /** The account's quota for all functions of the region: 1,000 unless AWS agreed to another. A new account may have far less. */
    readonly account: number;
    /** For the agent's answers. */
    readonly turns: number;
    /** For each function of the other steps of a call: answering, connecting, transferring. */
    readonly callSteps: number;
  };

  readonly telephony: {
    /** Base URL of the telephony vendor's REST API. */
    readonly apiUrl: string;
    /** Longest ringing in seconds (5 to 600). */
    readonly ringSeconds: number;
    /**
     * Longest call in seconds (120 to 14400); the agent says goodbye in the last minute. API Gateway closes a WebSocket
     * after two hours; a longer call reconnects.
     */
    readonly maxCallSeconds: number;
    /** Seconds between reconciliations of an open call with the vendor's state. */
    readonly reconcileSeconds: number;
    /** A user's failed checks of credentials with the vendor a minute, and at once. */
    readonly failedChecksPerMinute: number;
    /** Concurrent dialling invocations (at least 2). */
    readonly dialConcurrency: number;
    /**
     * Calls with answering-machine detection: all, or those that request it (to hang up, or for the webhook). The
     * vendor's list price is 0.0075 USD a call, half as much as a minute of the call itself.
     */
    readonly detectMachines: 'always' | 'asked';
    /**
     * The vendor's value of `backgroundNoiseReduction` for agents that ask for noise suppression. It is not documented which
     * there are, so try it with an account before it is deployed. @default noise is not suppressed
     */
    readonly noiseReduction?: string;
    /** What callers hear if no agent answers their number, before the call is hung up. */
    readonly refusal: string;
  };

  readonly recordings: {
    /** Record calls. The law of many places requires the consent of the recorded people. */
    readonly enabled: boolean;
    /** Days for which a recording is kept. */
    readonly days: number;
  };

  readonly calls: {
    /** Most open calls of a user, dialled or not; scheduled ones count from when they are due. */
    readonly concurrentPerUser: number;
    /** Calls per second (CPS) of one telephony account; other calls wait. The vendor's default is one. */
    readonly perSecondPerAccount: number;
    /** Seconds of silence after which a call ends (at least 5). */
    readonly maxSilenceSeconds: number;
    /** The same while the agent navigates menus (at most 590: API Gateway closes a silent WebSocket after ten minutes). */
    readonly maxMenuSilenceSeconds: number;
  };

  /**
   * The limits of one user: at any time, and for each day (UTC) on the platform's accounts; null for no limit. Lowering
   * a limit removes nothing. See docs/limits.md.
   */
  readonly quotas: Quotas;

  readonly webhooks: {
    /**
     * Seconds between attempts to deliver an event, each varied by up to a fifth. The first attempt is immediate; after
     * the attempt that follows the last wait, a delivery is given up.
     */
    readonly retrySeconds: readonly number[];
    /** Hours of nothing but failures after which a webhook is disabled. */
    readonly disableAfterHours: number;
    /** Concurrent deliveries (at least 2). */
    readonly concurrency: number;
    /**
     * Concurrent deliveries of one user, at most half of all. Up to 18 fit into one write unit; each further 20 add two
     * units to every delivery.
     */
    readonly concurrencyPerUser: number;
    /** Requests of a user: samples and retries a minute, and concurrent replays. */
    readonly requestsPerUser: {
      readonly testsPerMinute: number;
      readonly retriesPerMinute: number;
      readonly replaysAtOnce: number;
    };
  };

  readonly languageModel: {
    /** Base URL of an OpenAI-compatible API, which agents refer to as `llm_vendor_a`. */
    readonly baseUrl: string;
    readonly model: string;
    /** Base URL of another one for fallbacks, which agents refer to as `llm_vendor_b`. */
    readonly vendorBBaseUrl: string;
    /**
     * Models that fallbacks may use on the platform's accounts, by vendor; the default one is always permitted. Choose
     * cheap ones: anyone who can create an agent spends money on them. Any other model needs an account of the user.
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
