import type { Prices } from '../../lambdas/domain/calls/cost/prices.ts';
import type { Quotas } from '../../lambdas/domain/quotas/quotas.ts';
import type { ModelParameter } from '../../lambdas/domain/records/model-traits.ts';
import type { AlarmThresholds } from './alarm-thresholds.ts';
import type { Rollout } from './rollout.ts';

/** A name, and the ARN of a certificate for it in the environment's region. */
interface Domain {
  readonly name: string;
  readonly certificateArn: string;
  /** Whether it replaces AWS's address. Set it to false until the name can be resolved. @default true */
  readonly inUse?: boolean;
}

/** Names that replace API Gateway's addresses. An API without a name keeps API Gateway's address. */
export interface Domains {
  /** The API of consumers. */
  readonly api?: Domain;
  /** The callbacks of the telephony vendor. Point the numbers again after a change (docs/operations.md). */
  readonly callbacks?: Domain;
  /** The WebSocket of the telephony vendor. */
  readonly relay?: Domain;
  /** The console. Its certificate must be in us-east-1, as CloudFront requires. */
  readonly console?: Omit<Domain, 'inUse'>;
  /** The zone at Route 53 that gets records of these names. @default outputs name the targets of CNAME records */
  readonly hostedZone?: { readonly id: string; readonly name: string };
}

/** The values that differ between environments. Constructs never ask for the environment's name. */
export interface EnvironmentConfig {
  /** Part of names that people see, such as those of secrets. */
  readonly name: string;
  /** AWS region. */
  readonly region: string;
  /** AWS account; by default the one of the deploying credentials. */
  readonly account?: string;

  /**
   * The GitHub repository whose workflows deploy this environment (docs/operations.md), as its tokens name it:
   * `owner/name`, or `owner@<id>/name@<id>` for a repository that was created after July 15, 2026.
   * @default no workflow can deploy it
   */
  readonly pipeline?: { readonly repository: string };

  /**
   * How the functions of conversations, callbacks and deliveries move to a new version (docs/operations.md). Each
   * function costs 0.20 to 0.30 USD a month for its alarms. @default at once, without versions
   */
  readonly rollout?: Rollout;

  /** Custom domains of the APIs and the console. @default AWS's addresses */
  readonly domains?: Domains;

  /**
   * The console: pages in a browser, at an address of CloudFront that also serves the API (docs/operations.md). `console:
   * {}` turns it on. @default there is none
   */
  readonly console?: {
    /** The folder of the built pages. @default console/dist */
    readonly directory?: string;
  };

