// What the package exports: `index.cjs` loads it.
export { ConfigurationError } from './config/configuration-error.ts';
export { defineEnvironment } from './config/define-environment.ts';
export type { EnvironmentConfig } from './config/environment-config.ts';
export { type EventsStackProps, PhoneCallAgents, type PhoneCallAgentsProps } from './phone-call-agents.ts';
export type { ApiStackProps } from './stacks/api-stack.ts';
export type { CallsStackProps } from './stacks/calls-stack.ts';
export type { ConsoleStackProps } from './stacks/console-stack.ts';
export type { DataStackProps } from './stacks/data-stack.ts';
export type { MonitoringStackProps } from './stacks/monitoring-stack.ts';
