import { inLanguage } from '../../kernel/translation/languages.ts';
import type { SandboxTask } from './task.ts';
import { toReply, type Job, type Reply } from './messages.ts';

/** Runs the jobs that the parent process sends, one after another. The main function of a sandbox. */
export function serveTasks(tasks: readonly SandboxTask<never, unknown>[]): void {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const send = (reply: Reply) => process.send?.(reply);

  async function run({ task: name, input, language }: Job): Promise<Reply> {
    try {
      const task = byName.get(name);
      if (!task) throw new Error(`Unknown task ${name}`);
      const work = await task.load();
      return { output: await inLanguage(language, () => work(input as never)) };
    } catch (error) {
      return toReply(error);
    }
  }

  process.on('message', (job: Job) => {
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
