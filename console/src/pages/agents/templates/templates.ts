import { BellRing, ClipboardList, ConciergeBell, Funnel, type LucideIcon } from 'lucide-react';
import { parse } from 'yaml';
import lead from '../../../../../examples/templates/lead-qualification.yaml?raw';
import receptionist from '../../../../../examples/templates/receptionist.yaml?raw';
import reminder from '../../../../../examples/templates/reminder.yaml?raw';
import survey from '../../../../../examples/templates/survey.yaml?raw';
import type { Schema } from '../../../api/client.ts';

/** What a file of an agent to begin with has. */
interface TemplateFile {
  readonly name: string;
  readonly description: string;
  /** The body of `POST /v1/agents/create`. */
  readonly agent: Schema<'NewerAgentInput'>;
  /** Created for the agent as soon as there is one. */
  readonly tests: readonly Omit<Schema<'TestInput'>, 'agent'>[];
}

/** An agent to begin with. */
export interface Template extends TemplateFile {
  readonly id: string;
  readonly icon: LucideIcon;
}

const template = (id: string, icon: LucideIcon, text: string): Template => {
  const file: TemplateFile = parse(text);
  return { id, icon, ...file };
};

/** Agents to begin with. Values in `${…}` come with each call. */
export const templates: readonly Template[] = [
  template('receptionist', ConciergeBell, receptionist),
  template('reminder', BellRing, reminder),
  template('survey', ClipboardList, survey),
  template('lead-qualification', Funnel, lead),
];
