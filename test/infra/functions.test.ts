import { describe, expect, it } from 'vitest';
import { catalogue } from '../../lambdas/api/catalogue.ts';
import { workers } from '../../lambdas/workers.ts';
import {
  ENVIRONMENTS,
  type EnvironmentTemplates,
  type Resource,
  synthesizedEnvironments,
} from '../support/run/templates.ts';
import { INDEXES, PERMISSIONS } from './permissions.ts';

const environments = await synthesizedEnvironments();

/** Entries of functions that a gateway waits for. */
const BEHIND_A_GATEWAY = [
  ...Object.keys(catalogue).map((entry) => `api/${entry}`),
  ...Object.entries(workers)
    .filter(([, { trigger }]) => ['authorizer', 'request', 'callback', 'socket'].includes(trigger.by))
    .map(([entry]) => entry),
];

describe.each(ENVIRONMENTS)('the functions of %s', (name) => {
  const environment = environments[name];
  const functions = environment.ofType('AWS::Lambda::Function');

  it('run Node.js 24 on arm64', () => {
    const platforms = functions.map(({ Properties }) => [
      entryOf(Properties),
      Properties.Runtime,
      Properties.Architectures,
    ]);

    expect(platforms).toEqual(
      functions.map(({ Properties }) => [entryOf(Properties), 'nodejs24.x', ['arm64']]),
    );
  });

  it('keep their logs for the environment’s days, each in its own group', () => {
    const days = { Staging: 14, Production: 90 }[name];
    const perStack = Object.values(environment.stacks).map((stack) => ({
      logs: stack
        .ofType('AWS::Lambda::Function')
        .map(({ Properties }) => Properties.LoggingConfig.LogGroup.Ref),
      groups: stack.ofType('AWS::Logs::LogGroup'),
    }));

    for (const { logs, groups } of perStack) {
      expect(new Set(logs).size).toBe(logs.length);
      expect(groups.map(({ id }) => id)).toEqual(expect.arrayContaining(logs));
      for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(days);
    }
  });

  it('have concurrency reserved if the telephony vendor invokes them', () => {
    const [turns, step, report] = [440, 16, 6];
    const ofProduction = {
      'callbacks/answer': step,
      'callbacks/call-status': step,
      'callbacks/incoming': step,
      'callbacks/incoming-status': step,
      'callbacks/machine-detection': step,
      'callbacks/recording-status': step,
      'callbacks/relay-ended': step,
      'callbacks/transfer-ended': report,
      'callbacks/transfer-key': report,
      'callbacks/transfer-status': step,
      'callbacks/transfer-whisper': step,
      'conversation/connect': step,
      'conversation/disconnect': step,
      'conversation/message': turns,
    };

    // A new account may not have the quota for reservations in staging.
    const expected = name === 'Production' ? ofProduction : {};
    expect(Object.fromEntries(reservationsOf(environment))).toEqual(expected);
  });

  it('are all bounded: by a reservation, a queue’s mapping, the shards of the stream, a schedule, or the API’s throttle', () => {
    const unbounded = Object.values(environment.stacks).flatMap((stack) => {
      const mappings = stack.ofType('AWS::Lambda::EventSourceMapping');
      const schedules = stack
        .ofType('AWS::Events::Rule')
        .filter(({ Properties }) => Properties.ScheduleExpression !== undefined);
      const bounding = JSON.stringify([
        ...mappings.map(({ Properties }) => Properties.FunctionName),
        ...schedules.map(({ Properties }) => Properties.Targets),
      ]);
      const aliases = stack.ofType('AWS::Lambda::Alias');
      return stack.ofType('AWS::Lambda::Function').flatMap(({ id, Properties }) => {
        const ofFunction = aliases.filter((alias) => alias.Properties.FunctionName.Ref === id);
        // Staging reserves nothing for what the vendor invokes.
        const isBounded =
          (name === 'Staging' && /^(callbacks|conversation)\//.test(entryOf(Properties))) ||
          Properties.ReservedConcurrentExecutions !== undefined ||
          stack === environment.stacks.Api ||
          [id, ...ofFunction.map((alias) => alias.id)].some((each) => bounding.includes(`"${each}"`));
        return isBounded ? [] : [entryOf(Properties)];
      });
    });

    expect(unbounded).toEqual([]);
  });

  it('fit into an account of 1,000 executions together, with as many requests as the API’s throttle permits', () => {
    const mappings = environment.ofType('AWS::Lambda::EventSourceMapping');
    const [ofStream, ofQueues] = [true, false].map((isStream) =>
      mappings.filter(({ Properties }) => (Properties.StartingPosition !== undefined) === isStream),
    ) as [Resource[], Resource[]];
    const [stage] = environment.stacks.Api.ofType('AWS::ApiGateway::Stage');
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = stage!.Properties.MethodSettings[0];

    const queued = ofQueues.map(({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency);
    const reserved = reservationsOf(environment).map(([, executions]) => executions);
    const shards = { Staging: 4, Production: 8 }[name];
    const schedules = environment
      .ofType('AWS::Events::Rule')
      .filter(({ Properties }) => Properties.ScheduleExpression !== undefined);
    // A request takes 60 ms.
    const ofApi = burst + rate * 0.06;

    expect(queued).not.toContain(undefined);
    // A run may be under way when the next event comes.
    const scheduled = 2 * schedules.length;
    const all = sum(reserved) + sum(queued) + ofStream.length * shards + scheduled + ofApi;
    expect(all).toBeLessThanOrEqual(1000);
  });

  it('answer before the gateway gives up', () => {
    const waitedFor = functions.filter(({ Properties }) => BEHIND_A_GATEWAY.includes(entryOf(Properties)));

    const late = waitedFor.filter(({ Properties }) => Properties.Timeout > 29);

    expect(waitedFor).toHaveLength(BEHIND_A_GATEWAY.length);
    expect(late).toEqual([]);
  });

  it('receive the limits that they enforce', () => {
    const told = (entry: string) =>
      functions.find(({ Properties }) => entryOf(Properties) === entry)?.Properties.Environment.Variables;

    expect(told('api/calls/create')).toMatchObject({ MAX_OPEN_CALLS: '1000' });
    const models = {
      llm_vendor_a: ['gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4o-mini'],
      llm_vendor_b: ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
      bedrock: { region: 'us-east-1', models: ['us.amazon.nova-micro-v1:0', 'us.amazon.nova-lite-v1:0'] },
    };
    const asking = functions
      .map(({ Properties }) => entryOf(Properties))
      .filter((entry) => told(entry).PLATFORM_MODELS === JSON.stringify(models));
    expect(asking.sort()).toEqual([
      'after-call/collect-fields',
      'api/agents/create',
      'api/agents/update',
      'api/calls/batch',
      'api/calls/create',
      'api/numbers/buy',
      'api/numbers/link',
      'api/numbers/update',
      'api/rehearsals/say',
      'callbacks/transfer-status',
      'callbacks/transfer-whisper',
      'conversation/due-turn',
      'conversation/message',
    ]);
    expect(told('dialing/dial')).toMatchObject({ CALLS_PER_SECOND: '1', MAX_CALL_SECONDS: '3600' });
    expect(told('conversation/message')).toMatchObject({ MAX_CALL_SECONDS: '3600' });
    const numbers = { Staging: 10, Production: 100 }[name];
    for (const { Properties } of functions) {
      const { TABLE_NAME, QUOTAS } = Properties.Environment.Variables;
      // Functions that reach the table know the user's quotas.
      if (TABLE_NAME !== undefined) expect(JSON.parse(QUOTAS)).toMatchObject({ numbers, webhooks: 100 });
    }
    expect(told('webhooks/deliver')).toMatchObject({
      RETRY_SECONDS: '5,300,1800,7200,18000,36000,36000',
      DISABLE_AFTER_SECONDS: '432000',
    });
    expect(told('api/webhooks/test')).toMatchObject({ TESTS_PER_MINUTE: '30' });
    for (const name of ['create', 'update'])
      expect(told(`api/account-connections/${name}`)).toMatchObject({ FAILED_CHECKS_PER_MINUTE: '10' });
    expect(told('api/numbers/search')).toMatchObject({
      NUMBER_SEARCHES_PER_MINUTE: '20',
      PLATFORM_NUMBER_SEARCHES_PER_MINUTE: '200',
    });
    expect(told('api/webhooks/deliveries/retry')).toMatchObject({ RETRIES_PER_MINUTE: '120' });
    expect(told('api/webhooks/replay')).toMatchObject({ REPLAYS_AT_ONCE: '3' });
  });

  it('have a role each, which only Lambda can assume', () => {
    const perStack = Object.values(environment.stacks).map((stack) => {
      const roles = stack
        .ofType('AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]);
      return { roles, assumed: roles.map((id) => stack.resources.find((resource) => resource.id === id)) };
    });

    for (const { roles, assumed } of perStack) {
      expect(new Set(roles).size).toBe(roles.length);
      for (const role of assumed) {
        expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
          expect.objectContaining({ Principal: { Service: 'lambda.amazonaws.com' } }),
        ]);
      }
    }
  });

  it('may do what the table of permissions says, and nothing else', () => {
    const granted = grantsOf(environment).map(([entry, statements]) => [entry, actionsOf(statements)]);

    const stated = Object.entries(PERMISSIONS).map(([entry, actions]) => [
      entry,
      [...new Set(actions)].sort(),
    ]);

    expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(stated));
  });

  it('may query the indexes of the same table, and do nothing else with an index', () => {
    const granted = grantsOf(environment).flatMap(([entry, statements]) => {
      const onIndexes = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('/index/'));
      expect(actionsOf(onIndexes)).toEqual(onIndexes.length > 0 ? ['dynamodb:Query'] : []);
      const names = onIndexes.flatMap(({ Resource }) =>
        [...JSON.stringify(Resource).matchAll(/\/index\/([^"]*)"/g)].map(([, name]) => name),
      );
      return names.length > 0 ? [[entry, names]] : [];
    });

    expect(Object.fromEntries(granted)).toEqual(INDEXES);
  });

  it('may count requests if they write to no records, restricted by IAM to the partitions of rate limits', () => {
    const conditional = grantsOf(environment).flatMap(([entry, statements]) => {
      // The statements for Amazon Bedrock have a test of their own.
      const under = statements.filter(
        ({ Action, Condition }) => Condition !== undefined && !String(Action).startsWith('bedrock:'),
      );
      return under.map(({ Action, Condition }) => ({ entry, Action, Condition }));
    });
    const readers = Object.entries(catalogue).filter(([, contract]) => contract.method === 'GET');

    expect(conditional.map(({ entry }) => entry).sort()).toEqual(
      readers.map(([entry]) => `api/${entry}`).sort(),
    );
    for (const { Action, Condition } of conditional) {
      expect(Action).toBe('dynamodb:UpdateItem');
      expect(Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE_LIMIT#*'] } });
    }
    for (const [entry] of readers) {
      const writes = grantsOf(environment).filter(([name]) => name === `api/${entry}`);
      const unconditional = writes.flatMap(([, statements]) =>
        statements.filter(({ Condition }) => Condition === undefined),
      );
      expect(actionsOf(unconditional)).not.toContain('dynamodb:UpdateItem');
    }
  });

  it('name every resource that they may act on, except recordings, our own WebSocket connections and schedules, and the regions of inference profiles', () => {
    const wildcards = grantsOf(environment).flatMap(([entry, statements]) =>
      statements.flatMap(({ Action, Resource }) => {
        const written = JSON.stringify(Resource);
        return written.includes('*') ? [`${entry} ${Action} ${written.slice(written.lastIndexOf('/'))}`] : [];
      }),
    );

    expect(wildcards.sort()).toEqual([
      `after-call/collect-fields bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `after-call/collect-fields bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `after-call/keep-recording s3:DeleteObject,s3:PutObject /*"]]}`,
      `api/calls/delete s3:DeleteObject /*"]]}`,
      `api/calls/recording s3:GetObject /*"]]}`,
      `api/rehearsals/say bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `api/rehearsals/say bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `callbacks/transfer-status bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `callbacks/transfer-status bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `callbacks/transfer-whisper bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `callbacks/transfer-whisper bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `conversation/check-silence execute-api:ManageConnections /*"]]}`,
      `conversation/due-turn bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `conversation/due-turn bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `conversation/due-turn execute-api:ManageConnections /*"]]}`,
      `conversation/message bedrock:InvokeModelWithResponseStream /amazon.nova-lite-v1:0"`,
      `conversation/message bedrock:InvokeModelWithResponseStream /amazon.nova-micro-v1:0"`,
      `conversation/message execute-api:ManageConnections /*"]]}`,
      `dialing/schedule-dialing scheduler:CreateSchedule,scheduler:DeleteSchedule /*"]]}`,
      `webhooks/deliver scheduler:CreateSchedule /*"]]}`,
      `webhooks/redeliver scheduler:CreateSchedule /*"]]}`,
    ]);
  });

  it('have all permissions in the role itself, with no policy attached from elsewhere', () => {
    const roles = environment.ofType('AWS::IAM::Role');

    const attached = roles.filter(({ Properties }) => Properties.ManagedPolicyArns !== undefined);

    // The account's log setting, AWS Backup and CodeDeploy are not functions, and AWS has its own policies for them.
    expect(attached.filter(({ id }) => !/^(ApiLogging|Backups|Rollouts)Role/.test(id))).toEqual([]);
    expect(environment.ofType('AWS::IAM::Policy')).toEqual([]);
    expect(environment.ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The reserved executions of functions, by entry. */
const reservationsOf = (environment: EnvironmentTemplates): [string, number][] =>
  environment.ofType('AWS::Lambda::Function').flatMap(({ Properties }) => {
    const reserved: number | undefined = Properties.ReservedConcurrentExecutions;
    return reserved === undefined ? [] : [[entryOf(Properties), reserved]];
  });

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const entryOf = (properties: Resource['Properties']): string =>
  properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;

const actionsOf = (statements: readonly Statement[]) =>
  [...new Set(statements.flatMap(({ Action }) => Action))].sort();

/** The statements of each function's role, by entry. */
function grantsOf({ stacks }: EnvironmentTemplates): [string, Statement[]][] {
  return Object.values(stacks).flatMap((stack) =>
    stack.ofType('AWS::Lambda::Function').map(({ Properties }): [string, Statement[]] => {
      const role = stack.resources.find(({ id }) => id === Properties.Role['Fn::GetAtt'][0]);
      const policies: { PolicyDocument: { Statement: Statement[] } }[] = role?.Properties.Policies;
      return [entryOf(Properties), policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)];
    }),
  );
}
