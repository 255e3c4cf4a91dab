import type { InterfaceLanguage } from '../../kernel/translation/languages.ts';
import { Problem, type FieldError, type ProblemKind } from '../../kernel/problem.ts';

/** Sent to the sandbox. */
export interface Job {
  task: string;
  input: unknown;
  /** The language of messages. */
  language: InterfaceLanguage;
}

/** A `Problem` as it crosses processes. */
interface SentProblem {
  kind: ProblemKind;
  message: string;
  code: string | undefined;
  field: string | undefined;
  errors: readonly FieldError[];
}

/** Received from the sandbox: once when it is ready, then once a job. */
export type Reply =
  'ready' | { output: unknown } | { problem: SentProblem } | { error: { message: string; stack: string } };

export const toReply = (error: unknown): Reply => {
  if (error instanceof Problem) {
    const { kind, message, code, field, errors } = error;
    return { problem: { kind, message, code, field, errors } };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { error: { message: message.slice(0, 2000), stack: stack.slice(0, 8000) } };
};

/** Returns the output of a job, or throws what the task threw. */
export function outputOf(reply: Exclude<Reply, 'ready'>): unknown {
  if ('output' in reply) return reply.output;
  if ('error' in reply) {
    const error = new Error(reply.error.message);
    error.stack = reply.error.stack;
    throw error;
  }
  const { kind, message, code, field, errors } = reply.problem;
  throw new Problem(kind, message, { ...(code && { code }), ...(field !== undefined && { field }), errors });
}
