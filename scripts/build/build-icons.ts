// Writes browser/icons.svg, a sprite of the icons that pages use. Icons by Lucide (ISC license).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iconNames } from '../../src/web/components/icon-names.ts';

const drawings = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons');
const symbols = iconNames.map((name) => {
  const drawing = readFileSync(join(drawings, `${name}.svg`), 'utf8');
  const shapes = /<svg[^>]*>([^]*)<\/svg>/.exec(drawing)?.[1] ?? '';
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s*\n\s*/g, '')}</symbol>`;
});
const sprite = [
  '<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide, https://lucide.dev, ISC License, (c) Lucide Contributors -->',
  ...symbols,
  '</svg>\n',
].join('\n');
writeFileSync(join(import.meta.dirname, '../../browser/icons.svg'), sprite);
console.log(`browser/icons.svg: ${iconNames.length} icons, ${sprite.length} bytes`);
