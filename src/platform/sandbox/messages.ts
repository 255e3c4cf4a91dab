import { Problem, inEnglish, Message } from '../../kernel/problem.ts';
import type { ProblemKind, MessageText, MessageValue } from '../../kernel/problem.ts';
import { inLanguage, type InterfaceLanguage } from '../../web/translation/languages.ts';
import type { SandboxTask } from './task.ts';
import { SandboxEnded } from './sandbox-process.ts';

/** Sent to the sandbox. */
export interface SandboxJob {
  task: string;
  input: unknown;
  /** The language of messages. */
  language: InterfaceLanguage;
}

/** A message as it crosses processes: structured clones have no classes. */
type SentText = string | { source: string; values?: Readonly<Record<string, SentValue>> };
type SentValue = number | bigint | Date | SentText;

function toSent(text: MessageText): SentText {
  if (typeof text === 'string') return text;
  const { source, values } = text;
  if (!values) return { source };
  const sent = Object.entries(values).map(([name, value]): [string, SentValue] => [
    name,
    // Functions cannot be sent.
    typeof value === 'function'
      ? inEnglish(new Message('{value}', { value }))
      : isText(value)
        ? toSent(value)
        : value,
  ]);
  return { source, values: Object.fromEntries(sent) };
}

const isText = (value: unknown): value is MessageText =>
  typeof value === 'string' || value instanceof Message;

function fromSent(sent: SentText): MessageText {
  if (typeof sent === 'string') return sent;
  const values = Object.entries(sent.values ?? {}).map(([name, value]): [string, MessageValue] => [
    name,
    typeof value === 'object' && !(value instanceof Date) ? fromSent(value) : value,
  ]);
  return new Message(sent.source, values.length > 0 ? Object.fromEntries(values) : undefined);
}

/** A `Problem` as it crosses processes. */
interface SentProblem {
  kind: ProblemKind;
  text: SentText;
  code: string | undefined;
  field: string | undefined;
  errors: readonly { field: string; message: SentText }[];
}

/** Received from the sandbox: once when it is ready, then once a job. */
export type SandboxReply =
  'ready' | { output: unknown } | { problem: SentProblem } | { error: { message: string; stack: string } };

const toReply = (error: unknown): SandboxReply => {
  if (error instanceof Problem) {
    const { kind, text, code, field } = error;
    const errors = error.errors.map(({ field, message }) => ({ field, message: toSent(message) }));
    return { problem: { kind, text: toSent(text), code, field, errors } };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { error: { message: message.slice(0, 2000), stack: stack.slice(0, 8000) } };
};

/** What V8 throws at an input that is nested too deep or becomes too long. A repetition would end in the same way. */
const isOfInput = /^(?:Maximum call stack size exceeded|Invalid string length|Invalid array length)/;

/** Returns the output of a job, or throws what the task threw. */
export function outputOf(reply: Exclude<SandboxReply, 'ready'>): unknown {
  if ('output' in reply) return reply.output;
  if ('error' in reply) {
    if (isOfInput.test(reply.error.message)) throw new SandboxEnded('crash', reply.error.message);
    const error = new Error(reply.error.message);
    error.stack = reply.error.stack;
    throw error;
  }
  const { kind, text, code, field } = reply.problem;
  const errors = reply.problem.errors.map(({ field, message }) => ({ field, message: fromSent(message) }));
  throw new Problem(kind, fromSent(text), {
    ...(code && { code }),
    ...(field !== undefined && { field }),
    errors,
  });
}

/** Runs the jobs that the parent process sends, one after another. The main function of a sandbox. */
export function serveTasks(tasks: readonly SandboxTask<never, unknown>[]): void {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const send = (reply: SandboxReply) => process.send?.(reply);

  async function run({ task: name, input, language }: SandboxJob): Promise<SandboxReply> {
    try {
      const task = byName.get(name);
      if (!task) throw new Error(`Unknown task ${name}`);
      const work = await task.load();
      return { output: await inLanguage(language, () => work(input as never)) };
    } catch (error) {
      return toReply(error);
    }
  }

  process.on('message', (job: SandboxJob) => {
    void run(job).then((reply) => {
      try {
        send(reply);
      } catch (error) {
        // The output has values that cannot be copied.
        send(toReply(error));
      }
    });
  });
  // The parent ended. A task that is running then ends with the limit of processor time.
  process.on('disconnect', () => process.exit());
  send('ready');
}
