import { msg, invalid } from '../../../kernel/problem.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import type { ReadArchive, ReadJob } from '../entries.ts';
import { unpacked } from './copy-rows.ts';
import { readDiscourse } from './discourse.ts';
import { readNodebb } from './nodebb.ts';
import { readPhpbb } from './phpbb.ts';

/** The file with the database of a forum. */
export interface Dump {
  file: string;
  /** `COPY` of PostgreSQL, `INSERT` of MySQL, or an object on each line. */
  dialect: 'copy' | 'insert' | 'json';
  /** What the names of all tables begin with. */
  prefix: string;
}

/** The name under which a dump that is sent alone is read. */
export const dumpName = 'dump.sql.gz';
export const dumpFiles = [dumpName, '*.sql.gz', '*.sql', '*objects.json', '*objects.json.gz'] as const;

export const communityTask = sandboxTask('moving.community', () => Promise.resolve(readCommunity));

const programs = { discourse: readDiscourse, nodebb: readNodebb, phpbb: readPhpbb } as const;

/** Reads the dump of a forum. What is in it says which program it is from. */
async function readCommunity({ files, folder }: ReadJob): Promise<ReadArchive> {
  for (const file of Object.values(files)) {
    const found = await recognize(file);
    if (!found) continue;
    const { program, ...dump } = found;
    return { ...(await programs[program]({ file, ...dump }, folder)), format: program };
  }
  throw invalid('file', msg('This is not the database of a Discourse, NodeBB or phpBB forum'));
}

/** A table that only this program has, with what is before its name. */
const marks = [
  ['discourse', /(?:^|\n)COPY (?:public\.)?"?()(?:backup_metadata|post_actions|user_profiles)"? \(/],
  ['nodebb', /(?:^|\n)COPY (?:public\.)?"?()legacy_(?:hash|zset)"? \(/],
  ['nodebb', /^\{[^\n]{0,300}"_key" ?: ?"()/],
  ['phpbb', /(?:^|\n)CREATE TABLE (?:IF NOT EXISTS )?(?:public\.)?[`"]?(\w{0,50}?)acl_roles_data[`"]? ?\(/],
] as const;

async function recognize(
  file: string,
): Promise<(Omit<Dump, 'file'> & { program: keyof typeof programs }) | undefined> {
  let [text, isStart] = ['', true];
  let found: { program: keyof typeof programs; prefix: string } | undefined;
  for await (const chunk of unpacked(file)) {
    text = text.slice(-1000) + chunk.toString('latin1');
    if (!found)
      for (const [program, mark] of marks) {
        const [whole, prefix = ''] = mark.exec(text) ?? [];
        if (whole?.startsWith('{') && isStart) return { program, prefix, dialect: 'json' };
        if (whole === undefined || whole.startsWith('{')) continue;
        found = { program, prefix };
        break;
      }
    isStart = false;
    const [, dialect] = found ? (/\n(COPY|INSERT INTO) \S/.exec(text) ?? []) : [];
    if (found && dialect !== undefined) return { ...found, dialect: dialect === 'COPY' ? 'copy' : 'insert' };
  }
  return found && { ...found, dialect: 'copy' };
}
