/**
 * Work on bytes of strangers, such as an image or a document. It runs in a process of its own that is killed
 * if the work takes too long or too much memory. Input and output are copied, so they consist of plain
 * values and buffers.
 */
export interface SandboxTask<I, O> {
  name: string;
  /** Loads the code, in the sandbox only. */
  load: () => Promise<(input: I) => O | Promise<O>>;
}

/** Declares a task. `src/sandbox.ts` lists all of them. */
export const sandboxTask = <I, O>(
  name: string,
  load: SandboxTask<I, O>['load'],
): Readonly<SandboxTask<I, O>> => ({ name, load });
