import { Type } from 'typebox';
import type { Static, TObject, TProperties } from 'typebox';
import type { App } from '../platform/app.ts';
import type { SandboxTask } from '../platform/sandbox/task.ts';

/** Services available to tools, which have no access to the database or the file system. */
interface Toolbox extends Pick<App, 'outbound' | 'clock'> {
  /** Runs a task on what was fetched, in a process that can be killed. */
  sandbox: <I, O>(task: SandboxTask<I, O>, input: I) => Promise<O>;
}

/**
 * A pure function of its input, without stored state. Its API, price, page, form, catalog entry and
 * documentation are generated from this declaration.
 */
export interface Tool {
  /** Needed only in files with several tools. Defaults to the file name. */
  slug?: string;
  /** `SHA-256 generator`. */
  title: string;
  /** One imperative sentence without a period: `Hash text with SHA-256`. */
  summary: string;
  /** Further search terms. */
  keywords?: string;
  /** One or two sentences about its method, limits and standards. */
  about?: string;
  /** Every parameter has an example, used together if a call has no input. With input, only defaults are added. */
  input: TObject;
  output: TObject;
  /** The result for the example. Unset if the result is random or depends on the network. */
  sample?: unknown;
  /** The input may be secret: it never appears in a URL and is never stored. */
  secret?: boolean;
  /** Input can make the work expensive, so it runs in a process that can be killed. */
  isolated?: boolean;
  /** Sends requests to hosts chosen by the caller, so the free limit is much lower. */
  network?: boolean;
  /** For an isolated tool: rejects what its run would reject, before a price is quoted. */
  check?: (input: never) => void;
  run: (input: never, toolbox: Toolbox) => unknown;
}

interface Declaration<I extends TProperties, O extends TProperties> extends Omit<
  Tool,
  'input' | 'output' | 'sample' | 'check' | 'run'
> {
  input: I;
  output: O;
  sample?: NoInfer<Static<TObject<O>>>;
  check?: (input: Static<TObject<I>>) => void;
  run: (
    input: Static<TObject<I>>,
    toolbox: Toolbox,
  ) => NoInfer<Static<TObject<O>>> | Promise<NoInfer<Static<TObject<O>>>>;
}

/** Declares a tool. */
export const tool = <I extends TProperties, O extends TProperties>({
  input,
  output,
  ...rest
}: Declaration<I, O>): Tool => ({
  ...rest,
  input: {
    ...Type.Object(input, { additionalProperties: false }),
    required: Object.keys(input).filter((name) => !('default' in (input[name] ?? {}))) as never,
  },
  output: Type.Object(output),
});
