import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

export type TaskState = 'working' | 'completed' | 'rejected' | 'failed';

export interface Task {
  id: string;
  contextId: string;
  skill: string;
  state: TaskState;
  /** The input. */
  message: { messageId: string | null; text: string; metadata: Record<string, unknown> };
  /** The outcome. */
  outcome: { text: string; data: Record<string, unknown> } | null;
  createdAt: Date;
  /** The position of the task by creation. */
  place: string;
}

const columns = ['id', 'context_id', 'skill', 'state', 'message', 'outcome', 'created_at', 'place'] as const;

interface Row {
  id: string;
  context_id: string;
  skill: string;
  state: string;
  message: unknown;
  outcome: unknown;
  created_at: Date;
  place: string;
}

export const toTask = (row: Row): Task => ({
  id: row.id,
  contextId: row.context_id,
  skill: row.skill,
  state: row.state as TaskState,
  message: row.message as Task['message'],
  outcome: row.outcome as Task['outcome'],
  createdAt: row.created_at,
  place: row.place,
});

const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** Returns a task of this agent, or undefined if it does not exist or belongs to another agent. */
export async function findTask(app: App, agentId: string, id: string): Promise<Task | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await app.db
    .selectFrom('agents.task')
    .select(columns)
    .where('id', '=', id)
    .where('registration_id', '=', agentId)
    .executeTakeFirst();
  return row && toTask(row);
}

interface TaskList {
  contextId: string | undefined;
  state: TaskState | undefined;
  since: Date | undefined;
  before: string | undefined;
  size: number;
}

/** Tasks are counted up to this number: an agent can have millions in the months for which they are stored. */
const maxCounted = 10_000;

/** Lists an agent's tasks, newest first, with their number. */
export async function listTasks(
  app: App,
  agentId: string,
  { contextId, state, since, before, size }: TaskList,
): Promise<{ tasks: Task[]; total: number; hasMore: boolean }> {
  let query = app.db.selectFrom('agents.task').where('registration_id', '=', agentId);
  if (contextId !== undefined) query = query.where('context_id', '=', contextId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  const { total } = await app.db
    .selectFrom(query.select('place').limit(maxCounted).as('counted'))
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  if (before !== undefined) query = query.where('place', '<', before);
  const rows = await query
    .select(columns)
    .orderBy('place', 'desc')
    .limit(size + 1)
    .execute();
  return { tasks: rows.slice(0, size).map(toTask), total: Number(total), hasMore: rows.length > size };
}

/** The supported protocol versions. The method name determines the version. */
export type ProtocolVersion = '0.3' | '1.0';

const states = {
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  rejected: 'TASK_STATE_REJECTED',
  failed: 'TASK_STATE_FAILED',
} as const;

interface Shown {
  history: boolean;
  artifacts: boolean;
}

/** Converts a task to either version. Times are UTC with milliseconds. */
export function toTaskRecord(task: Task, version: ProtocolVersion, { history, artifacts }: Shown): object {
  const isOld = version === '0.3';
  const message = (id: string, role: 'user' | 'agent', text: string) => ({
    ...(isOld && { kind: 'message' }),
    messageId: id,
    taskId: task.id,
    contextId: task.contextId,
    role: isOld ? role : `ROLE_${role.toUpperCase()}`,
    parts: [{ ...(isOld && { kind: 'text' }), text }],
  });
  const { outcome } = task;
  return {
    ...(isOld && { kind: 'task' }),
    id: task.id,
    contextId: task.contextId,
    status: {
      state: isOld ? task.state : states[task.state],
      timestamp: task.createdAt.toISOString(),
      ...(outcome && { message: message(`${task.id}-status`, 'agent', outcome.text) }),
    },
    ...(artifacts &&
      task.state === 'completed' &&
      outcome && {
        artifacts: [
          {
            artifactId: `${task.id}-result`,
            name: task.skill,
            parts: [{ ...(isOld && { kind: 'data' }), data: outcome.data }],
          },
        ],
      }),
    ...(history && {
      history: [message(task.message.messageId ?? `${task.id}-message`, 'user', task.message.text)],
    }),
    metadata: { skillId: task.skill },
  };
}

/** Returns the state with the caller's name, or undefined if there is none. */
export function parseState(word: string): Task['state'] | undefined {
  const found = Object.entries(states).find(([state, name]) => state === word || name === word);
  return found?.[0] as Task['state'] | undefined;
}
