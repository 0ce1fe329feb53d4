import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { tableActionsOf } from '../../../lambdas/http/endpoint.ts';
import staging from '../../support/environments/staging.ts';
import { stageTemplates } from '../../support/run/stage-templates.ts';
import {
  ENVIRONMENTS,
  type EnvironmentTemplates,
  type Resource,
  synthesizedEnvironments,
} from '../../support/run/templates.ts';

const environments = await synthesizedEnvironments();

it.each([true, false])('X-Ray traces functions, which may then send traces: %s', (tracing) => {
  const templates = Object.values(stageTemplates({ ...staging, tracing }));
  const all = JSON.stringify(templates.map((each) => each.toJSON()));

  expect([all.includes('"TracingConfig":{"Mode":"Active"}'), all.includes('xray:Put')]).toEqual([
    tracing,
    tracing,
  ]);
});

describe.each(ENVIRONMENTS)('the queues of %s', (name) => {
  it('give no messages, which may have words of calls, to the role that compares pull requests', () => {
    const { ofType } = environments[name];
    const guarded = ofType('AWS::SQS::QueuePolicy').flatMap(({ Properties }) => {
      const denied = JSON.stringify(Properties.PolicyDocument.Statement);
      const isGuarded =
        /"sqs:ReceiveMessage","Condition":\{"ArnLike":\{"aws:PrincipalArn":"[^"]*-lookup-role-\*"/;
      return isGuarded.test(denied) ? Properties.Queues.map(({ Ref }: { Ref: string }) => Ref) : [];
    });

    expect(guarded.sort()).toEqual(
      ofType('AWS::SQS::Queue')
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe.each(ENVIRONMENTS)('the functions of %s', (name) => {
  const environment = environments[name];

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
          (name === 'Staging' && /^calls\/(callbacks|relay)\//.test(entryOf(Properties))) ||
          Properties.ReservedConcurrentExecutions !== undefined ||
          stack === environment.stacks.Api ||
          [id, ...ofFunction.map((alias) => alias.id)].some((each) => bounding.includes(`"${each}"`));
        return isBounded ? [] : [entryOf(Properties)];
      });
    });

    expect(unbounded).toEqual([]);
  });

  it('have a role each, or one for endpoints that may do the same, which only Lambda can assume', () => {
    for (const stack of Object.values(environment.stacks)) {
      const rightsOf = new Map<string, Set<unknown>>();
      for (const { id, Properties } of stack.ofType('AWS::Lambda::Function')) {
        const contract = catalogue[entryOf(Properties).replace(/^api\//, '') as keyof typeof catalogue];
        const rights = contract
          ? JSON.stringify([[...tableActionsOf(contract)].sort(), contract.tableIndexes, contract.grants])
          : id;
        const role = Properties.Role['Fn::GetAtt'][0];
        rightsOf.set(role, new Set([...(rightsOf.get(role) ?? []), rights]));
      }

      expect([...rightsOf.values()].filter(({ size }) => size > 1)).toEqual([]);
      for (const role of rightsOf.keys())
        expect(stack.resources.find(({ id }) => id === role)?.Properties).toMatchObject({
          AssumeRolePolicyDocument: { Statement: [{ Principal: { Service: 'lambda.amazonaws.com' } }] },
        });
    }
  });

  it('play tests with no right to write to records or calls', () => {
    const [, statements = []] =
      grantsOf(environment).find(([entry]) => entry === 'agent-tests/run-case') ?? [];
    const writes = statements.filter(({ Action }) =>
      /dynamodb:.*(Put|Update|Delete)|telephony|dial/.test(String(Action)),
    );

    expect(writes.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      [
        ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
        { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TEST_*', 'USAGE#*'] } },
      ],
    ]);
  });

  it('may count requests if they write to no records, restricted by IAM to the partitions of rate limits', () => {
    const conditional = grantsOf(environment).flatMap(([entry, statements]) => {
      // The statements for Amazon Bedrock and the worker of tests have tests of their own.
      if (entry === 'agent-tests/run-case') return [];
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

  it('list the streams of the account, as the CDK’s own grant permits, and do nothing else to all tables', () => {
    const statements = grantsOf(environment).flatMap(([, each]) => each);
    const onAll = statements.filter(({ Resource }) => Resource === '*');

    expect(actionsOf(onAll).filter((action) => action.startsWith('dynamodb:'))).toEqual([
      'dynamodb:ListStreams',
    ]);
  });

  it('only query indexes, and scan nothing', () => {
    const statements = grantsOf(environment).flatMap(([, each]) => each);
    const onIndexes = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('/index/'));

    expect(actionsOf(onIndexes)).toEqual(['dynamodb:Query']);
    expect(actionsOf(statements)).not.toContain('dynamodb:Scan');
  });
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
