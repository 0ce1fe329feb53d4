import type { IdentityOf, UnresolvedResource } from './identity.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The AWS names of API Gateway's resources (REST and WebSocket). */
const apiIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::ApiGateway::RestApi': (r) => ({
    ref: r.id(10, alphabet),
    attributes: { RestApiId: r.id(10, alphabet), RootResourceId: `${r.id(9, alphabet)}0` },
  }),
  'AWS::ApiGateway::Resource': withId('ResourceId', 6),
  'AWS::ApiGateway::Method': withId('Id', 6),
  'AWS::ApiGateway::Deployment': withId('DeploymentId', 6),
  'AWS::ApiGateway::Authorizer': withId('AuthorizerId', 6),
  'AWS::ApiGateway::GatewayResponse': withId('Id', 6),
  'AWS::ApiGateway::Stage': (r) => ({ ref: r.property('StageName'), attributes: {} }),
  'AWS::ApiGatewayV2::Api': (r) => {
    const id = r.id(10, alphabet);
    const scheme = r.property('ProtocolType') === 'WEBSOCKET' ? 'wss' : 'https';
    return {
      ref: id,
      attributes: { ApiId: id, ApiEndpoint: `${scheme}://${id}.execute-api.${r.region}.amazonaws.com` },
    };
  },
  'AWS::ApiGatewayV2::Route': withId('RouteId', 7),
  'AWS::ApiGatewayV2::Integration': withId('IntegrationId', 7),
  'AWS::ApiGatewayV2::IntegrationResponse': withId('IntegrationResponseId', 7),
  'AWS::ApiGatewayV2::Stage': (r) => ({ ref: r.property('StageName'), attributes: {} }),
};

function withId(attribute: string, length: number): IdentityOf {
  return (resource) => {
    const id = resource.id(length, alphabet);
    return { ref: id, attributes: { [attribute]: id } };
  };
}

/** The attribute with a distribution's ARN. CloudFormation has no such attribute, so no template uses its name. */
export const LOCAL_ARN = 'local:Arn';

/** The AWS names of CloudFront's resources. */
const edgeIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::CloudFront::Distribution': (r) => {
    const id = `E${r.id(13, alphabet.toUpperCase())}`;
    return {
      ref: id,
      attributes: {
        Id: id,
        DomainName: `d${r.id(13, alphabet)}.cloudfront.net`,
        [LOCAL_ARN]: `arn:aws:cloudfront::${r.account}:distribution/${id}`,
      },
    };
  },
  'AWS::CloudFront::Function': (r) => {
    const arn = `arn:aws:cloudfront::${r.account}:function/${r.name('Name')}`;
    return { ref: arn, attributes: { FunctionARN: arn } };
  },
  'AWS::CloudFront::OriginAccessControl': withId('Id', 14),
  'AWS::CloudFront::ResponseHeadersPolicy': withId('Id', 14),
};

/** The version of every alias: only the template's code exists. */
const VERSION = '1';

const hex = '0123456789abcdef';

/** Empties a bucket before CloudFormation deletes it. */
export const EMPTIED_BUCKET = 'Custom::S3AutoDeleteObjects';

