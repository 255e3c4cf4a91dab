import { parseArgs, styleText } from 'node:util';
import { ApiError } from '../../sdk/src/errors.ts';
import { completion } from './completion.ts';
import { printError } from './output.ts';

interface Option {
  type: 'string' | 'boolean';
  short?: string;
  /** In `--help`. */
  about: string;
  /** Name of the value in `--help`. */
  value?: string;
  multiple?: boolean;
}

export interface Given {
  /** Words that are not options. */
  words: string[];
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** What a program can do: its name, words and options, and what happens. */
export interface Command {
  name: string;
  about: string;
  /** As in `--help`: `URL`, `[FILE]`, `WORDS…`. */
  words?: string;
  options?: Readonly<Record<string, Option>>;
  /** Rejects with an `Error` whose message is for the person. */
  run: (given: Given) => Promise<void>;
}

/** A mistake in the command line. The program ends with 2. */
export class UsageError extends Error {}

/** The value of an option that was given once. */
export const text = ({ options }: Given, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** The fields that have a value. */
export const defined = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;

const everywhere = {
  json: { type: 'boolean', about: 'Print JSON for programs' },
  help: { type: 'boolean', short: 'h', about: 'Show this' },
} as const satisfies Record<string, Option>;

/** Runs the command that the command line names. Sets the exit code: 1 for a refusal, 2 for a mistake in the line. */
export async function runProgram(name: string, version: string, commands: readonly Command[]): Promise<void> {
  const [first = 'help', ...others] = process.argv.slice(2);
  try {
    if (first === '--version' || first === 'version') console.log(version);
    else if (first === 'help' || first === '--help' || first === '-h') console.log(overview(name, commands));
    else if (first === 'completion') console.log(completion(name, commands, others[0] ?? 'bash'));
    else await runCommand(name, commands, first, others);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    printError(messageOf(error));
  }
}

async function runCommand(
  program: string,
  commands: readonly Command[],
  name: string,
  line: readonly string[],
): Promise<void> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new UsageError(`There is no command “${name}”. See ${program} help.`);
  const options = { ...command.options, ...everywhere };
  let given: ReturnType<typeof parseArgs>;
  try {
    given = parseArgs({ args: withValues(line, options), options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nSee ${program} ${name} --help.`);
  }
  if (given.values.help) return console.log(usage(program, command));
  const least = (command.words ?? '').split(' ').filter((word) => /^[A-Z]/.test(word)).length;
  if (given.positionals.length < least)
    throw new UsageError(`Usage: ${program} ${name} ${command.words ?? ''}`.trim());
  await command.run({ words: given.positionals, options: given.values as Given['options'] });
}

/** Joins options with their values: keys may begin with a dash. What is itself an option is no value. */
function withValues(line: readonly string[], options: Readonly<Record<string, Option>>): string[] {
  const flags = Object.entries(options).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ]);
  const args: string[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const [word = '', next] = [line[at], line[at + 1]];
    const isOpen = word.startsWith('--') && options[word.slice(2)]?.type === 'string';
    const isValue = isOpen && next?.startsWith('-') && !flags.includes(next);
    args.push(isValue ? `${word}=${next}` : word);
    if (isValue) at += 1;
  }
  return args;
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 402)
    return 'This is sold per call over x402. Pay with an agent or the SDK.';
  if (error instanceof ApiError && error.status === 401) return `${error.message}\nSign in again with: login`;
  if (error instanceof ApiError) return error.field ? `${error.field}: ${error.message}` : error.message;
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

const overview = (name: string, commands: readonly Command[]): string =>
  [
    `Usage: ${name} COMMAND …`,
    '',
    ...commands.map(({ name, words = '', about }) => `  ${`${name} ${words}`.trim().padEnd(26)} ${about}`),
    `  ${'completion [bash|zsh|fish]'.padEnd(26)} Print a script that completes commands in a shell`,
    '',
    `${name} COMMAND --help shows the options of a command.`,
  ].join('\n');

function usage(program: string, { name, about, words = '', options }: Command): string {
  const all: Readonly<Record<string, Option>> = { ...options, ...everywhere };
  const lines = Object.entries(all).map(([option, { short, value, about }]) => {
    const flag = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return `  ${flag.padEnd(26)} ${about}`;
  });
  const line = `Usage: ${program} ${name} ${words}`.trim();
  return [styleText('bold', about), '', `${line} [options]`, '', ...lines].join('\n');
}
