import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { MAX_RECORDING_ATTEMPTS } from '../../lambdas/domain/calls/recording.ts';
import { FINISH_CALL } from '../../lambdas/store/calls/finish-call.ts';
import { OPEN_CALLS_INDEX } from '../../lambdas/store/table/keys.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { platformModelsVariable } from '../config/platform-models.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { EventConsumer, type EventConsumerProps } from '../constructs/event-consumer.ts';
import { OneTimeSchedules } from '../constructs/one-time-schedules.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { RelaySocket } from '../constructs/relay-socket.ts';
import { RestApi } from '../constructs/rest-api.ts';
import { ServiceFunction, type ServiceFunctionProps } from '../constructs/service-function.ts';
import { WebAcl } from '../constructs/web-acl.ts';
import type { DataStack } from './data-stack.ts';

/** How the calls stack is created. */
export interface CallsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
}

/** Callbacks whose handler's file has another name than the last part of their path. */
const FILES: Readonly<Record<string, string>> = { status: 'call-status', recording: 'recording-status' };

/** The vendor waits 15 seconds for an answer. */
const CALLBACK_TIMEOUT = Duration.seconds(14);

/**
 * Recordings that are taken over at once, and calls whose fields are collected: work that may take minutes and that nobody waits for.
 * An account's functions share 1,000 invocations at once, and conversations come first.
 */
const BACKGROUND_CONCURRENCY = 50;

/** Everything between us and the telephony vendor: dialling, hanging up, callbacks and conversations. */
export class CallsStack extends Stack {
  /** The base URL of callbacks, without a trailing slash. */
  readonly callbacksUrl: string;
  readonly #props: CallsStackProps;
  readonly #callbacks: RestApi;
  readonly #relay: RelaySocket;

