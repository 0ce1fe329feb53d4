import { AwsError } from './aws-error.ts';
import type { ConverseRequest } from './converse-request.ts';

/** Most cache points of a request: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const MAX_CACHE_POINTS = 4;

/** Throws, with the reported messages of Bedrock, if the messages are not a conversation. */
export function checkConversation({ messages, toolConfig, system = [] }: ConverseRequest): void {
  const refuse = (message: string) => {
    throw new AwsError('ValidationException', message);
  };
  if (messages[0]?.role !== 'user')
    refuse(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  if (messages.some(({ role }, index) => role === messages[index - 1]?.role))
    refuse(
      'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    );
  if (messages.at(-1)?.role !== 'user')
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  const blocks = messages.flatMap(({ content }) => content);
  messages.forEach(({ content }, message) => {
    content.forEach((block, index) => {
      if ('text' in block && block.text.trim() === '')
        refuse(
          `The text field in the ContentBlock object at messages.${message}.content.${index} is blank. Add text to the text field, and try again.`,
        );
    });
    const asked = content.flatMap((block) => ('toolUse' in block ? block.toolUse.toolUseId : []));
    const answered = (messages[message + 1]?.content ?? []).flatMap((block) =>
      'toolResult' in block ? block.toolResult.toolUseId : [],
    );
    const missing = asked.filter((id) => !answered.includes(id));
    if (missing.length > 0)
      refuse(
        `Expected toolResult blocks at messages.${message + 1}.content for the following Ids: ${missing.join(', ')}`,
      );
    if (answered.length > asked.length)
      refuse(
        `The number of toolResult blocks at messages.${message + 1}.content exceeds the number of toolUse blocks of previous turn.`,
      );
  });
  if (!toolConfig && blocks.some((block) => 'toolUse' in block || 'toolResult' in block))
    refuse('The toolConfig field must be defined when using toolUse and toolResult content blocks.');
  const points = [...system, ...blocks, ...(toolConfig?.tools ?? [])].filter((part) => 'cachePoint' in part);
  if (points.length > MAX_CACHE_POINTS)
    refuse(`The number of cache points exceeds the maximum of ${MAX_CACHE_POINTS}.`);
}
