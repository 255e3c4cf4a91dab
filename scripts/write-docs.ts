// Prints what the documents say about settings: the table in README.md and .env.example.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFile, withTable } from './settings-text.ts';

const root = join(import.meta.dirname, '..');
const readme = join(root, 'README.md');
writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
writeFileSync(join(root, '.env.example'), exampleFile());
console.log('README.md and .env.example say what src/platform/settings/config.ts says');