  /** Retain the data when its stack is deleted, and protect the table and its stack from deletion. */
  readonly protectData: boolean;
  /**
   * A table that was restored from a backup and takes the place of the stack's own (docs/operations.md): `npm run restore`
   * prints this entry. The stack's own table is then no longer part of the stack. @default the stack's own table
   */
  readonly restoredTable?: { readonly name: string; readonly streamArn: string };
  /**
   * Daily backups of the table and of recordings, in a vault with a key of its own. Data of a user whom you erase stay
   * in them until they expire (docs/operations.md). @default the table's point-in-time recovery only
   */
  readonly backup?: {
    /** Days for which a backup is kept: at least 7, so that those of recordings can be incremental. */
    readonly days: number;
    /** A vault of another account or region that gets a copy of each backup, and the days for which it is kept there. */
    readonly copyTo?: { readonly vaultArn: string; readonly days: number };
    /** Whether backups can be deleted before their time only by those who may remove the lock. @default false */
    readonly locked?: boolean;
  };
  /** Tags of all resources besides `project`, `environment` and `stack`, for the allocation of costs. @default none */
  readonly tags?: Readonly<Record<string, string>>;
  /** Days of log retention: one of CloudWatch's periods. */
  readonly logRetentionDays: 7 | 14 | 30 | 90 | 365;
  /** Days of events in the bus's archive. */
  readonly eventArchiveDays: number;
  /**
   * Units a second that the table and each of its indexes can serve at once. AWS bills an increase once, when it is
   * made: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html @default 4,000 writes
   * and 12,000 reads, which double within 30 minutes of more traffic
   */
  readonly warmThroughput?: { readonly writes: number; readonly reads: number };
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /**
   * Whether functions emit metrics. Each costs 0.30 USD a month while it has values (docs/cost.md). Without them there
   * can be neither `alarmThresholds` nor a dashboard, nor alarms on given-up deliveries and on quotas.
   */
  readonly metrics: boolean;
  /** How logs show the ids of users. `npm run logs -- --user <id>` prints the hash of one. */
  readonly userIdsInLogs: 'plain' | 'hashed';
  /** Whether alarms go to the operator's topic; otherwise they show in CloudWatch only. */
  readonly alarms: boolean;
  /**
   * Receivers of alarms besides the subscribers of the topic: e-mail addresses, which must confirm, and https URLs,
   * such as that of a pager. @default none
   */
  readonly alarmAddresses?: readonly string[];
  /** The alarms on people's experience: one threshold each. An alarm costs 0.10 to 0.80 USD a month. */
  readonly alarmThresholds: AlarmThresholds;
  /** Show the environment on a dashboard of CloudWatch. It costs 3 USD a month; the first three of an account are free while small. */
  readonly dashboard: boolean;
  /**
   * A budget of AWS for the whole account, including everything else in it. The operator is notified when 80 % of it is
   * spent, and when AWS expects that a month will exceed it. It costs nothing. @default none
   */
  readonly budget?: { readonly usdAMonth: number };
  /**
   * Requests a second, and at once, for all users of the REST API together: a ceiling that no user reaches alone. API
   * Gateway permits 10,000 a second per account and region, for all APIs together. What it refuses gets 429; what Lambda
   * refuses for lack of concurrency would get 500.
   */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** The same for the telephony vendor's callbacks. A call has about ten, and a refused callback may fail the call. */
  readonly callbackThrottle: { readonly rate: number; readonly burst: number };
  /** Requests a second on average, and at once, for each user with all their tokens. */
  readonly requestLimit: { readonly rate: number; readonly burst: number };
  /**
   * Requests a minute that AWS WAF permits one address, and one token, and its other rules. It costs about 21 USD a
   * month, and 0.60 USD per million requests. @default there is no web ACL
   */
  readonly webAcl?: {
    readonly apiPerAddress: number;
    readonly apiPerToken: number;
    /** The same for one address of the telephony vendor, which has many. */
    readonly callbacksPerAddress: number;
    /**
     * AWS's own rules against known attacks: `count` what they would block, or block it. Begin with `count`, and watch
     * the metrics (docs/security.md). @default they are not used
     */
    readonly managedRules?: 'count' | 'block';
  };
  /**
   * Messages a second, and at once, for all WebSockets of the telephony vendor. A conversation of quick turns has about
   * one a second, and a refused message is lost. API Gateway permits 10,000 a second per account and region, for all
   * APIs together.
   */
  readonly relayThrottle: { readonly rate: number; readonly burst: number };

  /**
   * Concurrent invocations that are reserved for the functions that the telephony vendor invokes; such a function can
   * have no more. So forged requests take none from others. A turn occupies one while the model answers: about a quarter
   * of the time of a conversation. @default none is reserved, and nothing is checked
   */
  readonly concurrency?: {
    /** The account's quota for all functions of the region: 1,000 unless AWS agreed to another. A new account may have far less. */
    readonly account: number;
    /** For the agent's answers. */
    readonly turns: number;
    /** For each function of the steps that nearly every call has (from dialling to the recording), or that waits for a model. */
    readonly callSteps: number;
    /** For each function that handles the vendor's other reports: on keys and ends of transfers. */
    readonly reports: number;
  };

