import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';

const folder = join(projectFolder, 'migrations');
const replacedFolder = join(folder, 'before-baseline');

/** The schema of the first release. It replaces the migrations listed in `before-baseline/SHA256SUMS`. */
export const baseline = '0001-baseline.sql';

const isMigration = (name: string) => name.endsWith('.sql');

/**
 * The names of this version's migrations. Read when the process starts, because an upgrade replaces the files
 * while older processes still run.
 */
export const knownMigrations: readonly string[] = readdirSync(folder).filter(isMigration).sort();

export interface Migration {
  name: string;
  text: string;
  hash: string;
  /**
   * Whether processes of the version before it can use the schema after it: the migration only adds. They then stay
   * ready, and can be started again.
   */
  isCompatible: boolean;
  /** Whether it runs outside a transaction, as `create index concurrently` requires. */
  runsOutside: boolean;
}

/** The lines of a migration that say how it is run, before its first statement. */
export const directives = {
  compatible: '-- migration: compatible',
  breaking: '-- migration: older versions must be stopped',
  outside: '-- migration: outside a transaction',
} as const;

/** The lines before the first statement. */
const headOf = (text: string): string[] => {
  const lines = text.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('--'));
  return lines.slice(0, first === -1 ? lines.length : first);
};

export function toMigration(name: string, text: string): Migration {
  const head = headOf(text);
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    isCompatible: head.includes(directives.compatible),
    runsOutside: head.includes(directives.outside),
  };
}

async function readFolder(from: string): Promise<Migration[]> {
  const names = (await readdir(from)).filter(isMigration).sort();
  return Promise.all(names.map(async (name) => toMigration(name, await readFile(join(from, name), 'utf8'))));
}

export const getMigrations = (): Promise<Migration[]> => readFolder(folder);

/** Those of the replaced migrations that can still be run. */
export const getReplacedFiles = (): Promise<Migration[]> => readFolder(replacedFolder);

/** The names and hashes of the migrations that the baseline replaces, in their order. */
export async function getReplaced(): Promise<Pick<Migration, 'name' | 'hash'>[]> {
  const list = await readFile(join(replacedFolder, 'SHA256SUMS'), 'utf8');
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', name = ''] = line.split(/ +/);
      return { name, hash };
    });
}

/**
 * The statements of a migration that runs outside a transaction: PostgreSQL runs statements that are sent together in
 * one. Each ends a line. A body between dollar signs is part of its statement.
 */
export function statementsOf(text: string): string[] {
  const plain = text.split('\n').filter((line) => !line.trimStart().startsWith('--'));
  const statements: string[] = [];
  let isInBody = false;
  for (const part of plain.join('\n').split(/;$/m)) {
    if (isInBody) statements.push(`${statements.pop()};${part}`);
    else statements.push(part);
    if (part.split('$$').length % 2 === 0) isInBody = !isInBody;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

const creation = /^create (?:unique )?index concurrently if not exists (\w+) on (?:only )?(\w+)\.\w+/i;

/** The index that a statement creates concurrently. An interrupted one leaves it invalid. */
export function createdIndex(statement: string): { schema: string; name: string } | undefined {
  const [, name, schema] = creation.exec(statement.split(/\s+/).join(' ')) ?? [];
  return name === undefined || schema === undefined ? undefined : { schema, name };
}
