import type { IdentityOf } from './identity.ts';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The attribute with a distribution's ARN. CloudFormation has no such attribute, so no template uses its name. */
export const LOCAL_ARN = 'local:Arn';

/** The AWS names of CloudFront's resources. */
export const edgeIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::CloudFront::Distribution': (r) => {
    const id = `E${r.id(13, upper)}`;
    return {
      ref: id,
      attributes: {
        Id: id,
        DomainName: `d${r.id(13, lower)}.cloudfront.net`,
        [LOCAL_ARN]: `arn:aws:cloudfront::${r.account}:distribution/${id}`,
      },
    };
  },
  'AWS::CloudFront::Function': (r) => {
    const arn = `arn:aws:cloudfront::${r.account}:function/${r.name('Name')}`;
    return {
      ref: arn,
      attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn, Stage: 'LIVE' },
    };
  },
  'AWS::CloudFront::OriginAccessControl': withId,
  'AWS::CloudFront::ResponseHeadersPolicy': withId,
};

function withId(r: Parameters<IdentityOf>[0]): ReturnType<IdentityOf> {
  const id = r.id(14, upper);
  return { ref: id, attributes: { Id: id } };
}
