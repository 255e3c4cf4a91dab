// Generates the settings documentation: the table in docs/settings.md, and .env.example.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFile, withTable } from './settings-text.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/settings.md');
writeFileSync(page, withTable(readFileSync(page, 'utf8')));
writeFileSync(join(root, '.env.example'), exampleFile());
console.log('Wrote docs/settings.md and .env.example');
