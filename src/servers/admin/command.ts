import type { Viewer, App } from '../../platform/app.ts';

/** What the options of the command line say. */
export interface Options {
  reason: string;
}

export interface CommandContext {
  app: App;
  /** Who acts: the operator with this name, or else the first one. Throws if there is none. */
  actor: () => Promise<Viewer>;
  options: Options;
}

/** A command of `npm run admin`. */
export interface Command {
  /** `person suspend` */
  words: string;
  /** Names of its arguments; `[…]`: may be omitted. */
  args: readonly string[];
  about: string;
  /** Whether `--reason` is required. */
  needsReason?: boolean;
  /** Whether it works while there is no operator, by the person that it is about. */
  makesOperators?: boolean;
  /** Returns the subject of its entry in the audit log. Undefined: it changes nothing. */
  subject?: (context: CommandContext, args: readonly string[]) => Promise<string> | string;
  /** Returns what is printed: a list, fields or a sentence. */
  run: (context: CommandContext, args: readonly string[]) => Promise<object | string>;
}

/** A mistake in the command line. */
export class UsageError extends Error {}
