// A version that fails raises its own alarm in a local run, and no other version's.
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { feltAlarmName } from '../../../lib/config/alarm-names.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { until } from '../../support/service/api.ts';
import { breakCall, breakConversation } from '../../support/service/break-item.ts';
import { framesFailed } from '../../support/service/emitted-metrics.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

const answer = z.object({ statusCode: z.literal(500) });
const dimension = z.object({ Name: z.string(), Value: z.string() });
const metric = z.object({ Dimensions: z.array(dimension) });
/** The metrics of an alarm on an expression. */
const watched = z
  .object({ Metrics: z.array(z.object({ MetricStat: z.object({ Metric: metric }).optional() })) })
  .transform(({ Metrics }) => Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []))
  .pipe(z.tuple([metric], metric));

const TABLE = 'phone-call-agents-production';
/** Failures of a version that are no accident. */
const FAILURES = 3;
/** Cases of a period of which a share can be told, and some more. */
const CASES = 12;
const MINUTE_MS = 60_000;
/** Minutes of a period, and periods in a row that raise an alarm on what people feel. */
const [PERIOD, PERIODS] = [5, 3];

/** The callees do not hang up by themselves. */
const PATIENCE_MS = 3_600_000;

const receiver = new WebhookReceiver();
let service: OwnService;
/** Failed invocations, by the names of their functions. */
const failed: string[] = [];
/** Callbacks that were answered with 500. */
let callbacksFailed = 0;

beforeAll(async () => {
  service = await startOwnService(
    // Deliveries cannot read it.
    { RETRY_SECONDS: 'soon' },
    {
      onInvocation: ({ functionName, result }) => {
        if (!result.ok) failed.push(functionName);
        else if (/Calls-(RelayEnded|Status)/.test(functionName) && answer.safeParse(result.payload).success)
          callbacksFailed += 1;
      },
    },
  );
}, 120_000);

afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Resolves when invocations of a function have failed. */
const failures = (functionName: RegExp) =>
  until(`failures of ${functionName}`, () => {
    const found = failed.filter((name) => functionName.test(name));
    return found.length >= FAILURES || { waitingFor: failed };
  });

/** The alarms on versions that are raised now. */
function raisedOfVersions(): string[] {
  service.runtime.cloudWatch.pass(1);
  return service.runtime.cloudWatch
    .alarms()
    .filter(({ state, description }) => state === 'ALARM' && description.includes('docs/rollout.md#'))
    .map(({ logicalId }) => logicalId);
}

/** Sends messages to the queue of a consumer that it cannot read. */
async function sendUnreadable(consumer: string): Promise<void> {
  const queue = service.runtime.resources.find(
    ({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.startsWith(`${consumer}Queue`),
  );
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const endpoint = service.connection.aws_endpoint_url;
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  for (let sent = 0; sent < FAILURES; sent++)
    await client.send(new SendMessageCommand({ QueueUrl: queue?.ref, MessageBody: '{}' }));
  client.destroy();
}

describe('the alarm of a version goes off', () => {
  it('if a variable cannot be read', async () => {
    const url = await receiver.listen();
    const webhook = await service.api.created('/v1/webhooks/create', {
      subscriptions: ['event_message'],
      url,
    });
    for (let times = 0; times < FAILURES; times++)
      await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);
    await failures(/Events-Deliver/);

    expect(raisedOfVersions()).toEqual([expect.stringMatching(/^Deliver.*VersionFails/)]);
  });

  it.each([
    ['deliveries', 'FanOut', /Events-FanOut/],
    ['conversations', 'SilenceChecks', /Calls-SilenceChecks/],
  ])('if it handles no message of its queue: %s', async (_, consumer, functionName) => {
    await sendUnreadable(consumer);
    await failures(functionName);

    expect(raisedOfVersions()).toContainEqual(
      expect.stringMatching(new RegExp(`^${consumer}.*VersionFails`)),
    );
  });

  it('if three of its few answers to somebody on the line are slow, and not if two are', () => {
    const { cloudWatch, resources } = service.runtime;
    const alarm = resources.find(({ logicalId }) => /^Answer.*VersionIsSlow/.test(logicalId));
    const [{ Dimensions }] = watched.parse(alarm?.properties);
    const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
    const answers = (count: number, durationMs: number) => {
      for (let answered = 0; answered < count; answered++)
        cloudWatch.record({ namespace: 'AWS/Lambda', name: 'Duration', dimensions }, durationMs);
    };
    const slow = expect.stringMatching(/^Answer.*VersionIsSlow/);

    answers(17, 7000);
    answers(2, 7001);
    expect(raisedOfVersions()).not.toContainEqual(slow);

    answers(1, 7001);
    expect(raisedOfVersions()).toContainEqual(slow);
  });

  it('only if the local run counts what it watches, which it does', () => {
    const unknown = service.runtime.cloudWatch
      .alarms()
      .filter(({ fault, logicalId }) => fault && /Version/.test(logicalId));

    expect(unknown).toEqual([]);
  });
});

describe('a version that answers in spite of each failure raises an alarm on what people feel', () => {
  /** Causes failures in each of three successive periods. Returns the alarms that were raised by them. */
  async function inEachPeriod(trouble: (period: number) => Promise<void>): Promise<string[]> {
    const { cloudWatch } = service.runtime;
    const before = new Map(cloudWatch.alarms().map(({ name, raised }) => [name, raised]));
    for (let period = 1; period <= PERIODS; period++) {
      const begun = cloudWatch.now();
      await trouble(period);
      cloudWatch.pass(Math.max(0, PERIOD - Math.floor((cloudWatch.now() - begun) / MINUTE_MS)));
    }
    return cloudWatch
      .alarms()
      .flatMap(({ name, raised }) => (raised > (before.get(name) ?? 0) ? [name] : []));
  }

  it('if it fails on every frame', async () => {
    const { call, line } = await startTalk(service.connection, service.api, { patienceMs: PATIENCE_MS });
    await breakConversation(service.connection, call, TABLE);

    const raised = await inEachPeriod(async (period) => {
      for (let said = 0; said < CASES; said++) await line({ say: `word ${said}` });
      await until('failed frames', () => {
        const frames = framesFailed(service.data);
        return frames >= period * CASES || { waitingFor: frames };
      });
    });

    expect(raised).toContain(feltAlarmName('production', 'frames-failing'));
    expect(failed.filter((name) => /Calls-Message/.test(name))).toEqual([]);
  }, 120_000);

  it('if it fails on every callback', async () => {
    const raised = await inEachPeriod(async (period) => {
      while (callbacksFailed < period * CASES) {
        const before = callbacksFailed;
        const { call, line } = await startTalk(service.connection, service.api, { patienceMs: PATIENCE_MS });
        await breakCall(service.connection, call, TABLE);
        await line({ hang_up: true });
        await until(
          'failed callbacks',
          () => callbacksFailed >= before + 3 || { waitingFor: callbacksFailed },
        );
      }
    });

    expect(raised).toContain(feltAlarmName('production', 'callbacks-failed'));
  }, 180_000);
});
