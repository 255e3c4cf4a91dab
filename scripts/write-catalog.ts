// Generates the catalog of tools from the tool files. With --check, fails if it is out of date.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { documentedShape, type Tool } from '../src/toolkit/tool.ts';

const folder = 'src/toolkit/tools/';
const target = 'src/toolkit/catalog/catalog.gen.ts';
const schemaFile = 'src/toolkit/catalog/schemas.gen.json';

const paths = globSync(`${folder}**/*.ts`)
  .filter((path) => !path.endsWith('.test.ts'))
  .sort();
const modules: string[] = [];
const entries: string[] = [];
const schemas: Record<string, { input: object; output: object }> = {};
for (const path of paths) {
  const { default: declared } = (await import(`../${path}`)) as { default: Tool | Tool[] };
  const module = path.slice(folder.length, -'.ts'.length);
  const [category] = module.split('/');
  modules.push(`  '${module}': () => import('../tools/${module}.ts'),`);
  for (const { slug, title, summary, keywords = '', input, output } of [declared].flat()) {
    const name = slug ?? basename(module);
    schemas[name] = { input: documentedShape(input), output };
    entries.push(`  ${JSON.stringify([name, category, title, summary, keywords, module])},`);
  }
}
const text = `// Written by scripts/write-catalog.ts from the files of tools: npm run catalog.

/** [slug, category, title, summary, keywords, module] */
export const entries: readonly (readonly [string, string, string, string, string, string])[] = [
${entries.sort().join('\n')}
];

export const modules: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
${modules.join('\n')}
};
`;
const lines = Object.entries(schemas)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, shapes]) => `${JSON.stringify(name)}: ${JSON.stringify(shapes)}`);
const files = { [target]: text, [schemaFile]: `{\n${lines.join(',\n')}\n}\n` };
for (const [file, content] of Object.entries(files))
  if (!process.argv.includes('--check')) writeFileSync(file, content);
  else if (readFileSync(file, 'utf8') !== content) {
    console.error(`${file} is out of date: run npm run catalog`);
    process.exitCode = 1;
  }
console.log(`${entries.length} tools`);
