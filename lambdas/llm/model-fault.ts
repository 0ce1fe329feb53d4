import OpenAI from 'openai';
import { BedrockError } from './bedrock/bedrock-error.ts';

/** The loggable part of a model's failure. The vendor's own words are omitted: some repeat the key or the conversation. */
export function describeModelFault(error: unknown): Record<string, unknown> {
  if (error instanceof SyntaxError) return { reason: 'The answer is not JSON.' };
  if (error instanceof BedrockError) return { reason: error.code, status: error.status };
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) return { error };
  return { reason: error.name, status: error.status, code: error.code };
}
