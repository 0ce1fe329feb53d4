import type { components, paths, webhooks } from './schema.ts';

/** A schema of the API's document, by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The operations of a path, by lower-case method. */
type Operation<Path extends keyof paths, Method extends 'get' | 'post'> = NonNullable<paths[Path][Method]>;

/** The paths that have a method. */
export type PathOf<Method extends 'get' | 'post'> = {
  [Path in keyof paths]: [Operation<Path, Method>] extends [never] ? never : Path;
}[keyof paths];

type QueryOf<Of> = Of extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

type BodyOf<Of> = Of extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Body }
  : Of extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { readonly body?: Body | undefined }
    : unknown;

/** What is undefined is not sent. */
type Query<Of> = {
  [Name in keyof Of]: object extends Pick<Of, Name> ? Of[Name] | undefined : Of[Name];
};

type QueryPart<Of> = [Of] extends [never]
  ? unknown
  : object extends Of
    ? { readonly query?: Query<Of> | undefined }
    : { readonly query: Query<Of> };

/** The parameters and the body of an operation. */
export type InputOf<Method extends 'get' | 'post', Path extends keyof paths> = QueryPart<
  QueryOf<Operation<Path, Method>>
> &
  BodyOf<Operation<Path, Method>>;

/** The last argument of a request, which may be left out if nothing in it is required. */
export type Last<Init> = object extends Init ? [init?: Init] : [init: Init];

/** The body of an operation's answer; a `Response` if that is not JSON. */
export type ResultOf<Method extends 'get' | 'post', Path extends keyof paths> =
  Operation<Path, Method> extends { responses: { 200: { content: infer Content } } }
    ? Content extends { 'application/json': infer Result }
      ? Result
      : Response
    : never;

/** What a list contains; never for other answers. */
type ItemIn<Result> = Result extends readonly (infer Item)[]
  ? Item
  : Result extends { items: readonly (infer Item)[]; has_more: boolean }
    ? Item
    : never;

/** The records of a list. */
export type ItemOf<Path extends keyof paths> = ItemIn<ResultOf<'get', Path>>;

/** The paths of lists. */
export type ListPath = {
  [Path in PathOf<'get'>]: [ItemOf<Path>] extends [never] ? never : Path;
}[PathOf<'get'>];

/** An event as a webhook receives it; `type` tells which. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } };
  }
    ? Event
    : never;
}[keyof webhooks];