/** The AWS names of resources of each known type: their Ref, ARN and other attributes. */
export const identities: Readonly<Record<string, IdentityOf>> = {
  ...apiIdentities,
  ...edgeIdentities,
  'Custom::CDKBucketDeployment': (r) => ({
    ref: r.id(12, alphabet),
    attributes: { DestinationBucketArn: `arn:aws:s3:::${r.property('DestinationBucketName')}` },
  }),
  [EMPTIED_BUCKET]: (r) => ({ ref: r.id(12, alphabet), attributes: {} }),
  'AWS::DynamoDB::Table': (r) => {
    const arn = `${arnOf(r, 'dynamodb')}:table/${r.name('TableName')}`;
    return {
      ref: r.name('TableName'),
      attributes: { Arn: arn, StreamArn: `${arn}/stream/2024-01-01T00:00:00.000` },
    };
  },
  'AWS::KMS::Key': (r) => {
    const digits = r.id(32, hex);
    const id = digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
    return { ref: id, attributes: { Arn: `${arnOf(r, 'kms')}:key/${id}`, KeyId: id } };
  },
  'AWS::SecretsManager::Secret': (r) => {
    const arn = `${arnOf(r, 'secretsmanager')}:secret:${r.name('Name')}-${r.id(6, alphabet)}`;
    return { ref: arn, attributes: { Id: arn } };
  },
  'AWS::Lambda::Function': (r) => ({
    ref: r.name('FunctionName'),
    attributes: { Arn: `${arnOf(r, 'lambda')}:function:${r.name('FunctionName')}` },
  }),
  'AWS::Lambda::Version': (r) => {
    const arn = `${functionArn(r)}:${VERSION}`;
    return { ref: arn, attributes: { FunctionArn: arn, Version: VERSION } };
  },
  'AWS::Lambda::Alias': (r) => {
    const arn = `${functionArn(r)}:${r.property('Name')}`;
    return { ref: arn, attributes: { AliasArn: arn } };
  },
  'AWS::Lambda::LayerVersion': (r) => {
    const arn = `${arnOf(r, 'lambda')}:layer:${r.name('LayerName')}:1`;
    return { ref: arn, attributes: { LayerVersionArn: arn } };
  },
  'AWS::Lambda::Permission': generated('Id'),
  'AWS::Lambda::EventSourceMapping': generated('Id'),
  'AWS::Lambda::EventInvokeConfig': generated('Id'),
  'AWS::IAM::Role': (r) => ({
    ref: r.name('RoleName'),
    attributes: {
      Arn: `arn:aws:iam::${r.account}:role/${r.name('RoleName')}`,
      RoleId: `AROA${r.id(17, alphabet).toUpperCase()}`,
    },
  }),
  'AWS::IAM::Policy': generated('Id'),
  'AWS::Events::EventBus': (r) => ({
    ref: r.name('Name'),
    attributes: { Arn: `${arnOf(r, 'events')}:event-bus/${r.name('Name')}`, Name: r.name('Name') },
  }),
  'AWS::Events::Rule': (r) => {
    const bus = r.property('EventBusName').split('/').at(-1) ?? '';
    const path = bus === '' || bus === 'default' ? r.name('Name') : `${bus}/${r.name('Name')}`;
    return {
      ref: path.replace('/', '|'),
      attributes: { Arn: `${arnOf(r, 'events')}:rule/${path}` },
    };
  },
  'AWS::S3::Bucket': (r) => {
    // Names of buckets have no capital letters.
    const name = r.name('BucketName').toLowerCase();
    return {
      ref: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        RegionalDomainName: `${name}.s3.${r.region}.amazonaws.com`,
      },
    };
  },
  'AWS::S3::BucketPolicy': generated('Id'),
  'AWS::Scheduler::ScheduleGroup': (r) => ({
    ref: r.name('Name'),
    attributes: { Arn: `${arnOf(r, 'scheduler')}:schedule-group/${r.name('Name')}` },
  }),
  'AWS::SQS::Queue': (r) => {
    const name = r.name('QueueName');
    const url = `${r.awsEndpoint}/${r.account}/${name}`;
    return {
      ref: url,
      attributes: { Arn: `${arnOf(r, 'sqs')}:${name}`, QueueName: name, QueueUrl: url },
    };
  },
  'AWS::SQS::QueuePolicy': generated('Id'),
};

function arnOf(resource: UnresolvedResource, service: string): string {
  return `arn:aws:${service}:${resource.region}:${resource.account}`;
}

function functionArn(resource: UnresolvedResource): string {
  const name = resource.property('FunctionName');
  return name.startsWith('arn:') ? name : `${arnOf(resource, 'lambda')}:function:${name}`;
}

function generated(attribute: string): IdentityOf {
  return (resource) => {
    const id = resource.id(12, alphabet);
    return { ref: id, attributes: { [attribute]: id } };
  };
}