  /**
   * Concurrent invocations of consumers of queues (at least 2). Nobody waits for a single message of theirs:
   * conversations come first.
   */
  readonly consumers: {
    /** Checks for silence. A conversation has one for each of its turns, and three when nobody speaks. */
    readonly silenceChecks: number;
    /** For each function with other work: keeping a recording, collecting fields. */
    readonly background: number;
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
    /**
     * Searches for numbers a minute, and at once: those of a user, and those of all users on the platform's account. Each is
     * two requests to the vendor.
     */
    readonly numberSearchesPerMinute: { readonly ofUser: number; readonly ofPlatform: number };
    /** Concurrent dialling invocations (at least 2). */
    readonly dialConcurrency: number;
    /** Requests to the vendor at once by which reconciliation asks about calls, numbers and purchases. */
    readonly reconcileConcurrency: number;
    /**
     * The calls with answering-machine detection: all, or those that request it (to hang up, or for the webhook). The
     * vendor's list price is 0.0075 USD a call, half the price of a minute of the call itself.
     */
    readonly detectMachines: 'always' | 'asked';
    /**
     * The vendor's value of `backgroundNoiseReduction` for agents that request noise suppression. The vendor does not
     * document the values, so try one with an account before you deploy it. @default noise is not suppressed
     */
    readonly noiseReduction?: string;
    /** What callers hear if no agent answers their number, before the call is hung up. */
    readonly refusal: string;
    /**
     * What people on the line hear, before the call is hung up, if the vendor cannot get instructions from the service.
     * API Gateway answers with it, so it needs no function and no table. It must not contain $ or #, which API
     * Gateway's templates interpret.
     */
    readonly outage: string;
  };

  readonly recordings: {
    /** Record calls. The law of many places requires the consent of the recorded people. */
    readonly enabled: boolean;
    /** Days for which a recording is kept. */
    readonly days: number;
    /**
     * Days for which a deleted or replaced recording can be restored (docs/operations.md). `npm run erase` deletes for good.
     * @default deleted at once
     */
    readonly versionDays?: number;
  };

  readonly calls: {
    /** Most open calls of a user, dialled or not; a scheduled call counts from its time on. */
    readonly concurrentPerUser: number;
    /** Calls per second (CPS) of one telephony account; other calls wait. The vendor's default is one. */
    readonly perSecondPerAccount: number;
    /** Seconds of silence after which a call ends (at least 5). */
    readonly maxSilenceSeconds: number;
    /** The same while the agent navigates menus (at most 590: API Gateway closes a silent WebSocket after ten minutes). */
    readonly maxMenuSilenceSeconds: number;
    /**
     * Further analyses of calls that a user may ask for in a minute, and at once. Those of all users wait in one queue, with the
     * first analysis of each call.
     */
    readonly analysesPerMinute: number;
    /**
     * Rehearsals by text that a user may begin in an hour (at most 200), and rehearsal turns of a user that may be
     * under way at once.
     */
    readonly rehearsalsPerUser: { readonly perHour: number; readonly turnsAtOnce: number };
  };

  /**
   * The limits of one user: at any time, and for each day (UTC) on the platform's accounts; null for no limit. Lowering
   * a limit removes nothing. See docs/limits.md.
   */
  readonly quotas: Quotas;

  /** The prices for cost estimates of calls. A call with an unpriced model has an incomplete estimate, and says so. */
  readonly prices: Prices;

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
    /** Limits on a user's requests: samples and retries a minute, and concurrent replays. */
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
     * cheap models: anyone who can create an agent spends your money on them. Any other model needs the user's own
     * account.
     */
    readonly platformModels: {
      readonly llm_vendor_a: readonly string[];
      readonly llm_vendor_b: readonly string[];
    };
    /**
     * Amazon Bedrock, which authenticates functions by their roles, without a key. @default none: the functions may ask
     * no model there
     */
    readonly bedrock?: {
      /** @default the environment's */
      readonly region?: string;
      /**
       * Ids of foundation models and inference profiles, or ARNs. The functions may ask these and no others. Agents may
       * have them as a fallback (provider `bedrock`) or as their usual model (`llm_model_name_override`), so choose
       * cheap models. The account must have access to them (docs/operations.md).
       */
      readonly models: readonly string[];
      /** One of them, which agents without the user's own account use in place of `model`. @default none */
      readonly usualModel?: string;
    };
    /**
     * Known properties of models, by their names. Each container learns the others from the models' refusals. @default
     * nothing
     */
    readonly models?: Readonly<
      Record<
        string,
        {
          /** The longest request in tokens, including its answer. Longer requests omit older turns. @default 64,000 */
          readonly window?: number;
          /** Parameters that requests to the model must not contain. @default none */
          readonly refuses?: readonly ModelParameter[];
        }
      >
    >;
  };

  readonly vectorDatabase: {
    /** Base URL of the vector-database vendor's control plane. */
    readonly apiUrl: string;
  };

  /** Networks (CIDR) that webhooks, external actions and context endpoints may reach although they are not public. */
  readonly outboundAllowedNetworks: readonly string[];
}
