// Scaffolds a tool. Usage: npm run new-tool -- text/my-tool
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { categories } from '../src/toolkit/catalog/categories.ts';

const path = process.argv[2] ?? '';
const [category = ''] = path.split('/');
const file = join('src/toolkit/tools', `${path}.ts`);
if (!/^[a-z]+(\/[a-z0-9-]+){1,2}$/.test(path) || !Object.hasOwn(categories, category)) {
  console.error(
    `Usage: npm run new-tool -- <category>/<slug>. Categories: ${Object.keys(categories).join(', ')}`,
  );
  process.exit(1);
}
if (existsSync(file)) {
  console.error(`${file} already exists`);
  process.exit(1);
}
const up = '../'.repeat(path.split('/').length);
const words = basename(path).replaceAll('-', ' ');
const title = (words[0] ?? '').toUpperCase() + words.slice(1);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(
  file,
  `import { input } from '${up}input.ts';
import { output } from '${up}output.ts';
import { tool } from '${up}tool.ts';

export default tool({
  title: '${title}',
  summary: 'Describe in one sentence what the tool does',
  input: { text: input.text('Text', 'Hello') },
  output: { text: output.text('Text') },
  sample: { text: 'Hello' },
  run: ({ text }) => ({ text }),
});
`,
);
console.log(`Created ${file}. Implement it, then run npm run catalog.`);
