/** Concurrent invocations of all functions of a new account: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
export const CONCURRENCY = 1_000;
