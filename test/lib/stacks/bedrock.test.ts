import { describe, expect, it } from 'vitest';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import staging from '../../support/environments/staging.ts';
import { stageTemplates } from '../../support/run/stage-templates.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const ACCOUNT = '111122223333';
const PROFILE = `arn:aws:bedrock:eu-west-1:${ACCOUNT}:inference-profile/eu.amazon.nova-lite-v1:0`;
const APPLICATION = `arn:aws:bedrock:eu-west-1:${ACCOUNT}:application-inference-profile/abc123`;

/** The statements with an action by function, if the configuration has these models of Amazon Bedrock. */
function grantsOf(bedrock: EnvironmentConfig['languageModel']['bedrock'], action = 'bedrock') {
  const { bedrock: _, ...languageModel } = staging.languageModel;
  const config = {
    ...staging,
    account: ACCOUNT,
    languageModel: { ...languageModel, ...(bedrock && { bedrock }) },
  };
  const roles = Object.values(stageTemplates(config)).flatMap((template) =>
    Object.entries(template.findResources('AWS::IAM::Role')),
  );
  return roles.flatMap(([id, { Properties }]) => {
    const policies: { PolicyDocument: { Statement: Statement[] } }[] = Properties.Policies ?? [];
    return policies
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes(action))
      .map((statement) => ({ id, ...statement }));
  });
}

/** A text with the partition in it. */
const written = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},"([^"]*)"\]\]\}/g,
      '"arn:aws$1"',
    ),
  );

describe('the functions that ask models', () => {
  const grants = grantsOf({
    region: 'eu-west-1',
    models: ['anthropic.claude-haiku-4-5-20251001-v1:0', 'eu.amazon.nova-lite-v1:0', APPLICATION],
  });

  it('may ask the models of Amazon Bedrock that the configuration names, and only through their profiles', () => {
    const [message] = grants.filter(({ id }) => id.startsWith('Message'));
    const ofMessage = grants.filter(({ id }) => id === message?.id);

    expect(written(ofMessage.map(({ id: _, ...statement }) => statement))).toEqual([
      {
        Action: 'bedrock:InvokeModelWithResponseStream',
        Effect: 'Allow',
        Resource: [
          APPLICATION,
          PROFILE,
          'arn:aws:bedrock:eu-west-1::foundation-model/anthropic.claude-haiku-4-5-20251001-v1:0',
        ],
      },
      {
        Action: 'bedrock:InvokeModelWithResponseStream',
        Effect: 'Allow',
        Resource: 'arn:aws:bedrock:*::foundation-model/amazon.nova-lite-v1:0',
        Condition: { StringEquals: { 'bedrock:InferenceProfileArn': PROFILE } },
      },
      {
        Action: 'bedrock:InvokeModelWithResponseStream',
        Effect: 'Allow',
        Resource: 'arn:aws:bedrock:*::foundation-model/*',
        Condition: { StringEquals: { 'bedrock:InferenceProfileArn': APPLICATION } },
      },
    ]);
  });
});
