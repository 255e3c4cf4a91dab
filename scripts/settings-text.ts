import type { TSchema } from 'typebox';
import { Settings } from '../src/platform/settings/config.ts';

interface Setting {
  name: string;
  description: string;
  /** As it would be written in the environment; '' when it is empty. */
  fallback: string;
  /** The words that may be written, where only a few may. */
  choices: string[];
}

interface Described {
  description?: string;
  default?: string | number | boolean;
  enum?: string[];
}

const settings = Object.entries<TSchema>(Settings.properties).map(([name, schema]): Setting => {
  const { description = '', default: fallback = '', enum: choices = [] } = schema as Described;
  return { name, description, fallback: String(fallback), choices };
});

/** The table of settings in README.md. */
function settingsTable(): string {
  const rows = settings.map(
    (setting) => `| \`${setting.name}\` | ${code(setting.fallback)} | ${inCell(meaningOf(setting))} |`,
  );
  return ['| Variable | Default | What it says |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The whole of .env.example: every setting, commented out, with its default. */
export function exampleFile(): string {
  const entries = settings.map(
    (setting) => `# ${meaningOf(setting)}\n#${setting.name}=${setting.fallback}\n`,
  );
  return [
    '# Every setting, each with its default. Copy this file to .env and uncomment what is to differ.\n' +
      '# What the environment says goes before what is written there. This file is printed by `npm run docs`.\n',
    ...entries,
  ].join('\n');
}

const meaningOf = ({ description, choices }: Setting) =>
  choices.length > 0 ? `${description}; one of ${choices.join(', ')}` : description;

const code = (text: string) => (text === '' ? '' : `\`${text}\``);
const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

const tableStart = '<!-- settings: printed by `npm run docs` from src/platform/settings/config.ts -->';
const tableEnd = '<!-- end of settings -->';

/** The same README with the table as it should be. Throws when its marks are missing. */
export function withTable(readme: string): string {
  const [start, end] = [readme.indexOf(tableStart), readme.indexOf(tableEnd)];
  if (start < 0 || end < start) throw new Error('README.md has lost the marks around its table of settings');
  return `${readme.slice(0, start)}${tableStart}\n\n${settingsTable()}\n\n${readme.slice(end)}`;
}
