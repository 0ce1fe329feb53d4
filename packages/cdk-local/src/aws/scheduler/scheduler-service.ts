import * as z from 'zod';
import { isAllowed } from '../../iam/is-allowed.ts';
import { readPolicy } from '../../iam/read-policy.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import type { Access } from '../protocol/access.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { AwsRequest } from '../protocol/aws-request.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { ServiceAnswer } from '../protocol/service.ts';
import { keyOfSchedule, readSchedule, type Schedule } from './schedule.ts';
import type { Schedules } from './schedules.ts';

const PRINCIPAL = 'scheduler.amazonaws.com';
const PATH = /^\/schedules\/([^/]+)$/;

interface SchedulerOptions {
  readonly schedules: Schedules;
  readonly resources: Resources;
  readonly access: Access;
}

type Answer = ServiceAnswer & { readonly operation: string };

export function isSchedulerPath(path: string): boolean {
  return /^\/schedules?(\/|-groups?|$)/.test(path);
}

/** Creates, gets or deletes a one-time schedule. Refuses any other request with its name. */
export async function handleSchedule(request: AwsRequest, options: SchedulerOptions): Promise<Answer> {
  const { method, path, query, body } = request;
  const name = decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  const groupName = query.get('groupName') ?? 'default';
  if (name !== '' && method === 'POST') {
    return create(readSchedule(name, JSON.parse(body.toString())), options);
  }
  if (name !== '' && method === 'GET') return get({ Name: name, GroupName: groupName }, options);
  if (name !== '' && method === 'DELETE') return remove({ Name: name, GroupName: groupName }, options);
  throw new AwsError('UnknownOperationException', `${method} ${path} is not known to the local runtime`, 404);
}

async function create(schedule: Schedule, { schedules, resources, access }: SchedulerOptions) {
  const ScheduleArn = admit('CreateSchedule', schedule, { resources, access });
  const { RoleArn } = schedule.Target;
  access.check({
    action: 'iam:PassRole',
    resource: RoleArn,
    context: { 'iam:PassedToService': PRINCIPAL },
  });
  if (!mayAssume(resources, RoleArn)) {
    const message = 'The execution role you provide must allow AWS EventBridge Scheduler to assume the role.';
    throw new AwsError('ValidationException', message);
  }
  // The token makes the request idempotent: the SDK repeats it with each attempt.
  const isRepeat = (other: Schedule | undefined) =>
    schedule.ClientToken !== undefined && other?.ClientToken === schedule.ClientToken;
  if (!(await schedules.add(schedule)) && !isRepeat(schedules.find(keyOfSchedule(schedule)))) {
    throw new AwsError('ConflictException', `Schedule ${schedule.Name} already exists.`, 409);
  }
  return { operation: 'CreateSchedule', status: 200, body: { ScheduleArn } };
}

async function get(name: Named, { schedules, resources, access }: SchedulerOptions): Promise<Answer> {
  const ScheduleArn = admit('GetSchedule', name, { resources, access });
  const schedule = schedules.find(keyOfSchedule(name));
  if (!schedule) throw notFound(name);
  const { ClientToken: _, ...properties } = schedule;
  return { operation: 'GetSchedule', status: 200, body: { Arn: ScheduleArn, ...properties } };
}

async function remove(name: Named, { schedules, resources, access }: SchedulerOptions): Promise<Answer> {
  admit('DeleteSchedule', name, { resources, access });
  if (!(await schedules.remove(keyOfSchedule(name)))) throw notFound(name);
  return { operation: 'DeleteSchedule', status: 200, body: {} };
}

type Named = Pick<Schedule, 'Name' | 'GroupName'>;

/** Checks that the caller may do this in an existing group. Returns the schedule's ARN. */
function admit(
  operation: string,
  { Name, GroupName }: Named,
  { resources, access }: Pick<SchedulerOptions, 'resources' | 'access'>,
): string {
  const group = findResource(resources, 'AWS::Scheduler::ScheduleGroup', GroupName);
  if (!group)
    throw new AwsError('ResourceNotFoundException', `Schedule group ${GroupName} does not exist.`, 404);
  const ScheduleArn = `${(group.attributes.Arn ?? '').replace(':schedule-group/', ':schedule/')}/${Name}`;
  access.check({ action: `scheduler:${operation}`, resource: ScheduleArn });
  return ScheduleArn;
}

const roleSchema = z.object({ AssumeRolePolicyDocument: z.unknown() });

function mayAssume(resources: Resources, roleArn: string): boolean {
  const role = resources.find(
    ({ type, attributes }) => type === 'AWS::IAM::Role' && attributes.Arn === roleArn,
  );
  return role !== undefined && trusts(role);
}

function trusts(role: Resource): boolean {
  const { AssumeRolePolicyDocument } = roleSchema.parse(role.properties);
  const statements = readPolicy(AssumeRolePolicyDocument, `${role.stack}/${role.logicalId}`)
    .filter(({ principals }) => principals.includes(PRINCIPAL))
    // A trust policy has no resources: it is about its role.
    .map((statement) => ({ ...statement, resources: ['*'], conditions: [] }));
  return isAllowed(statements, { action: 'sts:AssumeRole', resource: role.ref });
}

function notFound({ Name }: Named): AwsError {
  return new AwsError('ResourceNotFoundException', `Schedule ${Name} does not exist.`, 404);
}
