/** A resource of the stacks, with resolved intrinsic functions. */
export interface Resource {
  readonly stack: string; // 'Staging-Api'
  readonly logicalId: string; // unique within the stack
  readonly type: string; // 'AWS::Lambda::Function'
  readonly ref: string; // what { Ref } gives: name, url or generated id
  readonly attributes: Readonly<Record<string, string>>; // what Fn::GetAtt gives (Arn, QueueUrl, RootResourceId, ...)
  readonly properties: Readonly<Record<string, unknown>>; // resolved
}
export type Resources = readonly Resource[];
