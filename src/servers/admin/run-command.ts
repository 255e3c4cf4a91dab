import { addAuditEntry } from '../../identity/operators/audit.ts';
import { listOperators } from '../../identity/operators/operators.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Finding } from '../../platform/operations/finding.ts';
import { type Command, type CommandContext, type Options, UsageError } from './command.ts';
import { examine } from './doctor.ts';
import { clickCommands } from './click-commands.ts';
import { getPersonId, peopleCommands } from './people-commands.ts';
import { systemCommands } from './system-commands.ts';

const doctor: Command = {
  words: 'doctor',
  args: [],
  about: 'checks everything, and says what to do',
  run: ({ app }) => examine(app),
};

const commands: readonly Command[] = [doctor, ...peopleCommands, ...systemCommands, ...clickCommands];

export const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'check' in value && 'level' in value;

export const usage = (): string =>
  [
    'Usage: npm run admin -- COMMAND [--json] [--as OPERATOR] [--reason TEXT]',
    '',
    ...commands.map(({ words, args, needsReason, about }) => {
      const line = [words, ...args, ...(needsReason ? ['--reason TEXT'] : [])].join(' ');
      return `  ${line.padEnd(42)}${about}`;
    }),
  ].join('\n');

function findCommand(words: readonly string[]): { command: Command; args: readonly string[] } {
  const command = commands.find(
    (each) => words.slice(0, each.words.split(' ').length).join(' ') === each.words,
  );
  if (!command) throw new UsageError(usage());
  const args = words.slice(command.words.split(' ').length);
  const required = command.args.filter((name) => !name.startsWith('[')).length;
  const isId = (given: string, name = '') =>
    /^\d{1,18}$/.test(given) || (name === 'ID|all' && given === 'all');
  const isWrong = args.some(
    (given, place) => (command.args[place] ?? '').startsWith('ID') && !isId(given, command.args[place]),
  );
  if (args.length < required || args.length > command.args.length || isWrong)
    throw new UsageError(`Usage: npm run admin -- ${[command.words, ...command.args].join(' ')}`);
  return { command, args };
}

/** Runs a command and adds it to the audit log if it changes something. Returns what it prints. */
export async function runCommand(
  app: App,
  words: readonly string[],
  options: Options & { as?: string | undefined },
): Promise<object | string> {
  const { command, args } = findCommand(words);
  if (command.needsReason && options.reason.trim() === '')
    throw new UsageError('Give a reason: --reason TEXT');
  const fallback = command.makesOperators ? args[0] : undefined;
  const context: CommandContext = { app, actor: () => findActor(app, options.as, fallback), options };
  if (!command.subject) return command.run(context, args);
  // The subject is there before the command, which may remove it.
  const subject = await command.subject(context, args);
  const { id } = await context.actor();
  const result = await command.run(context, args);
  await addAuditEntry(app, id, 'command.run', subject, [command.words, ...args].join(' ').slice(0, 500));
  return result;
}

async function findActor(app: App, name: string | undefined, fallback?: string): Promise<Viewer> {
  const operators = await listOperators(app);
  if (operators.length === 0 && fallback !== undefined) {
    const person = await findViewer(app, await getPersonId(app, fallback));
    if (person) return person;
  }
  const id = name === undefined ? operators[0]?.id : await getPersonId(app, name);
  const viewer = operators.some((each) => each.id === id) ? await findViewer(app, id ?? '') : undefined;
  if (viewer) return viewer;
  throw new UsageError(
    name === undefined
      ? 'There is no operator yet: sign up first, or name one with --as.'
      : `${name} is not an operator.`,
  );
}