  constructor(scope: Construct, id: string, props: CallsStackProps) {
    super(scope, id, props);
    this.#props = props;
    const { config } = props;
    this.#callbacks = new RestApi(this, 'Callbacks', {
      config,
      throttle: config.callbackThrottle,
      description: `Callbacks of the telephony vendor, ${config.name}`,
    });
    if (config.webAcl) {
      const perAddress = config.webAcl.callbacksPerAddress;
      new WebAcl(this, 'CallbacksWebAcl', { api: this.#callbacks, perAddress });
    }
    this.callbacksUrl = this.#callbacks.url;
    this.#relay = new RelaySocket(this, 'Relay', { config });
    this.#dialAndHangUp();
    this.#keepRecordings();
    this.#settle();
    this.#answerCallbacks();
    this.#receiveCalls();
    this.#converse();
    this.#collectFields();
  }

  #dialAndHangUp(): void {
    const { config, data } = this.#props;
    const dialling = this.#eventConsumer('Dial', {
      entry: 'dialing/dial',
      description: 'Dials the calls that were created',
      typePrefix: 'call_created',
      deadLetterImpact: 'A call that a user placed may not have been dialled.',
      maxConcurrency: config.telephony.dialConcurrency,
      // Each attempt to dial takes two receives: one to reserve a slot, and one to use it.
      maxAttempts: 10,
      environment: {
        ...this.#callbackEnvironment(),
        RING_SECONDS: String(config.telephony.ringSeconds),
        MAX_CALL_SECONDS: String(config.telephony.maxCallSeconds),
        DETECT_MACHINES: config.telephony.detectMachines,
        RECORD_CALLS: String(config.recordings.enabled),
        CALLS_PER_SECOND: String(config.calls.perSecondPerAccount),
        MAX_OPEN_CALLS: String(config.calls.concurrentPerUser),
      },
    });
    const { consumer: dial, queue: dialQueue } = dialling;
    dial.setEnvironment('DIAL_QUEUE_URL', dialQueue.queueUrl);
    this.#schedule(dialling);
    data.store.grantTable(dial, FINISH_CALL);
    const { consumer: hangUp } = this.#eventConsumer('HangUp', {
      entry: 'dialing/hang-up',
      description: 'Hangs up the calls that their owners ended',
      typePrefix: 'call_end_requested',
      deadLetterImpact:
        'Somebody may still be held in a call that was ended, which the user goes on paying for.',
      environment: { TELEPHONY_API_URL: config.telephony.apiUrl },
    });
    data.store.grantTable(hangUp, ['GetItem']);
    for (const fn of [dial, hangUp]) data.secrets.grantTelephony(fn);
    data.callbackKey.grant(dial);
  }

  /** Sends scheduled calls to the dial queue at their time. */
  #schedule(dialling: EventConsumer): void {
    const { config, data } = this.#props;
    const { consumer: schedule } = this.#eventConsumer('Schedule', {
      entry: 'dialing/schedule-dialing',
      description: 'Has scheduled calls dialled at their time',
      typePrefix: 'call_schedule',
      deadLetterImpact:
        'A scheduled call may not be dialled at its time, or be dialled although it was cancelled.',
      maxConcurrency: config.telephony.dialConcurrency,
    });
    data.store.grantTable(schedule, ['GetItem']);
    const schedules = new OneTimeSchedules(this, 'CallSchedules', {
      groupName: `phone-call-agents-${config.name}`,
      target: dialling,
      variables: 'DIAL',
    });
    schedules.grantScheduling(schedule);
    schedules.grantDeletion(schedule);
  }

  /** Reconciles open calls with the vendor's state every minute. */
  #settle(): void {
    const { config, data } = this.#props;
    const deadLetterQueue = new DeadLetterQueue(this, 'ReconcileDeadLetters', {
      impact: 'Calls whose end the vendor did not tell stay open, and count against their users’ limits.',
      section: 'reconcile',
    });
    const settle = this.#function('Settle', {
      entry: 'reconciliation/reconcile',
      description: 'Settles calls whose end was not told to us',
      // The next run begins a minute after this one; each owns the records that it has taken.
      timeout: Duration.seconds(60),
      environment: {
        ...this.#callbackEnvironment(),
        MAX_CALL_SECONDS: String(config.telephony.maxCallSeconds),
        RING_SECONDS: String(config.telephony.ringSeconds),
      },
      deadLetterQueue,
    });
    data.store.grantTable(settle, FINISH_CALL, [OPEN_CALLS_INDEX]);
    data.secrets.grantTelephony(settle);
    data.callbackKey.grant(settle);
    const rule = new Rule(this, 'EveryMinute', { schedule: Schedule.rate(Duration.minutes(1)) });
    rule.addTarget(new LambdaFunction(settle.function, { deadLetterQueue, retryAttempts: 0 }));
  }

  #keepRecordings(): void {
    const { config, bundles, data } = this.#props;
    const { consumer, queue } = new EventConsumer(this, 'KeepRecording', {
      config,
      bundles,
      bus: data.bus,
      entry: 'after-call/keep-recording',
      description: 'Takes the recordings of calls over from the vendor',
      typePrefix: 'recording_made',
      // A recording is read within 45 seconds and stored within 30.
      timeout: Duration.seconds(90),
      visibilityTimeout: Duration.seconds(120),
      maxAttempts: MAX_RECORDING_ATTEMPTS,
      maxConcurrency: BACKGROUND_CONCURRENCY,
      deadLetterImpact: 'A call’s recording cannot be fetched by its user, and is still with the vendor.',
      environment: { TELEPHONY_API_URL: config.telephony.apiUrl },
    });
    consumer.setEnvironment('RECORDING_QUEUE_URL', queue.queueUrl);
    data.store.grantTable(consumer, ['GetItem', 'UpdateItem']);
    data.secrets.grantTelephony(consumer);
    data.recordings.grant(consumer, ['PutObject', 'DeleteObject']);
  }

  #answerCallbacks(): void {
    const { config, data } = this.#props;
    const callback = (id: string, kind: string, description: string) => {
      const fn = this.#function(id, {
        entry: `callbacks/${FILES[kind] ?? kind}`,
        description,
        timeout: CALLBACK_TIMEOUT,
        environment: this.#callbackEnvironment(),
      });
      this.#routeCallback(fn, `/telephony/calls/{user_id}/{call_id}/{key}/${kind}`);
      return fn;
    };
    const answer = callback('Answer', 'answer', 'Tells the vendor how to hold an answered call');
    this.#letConverse(answer);
    answer.setEnvironment('OUTBOUND_ALLOWED_NETWORKS', config.outboundAllowedNetworks.join(','));
    data.store.grantTable(answer, FINISH_CALL);
    const status = callback('Status', 'status', 'Takes the vendor’s news of a call');
    data.store.grantTable(status, FINISH_CALL);
    const detection = callback('MachineDetection', 'machine-detection', 'Takes the verdict on who answered');
    data.store.grantTable(detection, FINISH_CALL);
    const recording = callback('Recording', 'recording', 'Takes the vendor’s news of a recording');
    data.store.grantTable(recording, ['GetItem', 'UpdateItem']);
    const ended = callback('RelayEnded', 'relay-ended', 'Tells the vendor what follows a conversation');
    ended.setEnvironment('MAX_CALL_SECONDS', String(config.telephony.maxCallSeconds));
    this.#letConverse(ended);
    data.store.grantTable(ended, ['GetItem', 'PutItem', 'UpdateItem']);
    const transferStatus = callback(
      'TransferStatus',
      'transfer-status',
      'Takes the vendor’s news of a transfer',
    );
    data.store.grantTable(transferStatus, ['GetItem', 'UpdateItem']);
    const transferEnded = callback(
      'TransferEnded',
      'transfer-ended',
      'Tells the vendor what follows a transfer',
    );
    this.#letConverse(transferEnded);
    data.store.grantTable(transferEnded, ['GetItem', 'PutItem', 'UpdateItem']);
  }

  /** Inbound calls to numbers. */
  #receiveCalls(): void {
    const { config, data } = this.#props;
    const incoming = this.#function('Incoming', {
      entry: 'callbacks/incoming',
      description: 'Tells the vendor what becomes of a call to a number',
      timeout: CALLBACK_TIMEOUT,
      environment: {
        ...this.#callbackEnvironment(),
        REFUSAL: config.telephony.refusal,
        RECORD_CALLS: String(config.recordings.enabled),
        OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowedNetworks.join(','),
      },
    });
    this.#letConverse(incoming);
    this.#routeCallback(incoming, '/telephony/numbers/{user_id}/{number_id}/{key}/incoming');
    data.store.grantTable(incoming, ['BatchGetItem', ...FINISH_CALL]);
    const status = this.#function('IncomingStatus', {
      entry: 'callbacks/incoming-status',
      description: 'Takes the vendor’s news of a call to a number',
      environment: this.#callbackEnvironment(),
    });
    this.#routeCallback(status, '/telephony/numbers/{user_id}/{number_id}/{key}/status');
    data.store.grantTable(status, FINISH_CALL);
  }

  /** Routes a callback of the vendor, whose signature the function verifies. */
  #routeCallback(fn: ServiceFunction, path: string): void {
    this.#props.data.secrets.grantTelephony(fn);
    this.#props.data.callbackKey.grant(fn);
    const options = { authorizationType: AuthorizationType.NONE };
    const method = this.#callbacks.addRoute('POST', path, fn, options);
    const reason =
      'The telephony vendor has no token: the function verifies our key in the path, then the vendor’s signature of each request.';
    Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }

  #converse(): void {
    const { config, data } = this.#props;
    const connect = this.#function('Connect', {
      entry: 'conversation/connect',
      description: 'Lets the vendor open a conversation',
    });
    data.store.grantTable(connect, ['PutItem']);
    const silenceLimits = {
      MAX_SILENCE_SECONDS: String(config.calls.maxSilenceSeconds),
      MAX_MENU_SILENCE_SECONDS: String(config.calls.maxMenuSilenceSeconds),
    };
    const message = this.#function('Message', {
      entry: 'conversation/message',
      description: 'Answers what callees say',
      // API Gateway waits at most 29 seconds.
      timeout: Duration.seconds(29),
      memorySize: 1024,
      environment: {
        ...this.#modelEnvironment(),
        VECTOR_DATABASE_API_URL: config.vectorDatabase.apiUrl,
        OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowedNetworks.join(','),
        MAX_CALL_SECONDS: String(config.telephony.maxCallSeconds),
        RELAY_URL: this.#relay.url,
        ...silenceLimits,
      },
    });
    data.store.grantTable(message, ['GetItem', 'Query', 'PutItem', 'UpdateItem']);
    data.secrets.grantLanguageModels(message);
    data.secrets.grantTelephony(message);
    data.callbackKey.grant(message);
    this.#relay.grantSend(message);
    this.#attendSilence(message, silenceLimits);
    const disconnect = this.#function('Disconnect', {
      entry: 'conversation/disconnect',
      description: 'Closes conversations',
    });
    data.store.grantTable(disconnect, ['GetItem', 'PutItem']);
    this.#relay.addRoutes({ connect, message, disconnect });
  }

  /** Checks a silent conversation after the silence timeout, by a delayed SQS message. */
  #attendSilence(message: ServiceFunction, environment: Readonly<Record<string, string>>): void {
    const { config, bundles, data } = this.#props;
    const checks = new QueueConsumer(this, 'SilenceChecks', {
      config,
      bundles,
      entry: 'conversation/check-silence',
      description: 'Looks after conversations in which nobody speaks',
      environment,
      timeout: Duration.seconds(10),
      visibilityTimeout: Duration.seconds(20),
      maxAttempts: 3,
      deadLetterImpact: 'In a call nobody asks whether anybody is there, or ends it when nobody is.',
    });
    data.store.grantTable(checks.consumer, ['GetItem', 'PutItem']);
    this.#relay.grantSend(checks.consumer);
    for (const fn of [message, checks.consumer]) checks.grantSend(fn, 'SILENCE_CHECKS_URL');
  }

  /** Sets the variables with which a function connects the relay. */
  #letConverse(fn: ServiceFunction): void {
    fn.setEnvironment('RELAY_URL', this.#relay.url);
    fn.setEnvironment('NOISE_REDUCTION', this.#props.config.telephony.noiseReduction ?? '');
  }

  /** Collects the fields of a call's prompt after the call. */
  #collectFields(): void {
    const { data } = this.#props;
    const { consumer } = this.#eventConsumer('CollectFields', {
      entry: 'after-call/collect-fields',
      description: 'Finds the fields of calls in what was said',
      typePrefix: 'fields_to_collect',
      deadLetterImpact: 'A call lacks the fields that its agent was to collect.',
      maxConcurrency: BACKGROUND_CONCURRENCY,
      environment: this.#modelEnvironment(),
    });
    data.store.grantTable(consumer, ['GetItem', 'UpdateItem']);
    data.secrets.grantLanguageModels(consumer);
  }

  #modelEnvironment(): Record<string, string> {
    const { config } = this.#props;
    const { baseUrl, model, vendorBBaseUrl } = config.languageModel;
    return {
      LLM_BASE_URL: baseUrl,
      LLM_MODEL: model,
      LLM_VENDOR_B_BASE_URL: vendorBBaseUrl,
      ...platformModelsVariable(config),
    };
  }

  #callbackEnvironment(): Record<string, string> {
    const { telephony } = this.#props.config;
    return {
      CALLBACK_BASE_URL: this.callbacksUrl,
      TELEPHONY_API_URL: telephony.apiUrl,
      RECONCILE_SECONDS: String(telephony.reconcileSeconds),
    };
  }

  #function(id: string, props: Omit<ServiceFunctionProps, 'config' | 'bundles'>): ServiceFunction {
    const { config, bundles } = this.#props;
    return new ServiceFunction(this, id, { config, bundles, ...props });
  }

  #eventConsumer(
    id: string,
    props: Pick<
      EventConsumerProps,
      'entry' | 'description' | 'typePrefix' | 'deadLetterImpact' | 'maxConcurrency' | 'environment'
    > &
      Partial<Pick<EventConsumerProps, 'maxAttempts'>>,
  ): EventConsumer {
    const { config, bundles, data } = this.#props;
    return new EventConsumer(this, id, {
      config,
      bundles,
      bus: data.bus,
      timeout: Duration.seconds(30),
      visibilityTimeout: Duration.seconds(60),
      maxAttempts: 5,
      ...props,
    });
  }
}
