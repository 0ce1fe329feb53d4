import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { OPEN_CALLS_INDEX } from '../../lambdas/store/keys.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { CallSchedules } from '../constructs/call-schedules.ts';
import { EventConsumer, type EventConsumerProps, parkingQueue } from '../constructs/event-consumer.ts';
import { RelaySocket } from '../constructs/relay-socket.ts';
import { RestApi } from '../constructs/rest-api.ts';
import { ServiceFunction, type ServiceFunctionProps } from '../constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import type { EventsStack } from './events-stack.ts';

/** How the calls stack is made. */
export interface CallsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  readonly events: EventsStack;
}

/** What reads a call and its conversation and ends both, in one transaction. */
const FINISH_CALL = ['GetItem', 'Query', 'PutItem', 'UpdateItem'];

/** Everything between us and the telephony vendor: dialling, hanging up, callbacks and conversations. */
export class CallsStack extends Stack {
  readonly #props: CallsStackProps;
  readonly #callbacks: RestApi;
  readonly #relay: RelaySocket;

  constructor(scope: Construct, id: string, props: CallsStackProps) {
    super(scope, id, props);
    this.#props = props;
    const { config } = props;
    this.#callbacks = new RestApi(this, 'Callbacks', {
      config,
      description: `Callbacks of the telephony vendor, ${config.name}`,
    });
    this.#relay = new RelaySocket(this, 'Relay', { config });
    this.#dialAndHangUp();
    this.#settle();
    this.#answerCallbacks();
    this.#converse();
  }

  #dialAndHangUp(): void {
    const { config, data } = this.#props;
    const dialling = this.#eventConsumer('Dial', {
      entry: 'calls/dial',
      description: 'Dials the calls that were created',
      typePrefix: 'call_created',
      maxConcurrency: config.telephony.dialConcurrency,
      // One to be given its turn and one for it, so many times as dialling is tried.
      maxAttempts: 10,
      environment: {
        ...this.#callbackEnvironment(),
        RING_SECONDS: String(config.telephony.ringSeconds),
        MAX_CALL_SECONDS: String(config.telephony.maxCallSeconds),
        CALLS_PER_SECOND: String(config.calls.perSecondPerAccount),
      },
    });
    const { consumer: dial, queue: dialQueue } = dialling;
    dial.setEnvironment('DIAL_QUEUE_URL', dialQueue.queueUrl);
    this.#schedule(dialling);
    data.store.grantTable(dial, FINISH_CALL);
    const { consumer: hangUp } = this.#eventConsumer('HangUp', {
      entry: 'calls/hang-up',
      description: 'Hangs up the calls that their owners ended',
      typePrefix: 'call_end_requested',
      environment: { TELEPHONY_API_URL: config.telephony.apiUrl },
    });
    data.store.grantTable(hangUp, ['GetItem']);
    for (const fn of [dial, hangUp]) data.secrets.grantTelephony(fn);
  }

  /** Calls that are to be dialled later come to the dial queue at their time. */
  #schedule(dialling: EventConsumer): void {
    const { config, data } = this.#props;
    const { consumer: schedule } = this.#eventConsumer('Schedule', {
      entry: 'calls/schedule',
      description: 'Has scheduled calls dialled at their time',
      typePrefix: 'call_schedule',
      maxConcurrency: config.telephony.dialConcurrency,
    });
    data.store.grantTable(schedule, ['GetItem']);
    new CallSchedules(this, 'CallSchedules', { config, dialling }).grantScheduling(schedule);
  }

  /** Every minute, the calls that are not over are held against what the vendor knows of them. */
  #settle(): void {
    const { data } = this.#props;
    const deadLetterQueue = parkingQueue(this, 'UnsettledRuns');
    const settle = this.#function('Settle', {
      entry: 'calls/settle',
      description: 'Settles calls whose end was not told to us',
      timeout: Duration.seconds(60),
      environment: this.#callbackEnvironment(),
      deadLetterQueue,
    });
    data.store.grantTable(settle, [...FINISH_CALL, 'DeleteItem'], [OPEN_CALLS_INDEX]);
    data.secrets.grantTelephony(settle);
    const rule = new Rule(this, 'EveryMinute', { schedule: Schedule.rate(Duration.minutes(1)) });
    rule.addTarget(new LambdaFunction(settle.function, { deadLetterQueue, retryAttempts: 0 }));
  }

  #answerCallbacks(): void {
    const { data } = this.#props;
    const callback = (id: string, kind: string, description: string) => {
      const fn = this.#function(id, {
        entry: `calls/${kind}`,
        description,
        environment: this.#callbackEnvironment(),
      });
      data.secrets.grantTelephony(fn);
      const method = this.#callbacks.addRoute('POST', `/telephony/calls/{user_id}/{call_id}/${kind}`, fn, {
        authorizationType: AuthorizationType.NONE,
      });
      const reason =
        'The telephony vendor has no token: the function verifies the vendor’s signature of each request.';
      Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
      return fn;
    };
    const answer = callback('Answer', 'answer', 'Tells the vendor how to hold an answered call');
    answer.setEnvironment('RELAY_URL', this.#relay.url);
    data.store.grantTable(answer, ['GetItem', 'PutItem', 'UpdateItem']);
    const status = callback('Status', 'status', 'Takes the vendor’s news of a call');
    data.store.grantTable(status, FINISH_CALL);
    const ended = callback('RelayEnded', 'relay-ended', 'Tells the vendor what follows a conversation');
    data.store.grantTable(ended, ['GetItem']);
  }

  #converse(): void {
    const { config, data } = this.#props;
    const connect = this.#function('Connect', {
      entry: 'calls/connect',
      description: 'Lets the vendor open a conversation',
      environment: { RELAY_URL: this.#relay.url },
    });
    data.store.grantTable(connect, ['GetItem', 'Query']);
    data.secrets.grantTelephony(connect);
    const message = this.#function('Message', {
      entry: 'calls/message',
      description: 'Answers what callees say',
      // API Gateway waits so long for an answer.
      timeout: Duration.seconds(29),
      memorySize: 1024,
      environment: {
        LLM_BASE_URL: config.languageModel.baseUrl,
        LLM_MODEL: config.languageModel.model,
        MAX_CALL_SECONDS: String(config.telephony.maxCallSeconds),
      },
    });
    data.store.grantTable(message, FINISH_CALL);
    data.secrets.grantLanguageModel(message);
    this.#relay.grantSend(message);
    const disconnect = this.#function('Disconnect', {
      entry: 'calls/disconnect',
      description: 'Closes conversations',
    });
    data.store.grantTable(disconnect, ['GetItem', 'PutItem']);
    this.#relay.addRoutes({ connect, message, disconnect });
  }

  #callbackEnvironment(): Record<string, string> {
    const { telephony } = this.#props.config;
    return {
      CALLBACK_BASE_URL: this.#callbacks.url,
      TELEPHONY_API_URL: telephony.apiUrl,
      SETTLE_SECONDS: String(telephony.settleSeconds),
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
      'entry' | 'description' | 'typePrefix' | 'maxConcurrency' | 'environment'
    > &
      Partial<Pick<EventConsumerProps, 'maxAttempts'>>,
  ): EventConsumer {
    const { config, bundles, events } = this.#props;
    return new EventConsumer(this, id, {
      config,
      bundles,
      bus: events.bus,
      timeout: Duration.seconds(30),
      visibilityTimeout: Duration.seconds(60),
      maxAttempts: 5,
      ...props,
    });
  }
}
