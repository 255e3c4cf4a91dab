import { parseTime } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { ActingAgent } from '../../platform/http/caller.ts';
import { parseMessage } from './message.ts';
import { codes, invalidField, RpcError } from './rpc.ts';
import { runMessage } from './send-message.ts';
import { findTask, listTasks, parseState, type Task, toTaskRecord, type ProtocolVersion } from './task.ts';

/** The caller. Without a viewer, the agent is unclaimed: it has no tasks and cannot start any. */
export interface RpcCaller {
  agent: ActingAgent;
  viewer: Viewer | undefined;
}

type Params = Readonly<Record<string, unknown>>;
type Method = (app: App, caller: RpcCaller, params: Params) => Promise<unknown>;

/** Thrown for a token without the scope. HTTP 403, not a JSON-RPC error. */
export class InsufficientScope extends Error {}

const send =
  (version: ProtocolVersion): Method =>
  async (app, { agent, viewer }, params) => {
    if (!viewer) throw new InsufficientScope('No one has approved this agent yet');
    const task = await runMessage(app, { agent, viewer }, parseMessage(params));
    const record = toTaskRecord(task, version, { history: true, artifacts: true });
    return version === '0.3' ? record : { task: record };
  };

const get =
  (version: ProtocolVersion): Method =>
  async (app, caller, params) => {
    const task = await theTask(app, caller, params);
    const history = parseCount(params, 'historyLength', 0, 100, 1) > 0;
    return toTaskRecord(task, version, { history, artifacts: true });
  };

const list =
  (version: ProtocolVersion): Method =>
  async (app, { agent }, params) => {
    const size = parseCount(params, 'pageSize', 1, 100, 50);
    const found = await listTasks(app, agent.id, {
      contextId: parseString(params, 'contextId'),
      state: parseTaskState(params),
      since: parseSince(params),
      before: parsePageToken(params),
      size,
    });
    const shown = {
      history: parseCount(params, 'historyLength', 0, 100, 0) > 0,
      artifacts: params.includeArtifacts === true,
    };
    return {
      tasks: found.tasks.map((task) => toTaskRecord(task, version, shown)),
      nextPageToken: found.hasMore ? (found.tasks.at(-1)?.place ?? '') : '',
      pageSize: size,
      totalSize: found.total,
    };
  };

const cancel: Method = async (app, caller, params) => {
  await theTask(app, caller, params);
  throw new RpcError(codes.taskNotCancelable, 'Tasks finish immediately and cannot be canceled');
};

const unsupported =
  (code: number, message: string): Method =>
  () =>
    Promise.reject(new RpcError(code, message));
const noStreams = unsupported(
  codes.unsupportedOperation,
  'Tasks finish immediately. Streaming is not supported',
);
const noPush = unsupported(codes.pushNotificationNotSupported, 'Push notifications are not supported');
const noCard = unsupported(codes.extendedAgentCardNotConfigured, 'There is no extended agent card');

/** Methods by name: paths in 0.3, names in 1.0. */
export const methods: ReadonlyMap<string, Method> = new Map([
  ['message/send', send('0.3')],
  ['tasks/get', get('0.3')],
  ['tasks/list', list('0.3')],
  ['tasks/cancel', cancel],
  ['message/stream', noStreams],
  ['tasks/resubscribe', noStreams],
  ...['set', 'get', 'list', 'delete'].map(
    (name) => [`tasks/pushNotificationConfig/${name}`, noPush] as const,
  ),
  ['agent/getAuthenticatedExtendedCard', noCard],
  ['SendMessage', send('1.0')],
  ['GetTask', get('1.0')],
  ['ListTasks', list('1.0')],
  ['CancelTask', cancel],
  ['SendStreamingMessage', noStreams],
  ['SubscribeToTask', noStreams],
  ...['Create', 'Get', 'List', 'Delete'].map(
    (name) => [`${name}TaskPushNotificationConfig`, noPush] as const,
  ),
  ['ListTaskPushNotificationConfigs', noPush],
  ['GetExtendedAgentCard', noCard],
]);

async function theTask(app: App, { agent }: RpcCaller, params: Params): Promise<Task> {
  const id = parseString(params, 'id');
  if (id === undefined) throw invalidField('id', 'id is missing: the id of a task');
  const task = await findTask(app, agent.id, id.replace(/^tasks\//, ''));
  if (!task) throw new RpcError(codes.taskNotFound, 'There is no such task');
  return task;
}

function parseString(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 200)
    throw invalidField(name, `${name} must be a string of at most 200 characters`);
  return value;
}

function parseCount(params: Params, name: string, min: number, max: number, otherwise: number): number {
  const value = params[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalidField(name, `${name} must be a whole number from ${min} to ${max}`);
  return value;
}

function parseTaskState(params: Params): Task['state'] | undefined {
  const word = parseString(params, 'status');
  if (word === undefined || word === 'TASK_STATE_UNSPECIFIED') return undefined;
  const state = parseState(word);
  if (!state) throw invalidField('status', 'status must be completed, rejected, failed or working');
  return state;
}

function parseSince(params: Params): Date | undefined {
  const name = 'statusTimestampAfter';
  const value = parseString(params, name);
  if (value === undefined) return undefined;
  const time = parseTime(value);
  if (!time || time.getUTCFullYear() < 1970) throw invalidField(name, `${name} must be a time in ISO 8601`);
  return time;
}

function parsePageToken(params: Params): string | undefined {
  const token = parseString(params, 'pageToken');
  if (token !== undefined && !/^\d{1,18}$/.test(token))
    throw invalidField('pageToken', 'pageToken must be the nextPageToken of a response');
  return token;
}
