export interface Resource {
  readonly stack: string; // 'Staging-Api'
  readonly logicalId: string; // unique within the stack
  readonly type: string; // 'AWS::Lambda::Function'
  readonly ref: string; // the result of { Ref }: name, url or generated id
  readonly attributes: Readonly<Record<string, string>>; // the results of Fn::GetAtt (Arn, QueueUrl, RootResourceId, ...)
  readonly properties: Readonly<Record<string, unknown>>; // resolved
}
export type Resources = readonly Resource[];
