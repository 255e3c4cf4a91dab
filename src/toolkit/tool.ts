import { Type } from 'typebox';
import type { Static, TObject, TProperties } from 'typebox';
import type { App } from '../platform/app.ts';

/** What tools reach of the outside. They never see the database or files of ours. */
type Toolbox = Pick<App, 'outbound' | 'clock'>;

/**
 * A tool does one thing: input in, output out, nothing stored. The API, its price, the page with its form, the catalog and
 * the documents are made from this declaration.
 */
export interface Tool {
  /** Only where a file declares several tools; the name of the file otherwise. */
  slug?: string;
  /** `SHA-256 generator`. */
  title: string;
  /** What it does, in one sentence without a period, as an instruction: `Hash text with SHA-256`. */
  summary: string;
  /** Other words that people search for it by. */
  keywords?: string;
  /** A sentence or two about how it works, limits and standards. */
  about?: string;
  /** Every parameter has a default, and with all of them the tool shows what it does. */
  input: TObject;
  output: TObject;
  /** What the defaults give. Without it every run differs, as of random numbers, or depends on the network. */
  sample?: unknown;
  /** The input may be a secret: it is never part of an address, and never stored. */
  secret?: boolean;
  /** Input can make the work long or large: it runs in a thread that can be ended. */
  isolated?: boolean;
  /** Requests go out to hosts of the caller's choice, so that far fewer calls are free. */
  network?: boolean;
  run: (input: never, toolbox: Toolbox) => unknown;
}

interface Declaration<I extends TProperties, O extends TProperties> extends Omit<
  Tool,
  'input' | 'output' | 'sample' | 'run'
> {
  input: I;
  output: O;
  sample?: NoInfer<Static<TObject<O>>>;
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
  input: Type.Object(input, { additionalProperties: false }),
  output: Type.Object(output),
});
