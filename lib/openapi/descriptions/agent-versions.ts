/** Descriptions of the versions of agents. */
export const agentVersionDescriptions = {
  ListedVersion: 'A version of an agent in a list. A version never changes.',
  ShownVersion: 'A version of an agent with its content.',
  'Version.version': 'The number of the version. Each agent counts its versions from 1.',
  'Version.agent_id': 'The agent: a UUID.',
  'Version.created_at': 'When it was made: ISO 8601, in UTC.',
  'Version.origin': 'What made it.',
  'Version.restored_from': 'The version that a rollback restored; absent if no rollback made this version.',
  'Version.is_latest': 'Whether it is the latest version.',
  'Version.published_weight': 'Its weight among the published versions; null if it is not published.',
  'Version.numbers': 'The number of your telephone numbers that name this version.',
  'Version.content': 'The agent as it was.',
  VersionOrigin:
    'What made a version: the creation of the agent, an update, or a rollback. A change made directly to its prompt, voice or actions also makes one, with the next call or request.',
  VersionedAgent: 'The agent as it was in a version, with its prompt, voice and actions, without secrets.',
  VersionNumber: 'The number of a version of an agent.',
  VersionSplit:
    'Versions of an agent with their weights. A caller or callee gets the same version in each call, by the hash of the telephone number.',
  'VersionSplit.version': 'The number of the version.',
  'VersionSplit.weight': 'Its share of the calls, relative to the other weights.',
  VersionChoice: 'A version of an agent by its number, or a split of several by weight.',
  'Agent.drafts':
    'Whether updates make drafts. With drafts, calls use what was published last. Otherwise each update is published at once. The update that turns drafts on is itself published.',
  'Agent.version': 'The number of the agent’s latest version.',
  'Agent.published': 'The versions that calls use, unless the call or the number called names others.',
  'CallInput.agent_version':
    'The version of the agent, or a split of several; absent or null for what is published. Leave it out for a new agent.',
  'CallBatchInput.agent_version':
    'The version of the agent, or a split of several; absent or null for what is published. Leave it out for a new agent.',
  'Call.agent_version': 'The version of the agent in this call. It stays the same until the call ends.',
  'Delivery.agent_version': 'The version of the agent in the call; absent in a sample.',
  'Event.agent_version': 'The version of the agent in the call; absent in a sample.',
  'Number.agent_version':
    'The versions of the inbound agent that callers of the number get; null for what is published.',
  'NumberUpdateInput.agent_version':
    'The version of the inbound agent that callers of the number get, or a split of several; null for what is published. If you change the agent and leave this out, it becomes null.',
  'PublishAgentBody.version':
    'The version, or a split of several; absent or null for the agent as it is now.',
  'RollbackAgentBody.version': 'The number of the version to restore.',
  'DeleteAgentVersionResponse.version': 'The number of the version that was deleted.',
  'DeleteAgentVersionResponse.id': 'The agent: a UUID.',
  'DeleteAgentVersionResponse.deleted': 'Always true.',
  DeleteAgentVersionResponse: 'The deleted version.',
  PublishAgentBody: 'What calls use from now on.',
  RollbackAgentBody: 'What to restore.',
  'Query.version': 'The number of the version.',
};
