// What operators need in a shell. Usage: npm run admin -- help
import { Problem } from '../src/kernel/problem.ts';
import { UsageError } from '../src/servers/admin/command.ts';
import { isFinding, runCommand, usage } from '../src/servers/admin/run-command.ts';
import { getExistingSettings } from './get-settings.ts';
import { readArguments, runScript, withApp } from './reach-database.ts';

const { values, positionals } = readArguments({
  options: {
    json: { type: 'boolean', default: false },
    as: { type: 'string' },
    reason: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const signs = { info: '·', warning: '!', error: '✗' } as const;

if (values.help || positionals.length === 0 || positionals[0] === 'help') console.log(usage());
else
  await runScript(() =>
    withApp(getExistingSettings(), async (app) => {
      try {
        const result = await runCommand(app, positionals, { as: values.as, reason: values.reason });
        console.log(values.json ? JSON.stringify(result, null, 2) : toText(result));
        if (Array.isArray(result) && result.some((each) => isFinding(each) && each.level === 'error'))
          process.exitCode = 1;
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof Problem)) throw error;
        if (values.json) console.log(JSON.stringify({ error: error.message }));
        else console.error(error.message);
        process.exitCode = error instanceof UsageError ? 2 : 1;
      }
    }),
  );

function toText(result: object | string): string {
  if (typeof result === 'string') return result;
  if (!Array.isArray(result)) return toLines(result);
  if (result.length === 0) return 'None.';
  return result
    .map((each: object) =>
      isFinding(each)
        ? `${signs[each.level]} ${each.check.padEnd(12)} ${each.message}${each.advice && `\n${' '.repeat(15)}→ ${each.advice}`}`
        : `${toLines(each)}\n`,
    )
    .join('\n');
}

function toLines(fields: object): string {
  const entries = Object.entries(fields) as [string, unknown][];
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  const say = (value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value).replace(/^"(.*)"$/, '$1');
  return entries
    .map(([name, value]) => `${name.padEnd(width)}${value === null ? '–' : say(value)}`)
    .join('\n');
}
