import type { IdentityOf } from './identity.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The AWS names of API Gateway's resources (REST and WebSocket). */
export const apiIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::ApiGateway::RestApi': (r) => ({
    ref: r.id(10, alphabet),
    attributes: { RestApiId: r.id(10, alphabet), RootResourceId: `${r.id(9, alphabet)}0` },
  }),
  'AWS::ApiGateway::Resource': withId('ResourceId', 6),
  'AWS::ApiGateway::Method': withId('Id', 6),
  'AWS::ApiGateway::Deployment': withId('DeploymentId', 6),
  'AWS::ApiGateway::Authorizer': withId('AuthorizerId', 6),
  'AWS::ApiGateway::GatewayResponse': withId('Id', 6),
  'AWS::ApiGateway::RequestValidator': withId('RequestValidatorId', 6),
  'AWS::ApiGateway::Model': (r) => ({ ref: r.name('Name'), attributes: {} }),
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
  'AWS::ApiGatewayV2::Stage': (r) => ({ ref: r.property('StageName'), attributes: {} }),
  'AWS::ApiGateway::DomainName': domainName,
  'AWS::ApiGateway::BasePathMapping': (r) => ({ ref: r.id(10, alphabet), attributes: {} }),
  'AWS::ApiGatewayV2::DomainName': domainName,
  'AWS::ApiGatewayV2::ApiMapping': withId('ApiMappingId', 6),
};

function domainName(r: Parameters<IdentityOf>[0]): ReturnType<IdentityOf> {
  return {
    ref: r.property('DomainName'),
    attributes: {
      RegionalDomainName: `d-${r.id(10, alphabet)}.execute-api.${r.region}.amazonaws.com`,
      RegionalHostedZoneId: `Z${r.id(13, alphabet).toUpperCase()}`,
    },
  };
}

function withId(attribute: string, length: number): IdentityOf {
  return (resource) => {
    const id = resource.id(length, alphabet);
    return { ref: id, attributes: { [attribute]: id } };
  };
}
