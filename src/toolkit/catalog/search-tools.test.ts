import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTools } from './search-tools.ts';

const rows: [query: string, slug: string][] = [
  ['markdown html', 'markdown-to-html'],
  ['“markdown” — HTML', 'markdown-to-html'],
  ['🎉markdown🎉', 'markdown-to-html'],
  ['ｍａｒｋｄｏｗｎ', 'markdown-to-html'],
  ['märkdown.', 'markdown-to-html'],
  ['markdown‑to‑html', 'markdown-to-html'],
  ['mark\u00addown\u200f', 'markdown-to-html'],
  ['...', 'markdown-to-html'],
];

for (const [query, slug] of rows)
  test(`finds ${slug} by ${query}`, () => assert.ok(searchTools(query).some((entry) => entry.slug === slug)));
