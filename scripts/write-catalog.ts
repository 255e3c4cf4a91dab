// Writes the catalog of tools from the files of tools; with --check, fails when they differ.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Tool } from '../src/toolkit/tool.ts';

const folder = 'src/toolkit/tools/';
const target = 'src/toolkit/catalog/catalog.gen.ts';

const paths = globSync(`${folder}**/*.ts`)
  .filter((path) => !path.endsWith('.test.ts'))
  .sort();
const modules: string[] = [];
const entries: string[] = [];
for (const path of paths) {
  const { default: declared } = (await import(`../${path}`)) as { default: Tool | Tool[] };
  const module = path.slice(folder.length, -'.ts'.length);
  const [category] = module.split('/');
  modules.push(`  '${module}': () => import('../tools/${module}.ts'),`);
  for (const { slug, title, summary, keywords = '' } of [declared].flat()) {
    const name = slug ?? basename(module);
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
if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
  console.log(`${entries.length} tools in ${target}`);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error(`${target} is not what the tools say: npm run catalog`);
  process.exitCode = 1;
}
