import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './command.ts';

/** Asks in a terminal. Elsewhere nobody could answer. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Confirm with --yes');
  return /^y(es)?$/i.test(await ask(question, process.stderr));
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks for a secret in a terminal, which does not show what is typed. Elsewhere it is in the variable. */
export async function askSecret(question: string, variable: string): Promise<string> {
  const given = process.env[variable]?.trim();
  if (given) return given;
  if (!process.stdin.isTTY) throw new UsageError(`Set ${variable}`);
  const answer = ask('', nowhere);
  // Not before the terminal has stopped to show what is typed.
  process.stderr.write(question);
  const secret = await answer;
  process.stderr.write('\n');
  if (secret === '') throw new UsageError('Nothing was entered');
  return secret;
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // By Ctrl-C or Ctrl-D.
  const leave = () => process.exit(130);
  lines.on('close', leave);
  const answer = await lines.question(question);
  lines.off('close', leave).close();
  return answer.trim();
}
