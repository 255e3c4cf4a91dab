import type { Task } from './task.ts';

/** The supported protocol versions. The method name determines the version. */
export type Version = '0.3' | '1.0';

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
export function toTaskRecord(task: Task, version: Version, { history, artifacts }: Shown): object {
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
